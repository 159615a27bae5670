"""Whether a stack's file and a repository's file are the same."""

import pytest

from errorkb.matching.paths import in_package, installed_path, package_of, same_file, stack_path

SITE = "/opt/venv/lib/python3.11/site-packages"

SAME = [
    ("installed", f"{SITE}/django/db/models/query.py", "django/db/models/query.py", True),
    ("in src", f"{SITE}/requests/models.py", "src/requests/models.py", True),
    ("deeper in its repository", f"{SITE}/psycopg/connection.py", "psycopg/psycopg/connection.py", True),
    ("of debian", "/usr/lib/python3/dist-packages/yaml/reader.py", "lib/yaml/reader.py", True),
    ("of the standard library", "/usr/lib/python3.11/json/decoder.py", "Lib/json/decoder.py", True),
    ("a module of the standard library", "/usr/lib/python3.11/runpy.py", "Lib/runpy.py", True),
    ("windows", r"C:\Python39\lib\json\decoder.py", "Lib/json/decoder.py", True),
    ("windows, installed", r"C:\x\Lib\site-packages\a\b.py", "a/b.py", True),
    ("macos", "/Library/Frameworks/Python.framework/Versions/3.11/lib/python3.11/json/decoder.py",
     "Lib/json/decoder.py", True),
    ("a checkout", "/home/me/src/llamafactory/hparams/parser.py",
     "src/llamafactory/hparams/parser.py", True),
    ("a checkout that keeps src", "/app/src/main.py", "src/main.py", True),
    ("relative", "./app/views.py", "app/views.py", True),
    ("relative and shorter", "hparams/parser.py", "src/llamafactory/hparams/parser.py", True),
    ("a relative path that climbs", "../app/views.py", "app/views.py", True),
    ("a hidden folder", "/x/.hidden/views.py", ".hidden/views.py", True),
    ("node, without the package's folder", "/app/node_modules/express/lib/index.js",
     "lib/index.js", False),
    ("a name alone", "parser.py", "src/llamafactory/hparams/parser.py", False),
    ("a name alone on both sides", "setup.py", "setup.py", False),
    ("another package with that ending", f"{SITE}/other/models.py", "src/requests/models.py", False),
    ("another folder", f"{SITE}/django/db/query.py", "django/db/models/query.py", False),
    ("an ending inside of a name", "/x/mydjango/db.py", "django/db.py", False),
    ("no file", "<string>", "a/b.py", False),
    ("nothing", "", "a/b.py", False),
    ("a frozen module", "<frozen importlib._bootstrap>", "Lib/importlib/_bootstrap.py", True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "stack", "entry", "same"), SAME, ids=[row[0] for row in SAME])
def test_same_file(name, stack, entry, same):
    assert same_file(stack, entry) is same


PACKAGES = [
    ("django/db/models/query.py", "django"),
    ("src/requests/models.py", "requests"),
    ("Lib/json/decoder.py", "json"),
    ("setup.py", None),
    ("src/main.py", None),
]


@pytest.mark.parametrize(("entry", "package"), PACKAGES)
def test_the_package_of_a_file(entry, package):
    assert package_of(entry) == package


def test_a_file_in_a_package():
    assert in_package(f"{SITE}/requests/models.py", "requests")
    assert in_package(f"{SITE}/six.py", "six.py")
    assert not in_package(f"{SITE}/requests_oauth/core.py", "requests")
    assert in_package("/home/me/requests/models.py", "requests")
    assert in_package("C:\\\\me\\\\requests\\\\models.py", "requests")
    assert not in_package("/home/me/src/requests", "requests")


def test_the_part_below_the_library_folder():
    assert installed_path(f"{SITE}/a/b.py") == "a/b.py"
    assert installed_path("/home/me/a.py") is None


@pytest.mark.parametrize(
    ("file", "function", "path"),
    [
        ("Shelf.java", "org.acme.Shelf.get", "org/acme/Shelf.java"),
        ("Shelf.kt", "java.base/org.acme.ShelfKt$get$1.invoke", "org/acme/Shelf.kt"),
        ("Shelf.java", None, "Shelf.java"),
        ("shelf.py", "acme.Shelf.get", "shelf.py"),
    ],
)
def test_a_frame_of_the_jvm_says_its_folder_with_the_function(file, function, path):
    assert stack_path(file, function) == path
