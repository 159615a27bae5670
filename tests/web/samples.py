"""One page object for each template, with something in every field."""

import dataclasses

from markupsafe import Markup

from errorkb.api.docs_page import Answer, ApiPage, Example, Group, Kind, Operation, Parameter
from errorkb.web.batch_pages import (
    BatchesPage,
    BatchPage,
    BatchRow,
    ChunkRow,
    ProblemCount,
    ProblemRow,
    Progress,
    UploadPage,
)
from errorkb.web.browse_pages import (
    FiledPage,
    HomePage,
    Letter,
    Named,
    NameList,
    NamesPage,
    RepoPage,
    RepoRow,
    RowGroup,
    Share,
)
from errorkb.web.filling import NOTHING
from errorkb.web.fix import example_fix
from errorkb.web.highlight import code_lines
from errorkb.web.match_pages import (
    EventView,
    MatchPage,
    MatchView,
    PasteHead,
    PasteLine,
    PastePart,
    PastePiece,
    PlaceView,
)
from errorkb.web.pages import (
    Chip,
    CodeBlock,
    DiffPiece,
    EntryPage,
    EntryRow,
    Facet,
    FacetValue,
    FailurePage,
    FieldChange,
    Filling,
    FoundRow,
    HistoryPage,
    Moment,
    Pagination,
    Provenance,
    Reading,
    SearchPage,
    VersionView,
)

ROW = EntryRow(
    url="/acme/widgets/no-widget/", title="No widget named {name}", code=None,
    message="No widget named {name}", repo="acme/widgets", repo_url="/acme/widgets/",
    error_class="WidgetError", class_url="/classes/WidgetError/", severity="error",
    excerpt="The shelf has no such widget.",
)  # fmt: skip
FOUND = FoundRow(
    entry=ROW, message=Markup("No <mark>widget</mark> named <var>{name}</var>"),
    excerpt=Markup("The shelf has no such <mark>widget</mark>."),
)  # fmt: skip
PAGES = Pagination(page=2, pages=3, total=2000, more=True, previous_url="/a?page=1", next_url="/a?page=3")
CLASSES = NameList(
    title="Error classes", more=7, all_url="/classes/?repo=acme/widgets",
    names=(Named(place="acme.", name="WidgetError", url="/classes/acme.WidgetError/", entries=7),),
)  # fmt: skip
LETTERS = (Letter(label="v", count=0, url=None, chosen=False),
           Letter(label="w", count=7, url="/classes/?letter=w", chosen=True))  # fmt: skip
HOME = HomePage(
    entries=1234, repositories=2, classes=3, met=CLASSES, newest=(ROW,),
    repos=(RepoRow(name="acme/widgets", url="/acme/widgets/", description="Shelves",
                   language="Python", entries=1),),
    reading=Reading(title="installed packages", url="/batches/7/", is_open=True, done=12, total=46,
                    entries=1234),
)  # fmt: skip
SEARCH = SearchPage(
    query="widget severity:error", repo="acme/widgets", repo_url=None, explained=(), rows=(FOUND,),
    further=(), pagination=PAGES, building=False, some=False, instead=None,
    chosen=(Chip(label="severity:error", url="/search/?q=widget"),),
    facets=(Facet(name="class", title="Class", values=(
        FacetValue(label="WidgetError", count=7, url="/search/?q=widget+class%3AWidgetError", chosen=False),
        FacetValue(label="LampError", count=2, url="/search/?q=widget+class%3ALampError", chosen=False),
    )),),
    sorts=(FacetValue(label="Best first", count=None, url="/search/?q=widget", chosen=True),
           FacetValue(label="Newest first", count=None, url="/search/?q=widget&sort=newest", chosen=False)),
)  # fmt: skip
NEWEST = FacetValue(label="Newest first", count=None, url="/acme/widgets/", chosen=True)
GROUPS = (RowGroup(title=None, url=None, rows=(ROW,)),)
REPO = RepoPage(
    name="acme/widgets", source_url="https://github.com/acme/widgets", description="Shelves",
    language="Python", stars=5, analyzed_sha="0123456789abcdef", analyzed_at="2026-08-14T00:00:00Z",
    entries=2000, shares=(Share(label="have solutions", entries=500, percent=25, url="/search/?q=has"),),
    letters=LETTERS, letter=None,
    sorts=(NEWEST, dataclasses.replace(NEWEST, label="By file", url="/acme/widgets/?sort=place",
                                       chosen=False)),
    groups=(RowGroup(title="shelf.py", url=None, rows=(ROW,)),), pagination=PAGES, lists=(CLASSES,),
)  # fmt: skip
FILED = FiledPage(
    kind="Error class", name="acme.WidgetError", url="/classes/acme.WidgetError/", index_url="/classes/",
    index_title="Error classes", is_building=False,
    scope=Chip(label="acme/widgets", url="/classes/acme.WidgetError/"), entries=7,
    search_url="/search/?q=class%3Aacme.WidgetError", sorts=(), pagination=PAGES, lists=(CLASSES,),
    groups=(RowGroup(title="acme/widgets", url="/acme/widgets/", rows=(ROW,)),),
)  # fmt: skip
NAMES = NamesPage(
    kinds="Error classes", url="/classes/", scope=Chip(label="acme/widgets", url="/classes/"), total=201,
    letters=LETTERS, letter="w", names=CLASSES.names, pagination=PAGES,
)  # fmt: skip
ENTRY = EntryPage(
    id="0123456789abcdef", url="/acme/widgets/no-widget/", filling=NOTHING, retired=None,
    title="No widget named {name}", code=None,
    message="No widget named {name}", repo="acme/widgets", repo_url="/acme/widgets/",
    severity="error", error_class="WidgetError", class_url="/classes/WidgetError/",
    error_type="error_code", http_status=404,
    documentation="The shelf has `no` such widget.\n\nIt may be sold.", file_path="shelf.py",
    line_number=8, permalink="https://github.com/acme/widgets/blob/0123/shelf.py#L7",
    permalink_label="View on GitHub (pinned to 0123456789)",
    source=code_lines("def f():\n    raise X", file_path="a.py", first_line=7, thrown_line=8),
    solutions=("List the shelf first.",), strategy="validation",
    example_fix=example_fix("# before\nold()\n# after\nnew()", "shelf.py"),
    defences=tuple(CodeBlock(title=title, lines=code_lines("check()", file_path="a.py"))
                   for title in ("Validate before calling", "Type guard", "Try / catch")),
    prevention=("Count widgets.",), trigger="A name is misspelt.", situations="On Mondays.",
    tags=(Chip(label="shelf", url="/tags/shelf/"),),
    related=(dataclasses.replace(ROW, reason="raised in the same function, take"),),
    provenance=Provenance(repo="acme/widgets", sha="0123456789", date="2026-08-14", form="text",
                          is_commit=True,
                          derived=("its address here",), marks=("The pattern is too broad.",),
                          json_url="/api/errors/0123456789abcdef", issue_url="https://x.example/n",
                          versions=3, more_versions=False,
                          history_url="/acme/widgets/no-widget/history/"),
)  # fmt: skip
BARE = dataclasses.replace(
    ENTRY, source=(), solutions=(), strategy=None, example_fix=None, defences=(), prevention=(),
    tags=(), related=(), http_status=None, error_class=None, class_url=None,
    provenance=dataclasses.replace(ENTRY.provenance, form="json", derived=(), marks=(), versions=1),
)  # fmt: skip
SCANNED = dataclasses.replace(
    BARE,
    situations=None,
    permalink_label="View on PyPI",
    provenance=dataclasses.replace(BARE.provenance, form="source", is_commit=False, issue_url=None),
)
GEAR = Filling(values=(("name", "gear"),))
FILLED = dataclasses.replace(
    ENTRY, filling=GEAR, solutions=("Put {name} on the shelf.",), trigger="Asking for <name>."
)
MATCHED = MatchView(
    row=ROW, confidence="confirmed", event="WidgetError", relation="raised first", anchor="found-1",
    lines="line 4", reasons=("the class is WidgetError",), captures=(("name", "gear"),), filling=GEAR,
    values='{"name": "gear"}', solution="List the shelf of {name} first.", more_solutions=2,
    place="shelf.py:8", more_places=3,
    places=(PlaceView(url="/acme/widgets/no-widget-2/", repo="acme/widgets", error_class="ShelfError",
                      place="shelf.py:90", values='{"name": "gear"}'),),
)  # fmt: skip
LINE = PasteLine(number=1, in_event=False, pieces=(PastePiece(text="start", kind="plain"),))
MATCH = MatchPage(
    text="\nWidgetError: No widget named gear", problem=None, asked=True, summary="Best match, confirmed.",
    best=MATCHED,
    beside=dataclasses.replace(MATCHED, event="ShelfError", relation="raised from WidgetError", places=(),
                               more_places=0, anchor=None),
    further=(dataclasses.replace(MATCHED, confidence="likely", values=None, filling=NOTHING, captures=(),
                                 solution=None),),
    near=(ROW,),
    events=(EventView(anchor="event-1", name="WidgetError", message="No widget named gear",
                      relation="raised first", place="shelf.py:8 in f", frames=("shop.py:3 in g",),
                      more_frames=7, lines="lines 4–5", times=3, matched=True),),
    more_events=2,
    parts=(
        PastePart(kind="noise", heads=(), count=3, lines=(LINE,), left_out=1,
                  tail=(dataclasses.replace(LINE, number=3),)),
        PastePart(kind="shown", count=1, left_out=0, tail=(),
                  heads=(PasteHead(anchor="event-1", name="WidgetError", relation="raised first",
                                   matched=True),),
                  lines=(PasteLine(number=4, in_event=True, cut_start=True, cut_end=True, pieces=(
                      PastePiece(text="web | ", kind="noise"),
                      PastePiece(text="WidgetError: ", kind="event"),
                      PastePiece(text="No widget named gear", kind="match", anchor="found-1"))),)),
        PastePart(kind="stack", heads=(), count=2, lines=(), left_out=2, tail=()),
    ),
    search_url="/search/?q=x", patterns=1500, took_ms=1.94, truncated=True,
)  # fmt: skip
FAILURE = FailurePage(status=404, title="Not found", text="There is nothing here.")
MOMENT = Moment(iso="2026-08-15T10:00:00+00:00", shown="2026-08-15 10:00 UTC")
VERSION = VersionView(
    state="in effect", analyzed_at="2026-08-14T21:57:28.298Z", sha="0123456789", form="json",
    dataset_version="2026-08-15T00:00:00Z", since=MOMENT, older="2026-07-01T00:00:00.000Z",
    changes=(
        FieldChange(key="documentation", items=(), notes=("Only white space differs.",),
                    pieces=(DiffPiece(kind="gap", text="7 lines are the same"),
                            DiffPiece(kind="same", text="The shelf "),
                            DiffPiece(kind="removed", text="had"), DiffPiece(kind="added", text="has"))),
        FieldChange(key="solutions", pieces=(), notes=(),
                    items=((DiffPiece(kind="same", text="List the shelf first."),),
                           (DiffPiece(kind="added", text="Buy one."),))),
    ),
    not_compared=(),
)  # fmt: skip
HISTORY = HistoryPage(
    title="No widget named {name}", repo="acme/widgets", repo_url="/acme/widgets/",
    entry_url="/acme/widgets/no-widget/", retired=None, pagination=PAGES,
    versions=(VERSION, dataclasses.replace(VERSION, state="never in effect", form="text",
                                           changes=(), not_compared=("tags",)),
              dataclasses.replace(VERSION, state="was in effect", dataset_version=None,
                                  older=None, changes=())),
)  # fmt: skip
BATCH_ROW = BatchRow(
    number=7, url="/batches/7/", state="running", sources=("/dumps/a.jsonl", "/dumps/b.jsonl"),
    more_sources=3, created=MOMENT, finished=None,
    counts=(("read", 1234), ("new", 1000), ("changed", 20), ("unchanged", 13), ("rejected", 201),
            ("warned", 5), ("retired", 2)),
)  # fmt: skip
BATCHES = BatchesPage(
    rows=(BATCH_ROW, dataclasses.replace(BATCH_ROW, state="done", finished=MOMENT)), pagination=PAGES
)
PROBLEM = ProblemRow(
    file="/dumps/a.jsonl", place="line 3", code="wrong-type", rejects=True, is_cut=True,
    reason="lineNumber is a text", excerpt="\n{'lineNumber': 'x'}",
)  # fmt: skip
BATCH = BatchPage(
    row=BATCH_ROW, is_open=True, is_direct=False, is_complete=True, last_sign=MOMENT,
    progress=Progress(done=1536, total=4096, percent=37),
    commands=(("Stop it; what is stored stays", "errorkb batches 7 --cancel"),),
    chunks=(ChunkRow(path="/dumps/b.jsonl", lines="from line 1,001", state="failed", error="OSError: gone"),
            ChunkRow(path="/dumps/c.jsonl", lines=None, state="queued", error="its worker went away")),
    more_chunks=True, kind="rejected", code="wrong-type",
    problem_counts=(ProblemCount(url="/batches/7/?kind=rejected&code=wrong-type", code="wrong-type",
                                 rejects=True, number=10000, more=True, chosen=True),
                    ProblemCount(url="/batches/7/?kind=warning&code=id-mismatch", code="id-mismatch",
                                 rejects=False, number=5, more=False, chosen=False)),
    problems=(PROBLEM, dataclasses.replace(PROBLEM, rejects=False, excerpt="", is_cut=False)),
    pagination=PAGES, all_url="/batches/7/", download_url="/batches/7/problems.jsonl",
)  # fmt: skip
UPLOAD = UploadPage(
    problems=("No file was chosen.", "The token is not in force.", "Try again."), max_bytes=3 << 30
)
LINES = code_lines("curl http://127.0.0.1:8000/api/errors", file_path="example.sh")
API = ApiPage(
    origin="http://127.0.0.1:8000",
    groups=(
        Group(
            title="Entries",
            operations=(
                Operation(
                    id="list", method="GET", path="/api/errors", summary="A list", description="Of all.",
                    parameters=(Parameter(name="limit", takes="1 to 100", is_required=False, told="rows"),),
                    bodies=("application/json",),
                    body_fields=(Parameter(name="ids", takes="ids", is_required=True, told="which"),),
                    scope="ingest",
                    examples=(Example(id="example-1", title="All", by="curl", lines=LINES),),
                    answers=(Answer(status="200", told="The list.", example=LINES),),
                ),
            ),
        ),
    ),
    kinds=(Kind(code="not-found", title="Not found", statuses=(404,)),),
)  # fmt: skip
FULL = {
    "api.html": API,
    "home.html": HOME, "search.html": SEARCH, "repo.html": REPO, "filed.html": FILED, "names.html": NAMES,
    "entry.html": ENTRY,
    "history.html": HISTORY, "batches.html": BATCHES, "batch.html": BATCH, "upload.html": UPLOAD,
    "match.html": MATCH, "match_result.html": MATCH, "failure.html": FAILURE, "500.html": None,
}  # fmt: skip
