"""Runs of pytest in all its styles. Name, text, and what a reader finds in it."""
# ruff: noqa: W291 - the texts are as they are printed

from tests.matching.python_forms.expected import error

FORMS = {
    "pytest long": (
        """=================================== FAILURES ===================================
_________________________________ test_divide __________________________________

    def test_divide():
>       assert divide(1, 0) == 1

test_x.py:8: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 

a = 1, b = 0

    def divide(a, b):
>       return a / b
E       ZeroDivisionError: division by zero

test_x.py:4: ZeroDivisionError
=========================== short test summary info ============================
FAILED test_x.py::test_divide - ZeroDivisionError: division by zero
============================== 1 failed in 0.12s ===============================""",
        [error(("test_x.py", 4, "divide"), "division by zero", "ZeroDivisionError")],
    ),
    "pytest short": (
        """_________________________________ test_divide __________________________________
test_x.py:8: in test_divide
    assert divide(1, 0) == 1
test_x.py:4: in divide
    return a / b
E   ZeroDivisionError: division by zero""",
        [error(("test_x.py", 4, "divide"), "division by zero", "ZeroDivisionError")],
    ),
    "pytest assertion": (
        """    def test_total():
>       assert total([1]) == 2
E       assert 1 == 2
E        +  where 1 = total([1])

test_x.py:12: AssertionError""",
        [error(("test_x.py", 12, "test_total"), "assert 1 == 2 + where 1 = total([1])", "AssertionError")],
    ),
    "pytest assertion, short": (
        "test_x.py:12: in test_total\n    assert total([1]) == 2\nE   assert 1 == 2",
        [error(("test_x.py", 12, "test_total"), "assert 1 == 2", "AssertionError")],
    ),
    "pytest, a class with its package and a long message": (
        """test_x.py:3: in test_load
    Model(a=1)
E   pydantic_core._pydantic_core.ValidationError: 1 validation error for Model
E   b
E     Field required [type=missing]""",
        [
            error(
                ("test_x.py", 3, "test_load"),
                "1 validation error for Model b Field required [type=missing]",
                "pydantic_core._pydantic_core.ValidationError",
            )
        ],
    ),
    "pytest, a class behind its short name": (
        """    def test_get():
>       get()
E       requests.exceptions.ConnectionError: refused

test_x.py:3: ConnectionError""",
        [error(("test_x.py", 3, "test_get"), "refused", "requests.exceptions.ConnectionError")],
    ),
    "pytest collecting": (
        """==================================== ERRORS ====================================
_____________________ ERROR collecting tests/test_shop.py ______________________
ImportError while importing test module '/srv/tests/test_shop.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
/usr/lib/python3.11/importlib/__init__.py:126: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
tests/test_shop.py:1: in <module>
    import shop
E   ModuleNotFoundError: No module named 'shop'
=========================== short test summary info ============================
ERROR tests/test_shop.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!""",
        [error(("tests/test_shop.py", 1, "<module>"), "No module named 'shop'", "ModuleNotFoundError")],
    ),
    "pytest collecting a syntax error": (
        """tests/test_shop.py:1: in <module>
    import shop
E     File "/srv/shop.py", line 3
E       x = = 1
E           ^
E   SyntaxError: invalid syntax""",
        [error(("/srv/shop.py", 3, None), "invalid syntax", "SyntaxError")],
    ),
    "pytest's error lines alone": (
        "E   ValueError: bad",
        [error(None)],
    ),
    "pytest's short summary": (
        "=== short test summary info ===\nFAILED tests/a.py::test_x[1-a] - ValueError: bad\n"
        "ERROR tests/b.py::TestB::test_y - KeyError: 'x'\n=== 1 failed, 1 error in 0.1s ===",
        [error(None), error(None, "'x'", "KeyError")],
    ),
    "pytest line": (
        "/srv/test_x.py:4: ZeroDivisionError: division by zero",
        [error(("/srv/test_x.py", 4, None), "division by zero", "ZeroDivisionError")],
    ),
    "pytest chain": (
        """test_x.py:4: in f
    {}["x"]
E   KeyError: 'x'

The above exception was the direct cause of the following exception:
test_x.py:9: in test_f
    f()
test_x.py:6: in f
    raise ValueError("bad") from e
E   ValueError: bad""",
        [
            error(("test_x.py", 4, "f"), "'x'", "KeyError", "root"),
            error(("test_x.py", 6, "f"), relation="cause"),
        ],
    ),
    "pytest, a fixture": (
        """file /srv/test_x.py, line 3
  def test_x(missing):
E       fixture 'missing' not found
>       available fixtures: cache, capfd

/srv/test_x.py:3""",
        [error(("/srv/test_x.py", 3, "test_x"), "fixture 'missing' not found", None)],
    ),
    "pytest, nothing raised": (
        """    def test_x():
>       with pytest.raises(ValueError):
E       Failed: DID NOT RAISE <class 'ValueError'>

test_x.py:3: Failed""",
        [error(("test_x.py", 3, "test_x"), "DID NOT RAISE <class 'ValueError'>", "Failed")],
    ),
}
