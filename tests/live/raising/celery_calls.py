"""Calls that fail in Celery; none needs a broker."""

import os

from celery import Celery, Task, group
from celery.backends.base import Backend, KeyValueStoreBackend
from celery.platforms import Pidfile, parse_gid, parse_uid, signals
from celery.result import AsyncResult, ResultSet, denied_join_result
from celery.schedules import crontab, crontab_parser
from celery.utils.collections import AttributeDict, LimitedSet

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
celery = collector(CALLS, "celery")


def app(**settings: object) -> Celery:
    made = Celery("shop", broker="memory://", set_as_current=False)
    made.conf.update(settings)
    return made


def add() -> None: ...


@celery
def unknown_week_day() -> object:
    return crontab(day_of_week="funday")


@celery
def minute_out_of_range() -> object:
    return crontab_parser(60).parse("61")


@celery
def minutes_with_empty_part() -> object:
    return crontab_parser(60).parse("1,,2")


@celery
def minutes_before_zero() -> object:
    return crontab_parser(60).parse("-5")


@celery
def day_that_never_comes() -> object:
    return crontab(day_of_month="31", month_of_year="2").remaining_delta(app().now())


@celery
def unknown_task() -> object:
    return app().tasks["shop.send_mail"]


@celery
def task_without_run() -> object:
    return Task().run()


@celery
def task_limits_swapped() -> object:
    return app().task(add, name="shop.add", soft_time_limit=60, time_limit=30).apply_async()


@celery
def task_retried_too_often() -> object:
    task = app(task_always_eager=True).task(add, name="shop.add")
    task.push_request(called_directly=False, is_eager=True, retries=3, id="5f2f6c0e", args=(), kwargs={})
    return task.retry(max_retries=3)


@celery
def task_added_to_no_chord() -> object:
    task = app().task(add, name="shop.add")
    return task.add_to_chord(task.s())


@celery
def task_of_a_number() -> object:
    return app().task(7)


@celery
def task_of_two_functions() -> object:
    return app().task(len, len)


@celery
def class_without_task_name() -> object:
    return app().tasks.register(type("Named", (), {"name": None}))


@celery
def worker_without_command() -> object:
    return app().worker_main(["--loglevel=info"])


@celery
def settings_variable_empty() -> object:
    return app().config_from_envvar("ERRORKB_NO_SUCH_VARIABLE")


@celery
def settings_old_and_new() -> object:
    made = Celery("shop", set_as_current=False)
    made.config_from_object(
        {"CELERY_ACCEPT_CONTENT": ["json"], "task_serializer": "json", "result_expires": 9}
    )
    return made.conf.task_serializer


@celery
def countdown_long_past() -> object:
    return app().amqp.as_task_v2("5f2f6c0e", "shop.add", countdown=-3e9)


@celery
def task_keywords_are_a_list() -> object:
    return app().amqp.as_task_v2("5f2f6c0e", "shop.add", kwargs=["a"])


@celery
def unknown_queue() -> object:
    return app(task_create_missing_queues=False).amqp.Router().expand_destination("mails")


@celery
def link_to_a_group() -> object:
    made = app()
    task = made.task(add, name="shop.add")
    return group([task.s()], app=made).apply_async(link=task.s())


@celery
def result_without_id() -> object:
    return AsyncResult(None, app=app())


@celery
def result_awaited_in_task() -> object:
    with denied_join_result():
        return AsyncResult("5f2f6c0e", app=app(result_backend="cache+memory://")).get()


@celery
def result_removed_twice() -> object:
    return ResultSet([], app=app()).remove("5f2f6c0e")


@celery
def stored_error_not_a_class() -> object:
    return Backend(app()).exception_to_python(
        {"exc_type": "system", "exc_module": "os", "exc_message": ["ls"]}
    )


@celery
def stored_error_is_a_number() -> object:
    return Backend(app()).exception_to_python(7)


@celery
def stored_error_without_class() -> object:
    return Backend(app()).exception_to_python({"exc_message": ["gone"]})


@celery
def key_of_no_task() -> object:
    return KeyValueStoreBackend(app()).get_key_for_task("")


@celery
def backend_that_only_stores() -> object:
    return KeyValueStoreBackend(app()).get("a")


@celery
def user_not_on_machine() -> object:
    return parse_uid("errorkb-nobody")


@celery
def group_not_on_machine() -> object:
    return parse_gid("errorkb-nobody")


@celery
def signal_in_small_letters() -> object:
    return signals["term"]


@celery
def pid_file_garbled() -> object:
    return Pidfile(os.devnull).read_pid()


@celery
def attribute_of_a_dictionary() -> object:
    return AttributeDict({"a": 1}).b


@celery
def set_of_negative_life() -> object:
    return LimitedSet(expires=-1)
