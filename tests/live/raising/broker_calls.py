"""Calls that fail in the packages below Celery: kombu, amqp, billiard, vine and click."""

import click
from amqp import Connection as AMQPConnection
from amqp.serialization import dumps as amqp_dumps
from amqp.serialization import loads as amqp_loads
from billiard.common import restart_state
from billiard.context import BaseContext
from billiard.process import BaseProcess
from billiard.queues import Queue as ProcessQueue
from click.formatting import HelpFormatter
from kombu import Connection, Consumer, Exchange
from kombu.common import maybe_declare
from kombu.matcher import match
from kombu.message import Message
from kombu.pidbox import Mailbox
from kombu.serialization import registry
from kombu.transport.native_delayed_delivery import level_name
from kombu.utils.json import loads as kombu_loads
from vine import barrier, promise

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
amqp = collector(CALLS, "amqp")
billiard = collector(CALLS, "billiard")
clicked = collector(CALLS, "click")
kombu = collector(CALLS, "kombu")
vine = collector(CALLS, "vine")


@kombu
def unknown_transport() -> object:
    return Connection("carrierpigeon://").transport


@kombu
def transport_misspelt() -> object:
    return Connection("filesytem://").transport


@kombu
def encoder_not_installed() -> object:
    return registry.dumps({"a": 1}, serializer="ini")


@kombu
def decoder_not_installed() -> object:
    return registry.unregister("ini")


@kombu
def entity_not_bound() -> object:
    return Exchange("orders").declare()


@kombu
def entity_without_channel() -> object:
    return maybe_declare(Exchange("orders"))


@kombu
def message_without_channel() -> object:
    return Message(body="{}").ack()


@kombu
def message_acknowledged_twice() -> object:
    message = Message(body="{}", channel=Connection("memory://").channel(), delivery_tag=1)
    message._state = "ACK"
    return message.reject()


@kombu
def message_for_nobody() -> object:
    with Connection("memory://") as connection, connection.channel() as channel:
        return Consumer(channel, []).receive("{}", None)


@kombu
def pool_exhausted() -> object:
    pool = Connection("memory://").Pool(limit=1)
    pool.acquire()
    return pool.acquire()


@kombu
def pool_closed() -> object:
    pool = Connection("memory://").Pool(limit=1)
    pool.force_close_all()
    return pool.acquire()


@kombu
def pool_shrunk_in_use() -> object:
    pool = Connection("memory://").Pool(limit=2)
    pool.acquire()
    return pool.resize(1)


@kombu
def exchange_of_other_kind() -> object:
    with Connection("memory://") as connection, connection.channel() as channel:
        channel.exchange_declare("orders", "direct")
        return channel.exchange_declare("orders", "fanout")


@kombu
def exchange_not_declared() -> object:
    with Connection("memory://") as connection, connection.channel() as channel:
        return channel.exchange_declare("errorkb-orders", passive=True)


@kombu
def queue_not_declared() -> object:
    with Connection("memory://") as connection, connection.channel() as channel:
        return channel.queue_declare("errorkb-orders", passive=True)


@kombu
def unknown_matcher() -> object:
    return match("orders", pattern="ord*", matcher="soundex")


@kombu
def level_below_zero() -> object:
    return level_name(-1)


@kombu
def mailbox_for_text() -> object:
    return Mailbox("shop")._broadcast("ping", destination="worker1")


@kombu
def type_of_unknown_json() -> object:
    return kombu_loads('{"__type__": "money", "__value__": "3"}')


@kombu
def broker_refused() -> object:
    connection = Connection("amqp://guest@127.0.0.1:1//", connect_timeout=1)
    return connection.ensure_connection(max_retries=1, interval_start=0, interval_step=0)


@amqp
def login_without_password() -> object:
    return AMQPConnection(login_method="PLAIN", password=None)


@amqp
def unknown_login_method() -> object:
    return AMQPConnection(login_method="KERBEROS", login_response=None)


@amqp
def channel_opened_twice() -> object:
    connection = AMQPConnection()
    connection._claim_channel_id(1)
    return connection._claim_channel_id(1)


@amqp
def no_channel_left() -> object:
    connection = AMQPConnection()
    connection.channel_max = 0
    return connection._get_free_channel_id()


@amqp
def connection_forced_shut() -> object:
    connection = AMQPConnection()
    connection._x_close_ok = lambda: None
    return connection._on_close(320, "CONNECTION_FORCED", 10, 50)


@amqp
def object_in_a_table() -> object:
    return amqp_dumps("F", [{"colour": {7}}])


@amqp
def unknown_table_value() -> object:
    return amqp_loads("F", b"\x00\x00\x00\x04\x01aZ0", 0)


@billiard
def unknown_start_method() -> object:
    return BaseContext().get_context("teleport")


@billiard
def restarted_too_often() -> object:
    state = restart_state(maxR=2, maxT=60)
    for now in range(9):
        state.step(now)
    return state


@billiard
def process_not_started() -> object:
    return BaseProcess().join()


@billiard
def queue_without_context() -> object:
    return ProcessQueue(3)


@vine
def barrier_is_full() -> object:
    gate = barrier()
    gate.finalize()
    gate()
    return gate.add(promise())


@vine
def error_thrown_by_promise() -> object:
    return promise().throw(LookupError("No such order"))


@clicked
def unknown_colour() -> object:
    return click.style("hello", fg="scarlett")


@clicked
def progress_of_nothing() -> object:
    return click.progressbar()


@clicked
def unknown_option() -> object:
    return click.Command("ship").main(["--fast"], standalone_mode=False)


@clicked
def missing_click_argument() -> object:
    return click.Command("ship", params=[click.Argument(["order"])]).main([], standalone_mode=False)


@clicked
def word_for_number() -> object:
    count = click.Option(["--count"], type=int)
    return click.Command("ship", params=[count]).main(["--count", "many"], standalone_mode=False)


@clicked
def unknown_sub_command() -> object:
    return click.Group("shop").main(["ship"], standalone_mode=False)


@clicked
def option_of_any_length() -> object:
    return click.Option(["--order"], nargs=-1)


@clicked
def option_without_name() -> object:
    return click.Option([])


@clicked
def help_of_three_columns() -> object:
    return HelpFormatter().write_dl([("a", "b", "c")])


@clicked
def command_made_twice() -> object:
    return click.command()(click.Command("ship"))


@clicked
def too_many_click_arguments() -> object:
    return click.Command("ship").main(["order", "7"], standalone_mode=False)
