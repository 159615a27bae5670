"""Texts that code keeps in files of their own, by keys."""

import pytest

from ingest.readers.source_tree import csharp, java
from ingest.readers.source_tree.curly.resources import is_properties, is_resx, name_of, properties_texts
from tests.ingest.source.curly.reading import templates

RESX = """<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="version"><value>2.0</value></resheader>
  <data name="Gone" xml:space="preserve">
    <value>It is gone &amp; over</value>
    <comment>Shown at the end</comment>
  </data>
  <data name="Low" xml:space="preserve"><value>{0} is lower than {1}</value></data>
  <data name="Icon" type="System.Drawing.Icon"><value>AAAA</value></data>
</root>
"""
PROPERTIES = """# The texts
! of the shop
shop.gone=It is gone
shop.low : {0} is lower than {1}, isn''t it
shop.long = one \\
    two
shop.sign = caf\\u00e9
"""


def of_tree(language, sources: dict[str, str]) -> list[str]:
    facts = {path: language.read(source) for path, source in sources.items()}
    return templates([site for _, site in language.link(facts)])


# What is thrown in C#, the file of texts beside it, and what is said.
RESX_CASES = [
    ("new X(Texts.Gone)", "src/Texts.resx", "It is gone & over"),
    ("new X(string.Format(Texts.Low, a, b))", "src/Texts.resx", "{a} is lower than {b}"),
    ("new X(SR.Format(SR.Low, a, b))", "Resources/Strings.resx", "{a} is lower than {b}"),
    ("new ArgumentException(SR.GetString(SR.Gone), nameof(a))", "Strings.resx", "It is gone & over"),
    ("new X(Texts.Icon)", "src/Texts.resx", "{Texts_Icon}"),
    ("new X(Texts.Gone)", "src/Texts.de.resx", "{Texts_Gone}"),
    ("new X(Other.Gone)", "src/Texts.resx", "{Other_Gone}"),
]


@pytest.mark.parametrize(("thrown", "path", "said"), RESX_CASES)
def test_resx(thrown: str, path: str, said: str):
    source = f"class A {{ void F(int a, int b) {{ throw {thrown}; }} }}"
    assert of_tree(csharp, {"src/A.cs": source, path: RESX}) == [said]


PROPERTIES_CASES = [
    ('bundle.getString("shop.gone")', "shop/Texts.properties", "It is gone"),
    ('sm.getString("shop.low", a, b)', "shop/LocalStrings.properties", "{a} is lower than {b}, isn't it"),
    # Without arguments the text is shown as it is kept.
    ('bundle.getString("shop.low")', "texts.properties", "{{0}} is lower than {{1}}, isn''t it"),
    ('bundle.getString("shop.long")', "texts.properties", "one two"),
    ('"Sorry: " + bundle.getString("shop.sign")', "texts.properties", "Sorry: café"),
    ('bundle.getString("shop.gone")', "shop/texts_de.properties", "{bundle_getString}"),
    ('bundle.getString("shop.lost")', "shop/texts.properties", "{bundle_getString}"),
    ("bundle.getString(a)", "shop/texts.properties", "{bundle_getString_a}"),
]


@pytest.mark.parametrize(("message", "path", "said"), PROPERTIES_CASES)
def test_properties(message: str, path: str, said: str):
    source = f"class A {{ void f(int a, int b) {{ throw new X({message}); }} }}"
    assert of_tree(java, {"src/A.java": source, path: PROPERTIES}) == [said]


def test_a_key_of_two_files_means_nothing():
    source = 'class A { void f() { throw new X(bundle.getString("shop.gone")); } }'
    files = {"A.java": source, "a.properties": "shop.gone=a text", "b.properties": "shop.gone=b text"}
    assert of_tree(java, files) == ["{bundle_getString}"]


NO_TEXTS = [
    "",
    "class A { int a = 3; }",
    "// a = b\nimport a.b;",
    "package a;\n\na=b",
    "@A(b = 1) class C {}",
    "a == b",
]


@pytest.mark.parametrize("source", NO_TEXTS)
def test_source_is_no_file_of_texts(source: str):
    assert not is_properties(source)
    assert not is_resx(source)


HOSTILE = [
    "a=b\\\n" * 10_000,
    "a" * 100_000,
    "a=" + "\\u" * 50_000,
    "#\n" * 50_000,
    "=\n" * 10_000,
    "a=\ud800",
]


@pytest.mark.parametrize("source", HOSTILE, ids=[row[:12] for row in HOSTILE])
def test_hostile_files_of_texts(source: str):
    assert len(properties_texts(source)) < 20_001
    java.read(source)
    csharp.read(f'<root><data name="a"><value>{source}')


def test_names():
    assert [name_of(path) for path in ("a/Texts.resx", "a/Texts.pt-BR.resx", "m_pt_BR.properties")] == [
        "Texts",
        None,
        None,
    ]
