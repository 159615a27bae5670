"""Calls that fail in the smaller packages below errorkb's server."""

import asyncio
import io
import os
from concurrent.futures import ThreadPoolExecutor

import dj_database_url
from asgiref.local import Local
from asgiref.sync import SyncToAsync, async_to_sync, sync_to_async
from dulwich import config, objects, refs, repo
from gunicorn import util as gunicorn_util
from gunicorn.config import Config
from gunicorn.http import RequestParser
from gunicorn.http.body import Body
from urllib3 import PoolManager, ProxyManager
from urllib3.exceptions import HTTPError
from urllib3.response import HTTPResponse
from urllib3.util import Retry, Timeout, parse_url
from whitenoise import WhiteNoise
from whitenoise.responders import StaticFile

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
asgiref = collector(CALLS, "asgiref")
database_url = collector(CALLS, "dj_database_url")
dulwich = collector(CALLS, "dulwich")
gunicorn = collector(CALLS, "gunicorn")
urllib3 = collector(CALLS, "urllib3")
white = collector(CALLS, "whitenoise")


async def coroutine() -> None: ...


@asgiref
def waiting_inside_of_loop() -> object:
    async def page() -> object:
        return async_to_sync(coroutine)()

    return asyncio.run(page())


@asgiref
def coroutine_made_async() -> object:
    return sync_to_async(coroutine)


@asgiref
def local_value_with_base() -> object:
    return type("Request", (Local,), {})()


@asgiref
def executor_for_one_thread() -> object:
    return SyncToAsync(print, thread_sensitive=True, executor=ThreadPoolExecutor())


@database_url
def unknown_database_scheme() -> object:
    return dj_database_url.parse("postgrse://ann@127.0.0.1/shop")


@database_url
def database_port_is_a_word() -> object:
    return dj_database_url.parse("postgres://ann@127.0.0.1:port/shop")


@dulwich
def folder_without_repository() -> object:
    return repo.Repo(os.devnull + "/shop")


@dulwich
def object_of_unknown_type() -> object:
    return objects.ShaFile.from_raw_string(9, b"")


@dulwich
def object_of_text() -> object:
    return objects.Blob().set_raw_string("hello")


@dulwich
def hash_cut_short() -> object:
    return objects.check_hexsha(b"1f2e", "invalid tree")


@dulwich
def identity_without_mail() -> object:
    return objects.check_identity(b"Ann Example", "invalid author")


@dulwich
def time_zone_without_sign() -> object:
    return objects.parse_timezone(b"0100")


@dulwich
def commit_after_the_end() -> object:
    return objects.check_time(1 << 70)


@dulwich
def tree_out_of_order() -> object:
    tree = objects.Tree()
    tree._entries = {b"..": (0o100644, objects.Blob.from_string(b"a").id)}
    tree._needs_serialization = True
    return tree.check()


@dulwich
def reference_of_odd_form() -> object:
    return refs.DictRefsContainer({})._check_refname(b"heads..main")


@dulwich
def reference_to_nothing() -> object:
    return refs.parse_symref_value(b"refs/heads/main")


@dulwich
def configuration_without_section() -> object:
    return config.ConfigFile.from_file(io.BytesIO(b"name = Ann\n"))


@dulwich
def configuration_section_open() -> object:
    return config.ConfigFile.from_file(io.BytesIO(b"[user\n"))


@gunicorn
def unknown_gunicorn_setting() -> object:
    return Config().set("wrokers", 3)


@gunicorn
def workers_below_zero() -> object:
    return Config().set("workers", -1)


@gunicorn
def gunicorn_switch_is_a_word() -> object:
    return Config().set("reload", "perhaps")


@gunicorn
def gunicorn_user_not_on_machine() -> object:
    return Config().set("user", "errorkb-nobody")


@gunicorn
def gunicorn_hook_is_a_number() -> object:
    return Config().set("on_starting", 7)


@gunicorn
def port_is_a_word() -> object:
    return gunicorn_util.parse_address("127.0.0.1:http")


@gunicorn
def application_not_in_module() -> object:
    return gunicorn_util.import_app("json:application")


@gunicorn
def application_not_a_name() -> object:
    return gunicorn_util.import_app("json:loads+dumps")


@gunicorn
def request_line_garbled() -> object:
    return next(RequestParser(Config(), [b"GET/ HTTP/1.1\r\n\r\n"], None))


@gunicorn
def request_of_unknown_version() -> object:
    return next(RequestParser(Config(), [b"GET / HTTP/9.x\r\n\r\n"], None))


@gunicorn
def header_without_colon() -> object:
    return next(RequestParser(Config(), [b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n"], None))


@gunicorn
def header_name_with_space() -> object:
    return next(RequestParser(Config(), [b"GET / HTTP/1.1\r\nMy Host: localhost\r\n\r\n"], None))


@gunicorn
def body_of_negative_size() -> object:
    return Body(io.BytesIO()).read(-3.5)


@urllib3
def host_not_in_address() -> object:
    return parse_url("http://[::1")


@urllib3
def no_host_at_all() -> object:
    return PoolManager().connection_from_host("")


@urllib3
def scheme_without_pool() -> object:
    return PoolManager().connection_from_host("localhost", scheme="gopher")


@urllib3
def proxy_of_unknown_scheme() -> object:
    return ProxyManager("socks9://localhost:1080")


@urllib3
def timeout_is_a_word() -> object:
    return Timeout(connect="soon")


@urllib3
def timeout_of_nothing() -> object:
    return Timeout(read=0)


@urllib3
def retries_used_up() -> object:
    return Retry(0).increment("GET", "/orders", error=HTTPError("No answer"))


@urllib3
def body_not_in_chunks() -> object:
    return list(HTTPResponse(io.BytesIO(b"abc"), preload_content=False).read_chunked())


@white
def file_not_there() -> object:
    return StaticFile("/nonexistent/style.css", [])


@white
def folder_as_file() -> object:
    return StaticFile(os.sep, [])


@white
def redirect_of_no_address() -> object:
    return WhiteNoise(None, index_file=True).redirect("/style.css", "/css/style.css")
