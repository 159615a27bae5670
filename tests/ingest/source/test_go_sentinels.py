"""Go's errors that are variables: they are told of where a function returns them."""

from ingest.readers.source_tree import go
from ingest.readers.source_tree.site import Guard
from ingest.readers.source_tree.template import template_of

DECLARED = """package shop

import "errors"

// ErrGone says that it is gone. More.
var ErrGone = errors.New("it is gone")

var (
	errFull  = errors.New("the shelf is full")
	errOther = errors.New("another one")
	errAlone = errors.New("never returned")
)

var _ error = &Wrong{}

type Wrong struct{ Err error }

func (w *Wrong) Error() string { return "wrong: " + w.Err.Error() }

// Take takes it. Slowly.
func (s *Shelf) Take(n int) (int, error) {
	if n > 3 {
		return 0, ErrGone
	}
	if n == 2 { return 0, errFull }
	err := s.go(n)
	return 0, err
}
"""
ELSEWHERE = """package shop

func Put(n int) error {
	errAlone := n
	if n > 1 {
		return errOther
	}
	return errAlone
}
"""


def test_where_they_are_told_of():
    files = {"shop/a.go": go.read(DECLARED), "shop/b.go": go.read(ELSEWHERE)}
    found = {template_of(site.message): (path, site) for path, site in go.link(files)}
    path, gone = found["it is gone"]
    assert (path, gone.function, gone.line, gone.guards) == (
        "shop/a.go",
        "Shelf.Take",
        23,
        (Guard(kind="condition", text="n > 3"),),
    )
    assert gone.documentation == ("ErrGone says that it is gone.", "Take takes it.")
    assert found["the shelf is full"][1].line == 25
    # Of one that another file returns, the entry stays where its text is.
    path, other = found["another one"]
    assert (path, other.line, other.function) == ("shop/a.go", 10, "Put")
    assert other.guards == (Guard(kind="condition", text="n > 1"),)
    alone = found["never returned"][1]
    assert (alone.line, alone.function, alone.guards) == (11, None, ())
    assert len(found) == 4
