"""Calls that fail where CPython's library runs processes, threads and loops, and talks to the network."""

import asyncio
import concurrent.futures
import ftplib
import http.client
import multiprocessing
import queue
import selectors
import smtplib
import subprocess
import threading
import urllib.request
import webbrowser
import wsgiref.headers

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
python = collector(CALLS, "python")


# Processes, threads and loops


@python
def program_failed() -> object:
    return subprocess.run(["false"], check=True)


@python
def program_not_found() -> object:
    return subprocess.run(["errorkb-missing-program"], check=True)


@python
def program_too_slow() -> object:
    return subprocess.call(["sleep", "5"], timeout=0.01)


@python
def input_given_twice() -> object:
    return subprocess.run(["cat"], check=True, input=b"a", stdin=subprocess.PIPE)


@python
def output_given_away() -> object:
    return subprocess.check_output(["true"], stdout=subprocess.PIPE)


@python
def start_method_not_there() -> object:
    return multiprocessing.get_context("teleport")


@python
def thread_started_twice() -> object:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return thread.start()


@python
def thread_waits_for_itself() -> object:
    return threading.current_thread().join()


@python
def condition_without_lock() -> object:
    return threading.Condition().notify()


@python
def barrier_broken() -> object:
    barrier = threading.Barrier(2)
    barrier.abort()
    return barrier.wait()


@python
def queue_full() -> object:
    waiting: queue.Queue[int] = queue.Queue(1)
    waiting.put(1)
    return waiting.put(2, block=False)


@python
def queue_waits_backwards() -> object:
    return queue.Queue().get(timeout=-1)


@python
def task_done_too_often() -> object:
    return queue.Queue().task_done()


@python
def pool_of_no_workers() -> object:
    return concurrent.futures.ThreadPoolExecutor(0)


@python
def work_after_shutdown() -> object:
    pool = concurrent.futures.ThreadPoolExecutor(1)
    pool.shutdown()
    return pool.submit(int)


@python
def result_too_late() -> object:
    return concurrent.futures.Future().result(timeout=0)


@python
def result_cancelled() -> object:
    future: concurrent.futures.Future[int] = concurrent.futures.Future()
    future.cancel()
    return future.result()


@python
def loop_of_no_coroutine() -> object:
    return asyncio.run(7)


@python
def loop_waits_for_nothing() -> object:
    return asyncio.run(asyncio.wait([]))


@python
def loop_waits_too_long() -> object:
    return asyncio.run(asyncio.wait_for(asyncio.sleep(5), 0.01))


@python
def lock_never_taken() -> object:
    return asyncio.Lock().release()


@python
def queue_of_loop_empty() -> object:
    return asyncio.Queue().get_nowait()


@python
def stream_cut_short() -> object:
    async def read() -> object:
        reader = asyncio.StreamReader()
        reader.feed_data(b"abc")
        reader.feed_eof()
        return await reader.readexactly(9)

    return asyncio.run(read())


# The network


@python
def port_not_a_number() -> object:
    return http.client.HTTPConnection("localhost:http")


@python
def response_before_request() -> object:
    return http.client.HTTPConnection("localhost").getresponse()


@python
def header_before_request() -> object:
    return http.client.HTTPConnection("localhost").putheader("Host", "localhost")


@python
def space_in_address() -> object:
    return http.client.HTTPConnection("localhost").putrequest("GET", "/my orders")


@python
def address_without_scheme() -> object:
    return urllib.request.Request("localhost/orders")


@python
def address_of_unknown_scheme() -> object:
    return urllib.request.urlopen("gopher://localhost/")


@python
def server_not_running() -> object:
    return urllib.request.urlopen("http://127.0.0.1:1/", timeout=5)


@python
def mail_before_connecting() -> object:
    return smtplib.SMTP().helo()


@python
def transfer_address_garbled() -> object:
    return ftplib.parse227("200 ok")


@python
def browser_not_there() -> object:
    return webbrowser.get("errorkb-missing-browser")


@python
def selector_without_event() -> object:
    return selectors.SelectSelector().register(0, 0)


@python
def headers_of_a_dictionary() -> object:
    return wsgiref.headers.Headers({"Host": "localhost"})
