"""PHP source → sites: where a site stands."""

from ingest.readers.source_tree.site import Guard
from tests.ingest.source.test_php import sites

NESTED = """
/** A shelf. */
class Shelf {
    /**
     * Finds things. Slowly.
     */
    public function find(string $name, int ...$counts): void {
        if ($a && $b) {
            f();
        } elseif ($c) {
            switch ($d) {
                case 1:
                case 2:
                    array_map(function ($x) { throw new E('a b'); }, $y);
            }
        } else {
            try { f(); } catch (\\A|B $e) {
                $f or throw new E('c d');
            }
        }
        $x = match ($g) { 1, 2 => 3, default => throw new E('e f') };
    }
}
"""


def test_where_it_stands() -> None:
    first, second, third = sites(NESTED)
    assert (first.function, first.function_lines, first.parameters) == ("Shelf::find", (8, 23), ("name",))
    assert first.documentation == ("Finds things.", "A shelf.")
    assert (first.line, first.first_line, first.last_line) == (15, 15, 15)
    assert first.guards == (
        Guard(kind="condition", text="$a && $b", holds=False),
        Guard(kind="condition", text="$c"),
        Guard(kind="case", text="$d", pattern="1, 2"),
    )
    assert second.guards == (
        Guard(kind="condition", text="$a && $b", holds=False),
        Guard(kind="condition", text="$c", holds=False),
        Guard(kind="catch", text="\\A|B"),
        Guard(kind="condition", text="$f", holds=False),
    )
    assert third.guards == (Guard(kind="case", text="$g", pattern=""),)
