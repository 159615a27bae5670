"""Calls that fail where CPython's library handles files, modules and logs."""

import gzip
import importlib
import importlib.metadata
import io
import logging
import logging.config
import os
import pathlib
import runpy
import shutil
import tarfile
import tempfile
import types
import wave
import zipfile

from tests.live.raising.call import Raising, collector

CALLS: list[Raising] = []
python = collector(CALLS, "python")


# Files


@python
def path_below_other_path() -> object:
    return pathlib.PurePosixPath("/srv/shop").relative_to("/home")


@python
def suffix_without_dot() -> object:
    return pathlib.PurePosixPath("a.txt").with_suffix("md")  # noqa: PTH210


@python
def name_of_the_root() -> object:
    return pathlib.PurePosixPath("/").with_name("a")


@python
def relative_path_as_address() -> object:
    return pathlib.PurePosixPath("a/b").as_uri()


@python
def search_for_nothing() -> object:
    return list(pathlib.Path("/").glob(""))


@python
def copy_onto_itself() -> object:
    return shutil.copyfile(os.devnull, os.devnull)


@python
def archive_of_unknown_format() -> object:
    return shutil.make_archive("backup", "rar")


@python
def archive_not_readable() -> object:
    return shutil.unpack_archive(os.devnull)


@python
def not_a_zip_file() -> object:
    return zipfile.ZipFile(io.BytesIO(b"hello"))


@python
def file_not_in_zip() -> object:
    return zipfile.ZipFile(io.BytesIO(), "w").getinfo("order.txt")


@python
def zip_opened_for_nothing() -> object:
    return zipfile.ZipFile(io.BytesIO(), "r+")


@python
def zip_already_closed() -> object:
    archive = zipfile.ZipFile(io.BytesIO(), "w")
    archive.close()
    return archive.writestr("order.txt", "7")


@python
def not_a_tar_file() -> object:
    return tarfile.open(fileobj=io.BytesIO(b"hello"), mode="r:")


@python
def tar_of_no_known_kind() -> object:
    return tarfile.open(fileobj=io.BytesIO(b"hello" * 200))


@python
def file_not_in_tar() -> object:
    return tarfile.open(fileobj=io.BytesIO(), mode="w").getmember("order.txt")


@python
def tar_of_unknown_compression() -> object:
    return tarfile.open(fileobj=io.BytesIO(), mode="r:rar")


@python
def not_a_gzip_file() -> object:
    return gzip.decompress(b"hello")


@python
def not_a_sound_file() -> object:
    return wave.open(io.BytesIO(b"RIFF\x04\x00\x00\x00AVI "))


@python
def temporary_file_both_ways() -> object:
    return tempfile.SpooledTemporaryFile(7).write(b"a") and tempfile.mkstemp("a", b"b")


@python
def variable_not_set() -> object:
    return os.environ["ERRORKB_NO_SUCH_VARIABLE"]


@python
def variable_of_a_number() -> object:
    return os.environ.__setitem__("ERRORKB_NO_SUCH_VARIABLE", 7)


@python
def module_not_installed() -> object:
    return importlib.import_module("errorkb_missing_module.colours")


@python
def module_relative_to_nothing() -> object:
    return importlib.import_module(".colours")


@python
def package_not_installed() -> object:
    return importlib.metadata.version("errorkb-missing-package")


@python
def module_never_imported() -> object:
    return importlib.reload(types.ModuleType("errorkb_missing_module"))


@python
def module_not_runnable() -> object:
    return runpy.run_module("email")


# Logging


@python
def unknown_log_level() -> object:
    return logging.getLogger("shop").setLevel("LOUD")


@python
def logger_named_by_number() -> object:
    return logging.getLogger("shop").manager.getLogger(7)


@python
def log_format_of_unknown_style() -> object:
    return logging.Formatter("a", style="#")


@python
def log_format_without_fields() -> object:
    return logging.Formatter("hello")


@python
def log_record_overwritten() -> object:
    return logging.getLogger("shop").error("a", extra={"message": "b"})


@python
def log_handler_not_there() -> object:
    return logging.config.DictConfigurator({"version": 1}).resolve("logging.FileHandlr")


@python
def log_settings_of_version_two() -> object:
    return logging.config.dictConfig({"version": 2})
