"""Which function and which condition stand around the line that throws."""

import pytest

from errorkb.surroundings import LONGEST, surroundings

PYTHON = """\
    def take(self, name):
        if name == "":
            return None
        for shelf in self.shelves:
            if name not in shelf  and  not self.open:
                raise WidgetError(name)
"""
GO = """\
func (s *Shelf) Take(name string) error {
\tif s.closed {
\t\treturn fmt.Errorf("shelf is closed")
\t}
}
"""
JAVA = """\
    public static <T> List<T> take(String name, int count) throws ShelfException {
        if (count < 0) {
            throw new ShelfException("negative");
        }
"""
RUST = """\
pub(crate) fn take(name: &str) -> Result<Widget, Error> {
    match name {
        "" => Err(Error::Nameless),
"""
JAVASCRIPT = """\
export async function take(name) {
  if (!name) throw new TypeError("no name");
"""
RUBY = """\
  def take!(name)
    raise ShelfError, "closed" unless open?
"""


@pytest.mark.parametrize(
    ("source", "line", "function", "begins", "condition"),
    [
        (PYTHON, 6, "take", 1, "if name not in shelf and not self.open"),
        (PYTHON, 3, "take", 1, 'if name == ""'),
        (PYTHON, 4, "take", 1, None),
        (GO, 3, "Take", 1, "if s.closed"),
        (JAVA, 3, "take", 1, "if (count < 0)"),
        (RUST, 3, "take", 1, None),
        (JAVASCRIPT, 2, "take", 1, 'if (!name) throw new TypeError("no name");'),
        (RUBY, 2, "take!", 1, None),
        ("raise X", 1, None, None, None),
    ],
    ids=["python", "an earlier line", "a loop is none", "go", "java", "rust", "javascript", "ruby", "bare"],
)
def test_what_stands_around(source, line, function, begins, condition):
    found = surroundings(source, 1, line)
    assert (found.function, found.begins, found.condition) == (function, begins, condition)


def test_lines_are_numbered_as_in_the_file():
    assert surroundings(PYTHON, 41, 46).begins == 41


@pytest.mark.parametrize(
    ("source", "first", "line"),
    [
        (None, 1, 1),
        ("", 1, 1),
        ("if x:", None, 1),
        ("raise X", 1, None),
        ("raise X", 5, 4),
        ("raise X", 5, 9),
    ],
)
def test_what_is_not_shown_is_not_known(source, first, line):
    found = surroundings(source, first, line)
    assert (found.function, found.condition) == (None, None)


def test_long_lines_are_not_read():
    source = f"if {'x' * LONGEST}:\n    raise X"
    assert surroundings(source, 1, 2).condition is None
