"""Notebooks: IPython, Jupyter, Colab. Name, text, and what a reader finds in it."""
# ruff: noqa: W291 - the texts are as they are printed

from tests.matching.python_forms.expected import error

FORMS = {
    "ipython": (
        """---------------------------------------------------------------------------
ValueError                                Traceback (most recent call last)
<ipython-input-1-0a1b2c3d4e5f> in <module>()
----> 1 f()

~/app.py in f(x)
      1 def f(x):
      2     y = x
----> 3     raise ValueError("bad")
      4 

ValueError: bad""",
        [error(("~/app.py", 3, "f"))],
    ),
    "ipython 8": (
        """---------------------------------------------------------------------------
ValueError                                Traceback (most recent call last)
Cell In[2], line 1
----> 1 f(1)

File ~/src/app.py:12, in f(x)
     10 def f(x):
     11     y = x
---> 12     raise ValueError("bad")

ValueError: bad""",
        [error(("~/src/app.py", 12, "f"))],
    ),
    "ipython 8, in a cell": (
        """ValueError                                Traceback (most recent call last)
Input In [2], in <cell line: 3>()
      1 a = 1
----> 3 raise ValueError("bad")

ValueError: bad""",
        [error(("Input In [2]", 3, "<cell line: 3>"))],
    ),
    "ipykernel": (
        """ValueError                                Traceback (most recent call last)
/tmp/ipykernel_12/3456.py in <module>
      1 a = 1
----> 2 raise ValueError("bad")

ValueError: bad""",
        [error(("/tmp/ipykernel_12/3456.py", 2, "<module>"))],  # noqa: S108 - only a name
    ),
    "colab with links and left out frames": (
        """ValueError                                Traceback (most recent call last)
[<ipython-input-3-0a1b2c3d4e5f>](https://localhost:8080/#) in <cell line: 1>()
----> 1 f()

9 frames
[/usr/local/lib/python3.10/dist-packages/lib/core.py](https://localhost:8080/#) in run(self, *args)
    115         a = 1
--> 117         raise ValueError("bad")
    118 

ValueError: bad""",
        [error(("/usr/local/lib/python3.10/dist-packages/lib/core.py", 117, "run"))],
    ),
    "notebook on windows": (
        """ValueError                                Traceback (most recent call last)
C:\\Users\\me\\app.py in f(x)
----> 3     raise ValueError("bad")

ValueError: bad""",
        [error(("C:\\Users\\me\\app.py", 3, "f"))],
    ),
    "a chain in a notebook": (
        """KeyError                                  Traceback (most recent call last)
Cell In[1], line 2
      1 try:
----> 2     {}["x"]

KeyError: 'x'

The above exception was the direct cause of the following exception:

ValueError                                Traceback (most recent call last)
Cell In[1], line 4
----> 4     raise ValueError("bad") from e

ValueError: bad""",
        [
            error(("Cell In[1]", 2, None), "'x'", "KeyError", "root"),
            error(("Cell In[1]", 4, None), relation="cause"),
        ],
    ),
    "a class with its package in a notebook": (
        """ConnectionError                           Traceback (most recent call last)
/usr/lib/python3/dist-packages/requests/adapters.py in send(self, request)
    515 
--> 516             raise ConnectionError(e, request=request)
    517 

ConnectionError: HTTPConnectionPool(host='a', port=80): Max retries exceeded""",
        [
            error(
                ("/usr/lib/python3/dist-packages/requests/adapters.py", 516, "send"),
                "HTTPConnectionPool(host='a', port=80): Max retries exceeded",
                "ConnectionError",
            )
        ],
    ),
    "a notebook without its header": (
        """/usr/lib/python3/app.py in f(x)
      2     y = x
----> 3     raise ValueError("bad")

ValueError: bad""",
        [error(("/usr/lib/python3/app.py", 3, "f"))],
    ),
    "a notebook cut off": (
        """ValueError                                Traceback (most recent call last)
~/app.py in f(x)
----> 3     raise ValueError("bad")""",
        [error(("~/app.py", 3, "f"), "")],
    ),
    "ipython's plain mode": (
        """Traceback (most recent call last):

  Cell In[16], line 1
    import shop

  File /opt/shop/__init__.py:170
    exec(text)

  File <string>:25
    )if x:
     ^
SyntaxError: invalid syntax""",
        [error(("<string>", 25, None), "invalid syntax", "SyntaxError")],
    ),
    "a syntax error in a cell": (
        """  Cell In[1], line 1
    x = = 1
        ^
SyntaxError: invalid syntax""",
        [error(("Cell In[1]", 1, None), "invalid syntax", "SyntaxError")],
    ),
}
