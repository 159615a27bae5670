"""What a tree is: its repository, its commit, and where its files can be seen."""

import sys
import sysconfig
from pathlib import Path

import pytest

from ingest.readers.source_tree.origins import origin_of, trees
from ingest.readers.source_tree.project import remote_of
from ingest.readers.source_tree.stated import stated
from tests.ingest.source.trees import NOON, SHELF, commit, install, scanned, write

REMOTES = {
    "https://github.com/acme/widgets.git": ("github.com", "acme/widgets", "acme/widgets"),
    "https://user:secret@github.com/acme/widgets": ("github.com", "acme/widgets", "acme/widgets"),
    "git@github.com:acme/widgets.git": ("github.com", "acme/widgets", "acme/widgets"),
    "ssh://git@gitlab.example.org:2222/a/b/widgets.git": ("gitlab.example.org", "a/b/widgets", "a.b/widgets"),
    "git+https://codeberg.org/acme/widgets/": ("codeberg.org", "acme/widgets", "acme/widgets"),
    "/srv/git/widgets.git": None,
    "file:///srv/git/widgets.git": None,
    "https://github.com/": None,
    "": None,
}
PERMALINKS = {
    "https://github.com/acme/w": "https://github.com/acme/w/blob/{sha}/app/a%20b.py#L11-L17",
    "https://gitlab.com/acme/g/w": "https://gitlab.com/acme/g/w/-/blob/{sha}/app/a%20b.py#L11-17",
    "https://bitbucket.org/acme/w": "https://bitbucket.org/acme/w/src/{sha}/app/a%20b.py#lines-11:17",
    "https://codeberg.org/acme/w": "https://codeberg.org/acme/w/src/commit/{sha}/app/a%20b.py#L11-L17",
    "https://code.example.org/acme/w": "https://code.example.org/acme/w",
}
MESSAGE = "No widget named {name} on the shelf"


@pytest.mark.parametrize("url", REMOTES)
def test_remotes(url):
    remote = remote_of(url, whole=True)
    assert (remote and (remote.host, remote.path, remote.repo)) == REMOTES[url]


@pytest.mark.parametrize("remote", PERMALINKS)
def test_a_checkout_has_its_commit_and_links_to_its_lines(tmp_path, remote):
    sha = commit(write(tmp_path, {"app/a b.py": SHELF}), remote=remote)
    _, records, _ = scanned(tmp_path)
    accepted = records[MESSAGE]
    record = accepted.record
    assert (record.analyzed_sha, record.analyzed_at) == (sha, "2023-11-14T22:13:20.000Z")
    assert record.github_url == PERMALINKS[remote].format(sha=sha)
    assert ("githubUrl" in accepted.derived) == (remote == "https://code.example.org/acme/w")
    assert accepted.warnings == ()


def test_a_folder_within_a_checkout_has_paths_from_its_top(tmp_path):
    write(tmp_path, {"app/shelf.py": SHELF, "other/shelf.py": SHELF})
    commit(tmp_path)
    scan, records, _ = scanned(tmp_path / "app")
    assert records[MESSAGE].record.file_path == "app/shelf.py"
    assert scan.scanned.paths == ("app/",)
    assert records[MESSAGE].record.repo == "acme/widgets"
    assert len(scan.files) == 1


def test_one_file_of_a_checkout(tmp_path):
    commit(write(tmp_path, {"app/shelf.py": SHELF, "app/other.py": SHELF}))
    scan, _, _ = scanned(tmp_path / "app/shelf.py")
    assert (scan.scanned.paths, len(scan.files)) == (("app/shelf.py",), 1)


def test_a_changed_file_counts_as_newer_than_its_commit(tmp_path):
    commit(write(tmp_path, {"a.py": SHELF, "b.py": SHELF.replace("widget", "gadget")}))
    write(tmp_path, {"b.py": SHELF.replace("widget", "gizmo")}, time=NOON + 60)
    scan, records, _ = scanned(tmp_path)
    same, changed = records[MESSAGE], records["No gizmo named {name} on the shelf"]
    assert scan.project.changed == {"b.py"}
    assert {same.record.analyzed_at, changed.record.analyzed_at} == {"2023-11-14T22:14:20.000Z"}
    assert ("githubUrl" in same.derived, "githubUrl" in changed.derived) == (False, True)


def test_line_ends_that_git_changed_are_no_change(tmp_path):
    commit(write(tmp_path, {"a.py": SHELF}))
    write(tmp_path, {"a.py": SHELF.replace("\n", "\r\n")})
    scan, records, _ = scanned(tmp_path)
    assert scan.project.changed == frozenset()
    assert "\r" not in records[MESSAGE].record.source_code


def test_what_git_is_told_to_ignore_is_left_out(tmp_path):
    commit(write(tmp_path, {"a.py": SHELF, ".gitignore": "made/\n"}))
    write(tmp_path, {"made/b.py": SHELF, "new.py": SHELF})
    scan, _, _ = scanned(tmp_path)
    assert [file.path for file in scan.files] == ["a.py", "new.py"]


def test_hooks_are_not_run(tmp_path):
    commit(write(tmp_path, {"a.py": SHELF}))
    for name in ("post-checkout", "pre-commit", "fsmonitor-watchman"):
        hook = tmp_path / ".git/hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
        hook.chmod(0o755)
    with (tmp_path / ".git/config").open("a") as config:
        config.write(f"[core]\n\tfsmonitor = touch {tmp_path}/ran\n")
    scanned(tmp_path)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("content", ["", "ref: refs/heads/none\n", "\0\0\0"])
def test_a_broken_repository_is_a_folder_like_any_other(tmp_path, content):
    commit(write(tmp_path / "w", {"a.py": SHELF}))
    (tmp_path / "w/.git/HEAD").write_text(content)
    _, records, _ = scanned(tmp_path / "w")
    assert records[MESSAGE].record.repo == "local/w"


def test_a_folder_that_the_commit_has_nothing_of_is_no_part_of_it(tmp_path):
    commit(write(tmp_path, {"a.py": SHELF}))
    write(tmp_path / "scratch", {"b.py": SHELF})
    assert origin_of(tmp_path / "scratch").repo == "local/scratch"


def test_a_folder_without_anything_is_local_and_admits_it(tmp_path):
    write(tmp_path / "my tools", {"a.py": SHELF})
    scan, records, _ = scanned(tmp_path / "my tools")
    accepted = records[MESSAGE]
    assert accepted.record.repo == "local/my-tools"
    assert accepted.record.github_url == "http://local.invalid/local/my-tools/a.py#L11-L17"
    assert {"repo", "githubUrl", "analyzedSha", "analyzedAt"} <= accepted.derived
    assert accepted.record.analyzed_at == "2023-11-14T22:13:20.000Z"
    again, _, _ = scanned(tmp_path / "my tools")
    assert again.project.sha == scan.project.sha
    write(tmp_path / "my tools", {"a.py": SHELF + "\n"})
    assert scanned(tmp_path / "my tools")[0].project.sha != scan.project.sha


def test_a_name_that_is_given_counts(tmp_path):
    _, records, _ = scanned(write(tmp_path, {"a.py": SHELF}), repo="acme/tools")
    assert records[MESSAGE].record.repo == "acme/tools"
    assert "repo" not in records[MESSAGE].derived


STATED = {
    "pyproject.toml": '[project]\ndescription = "D"\n[project.urls]\nSource = "https://github.com/a/b/tree/main"',
    "package.json": '{"description": "D", "repository": {"url": "git+https://github.com/a/b.git"}}',
    "Cargo.toml": '[package]\ndescription = "D"\nrepository = "https://github.com/a/b"',
    "composer.json": '{"description": "D", "support": {"source": "https://github.com/a/b"}}',
    "PKG-INFO": "Name: b\nSummary: D\nProject-URL: Tracker, https://github.com/x/y/issues\n"
    "Project-URL: Source, https://github.com/a/b\n",
}


@pytest.mark.parametrize("name", STATED)
def test_project_files_say_what_a_folder_is(tmp_path, name):
    told = stated(write(tmp_path, {name: STATED[name]}))
    assert (told.remote and told.remote.repo, told.description) == ("a/b", "D")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("go.mod", "module github.com/a/b/v2\n\ngo 1.22\n"),
        ("package.json", '{"repository": "a/b"}'),
        ("b.gemspec", 'spec.homepage = "https://github.com/a/b"\n'),
        ("B.csproj", "<RepositoryUrl>https://github.com/a/b</RepositoryUrl>"),
        ("pom.xml", "<scm>\n  <url>https://github.com/a/b</url></scm>"),
    ],
)
def test_project_files_that_say_where_the_source_is(tmp_path, name, text):
    remote = stated(write(tmp_path, {name: text})).remote
    assert remote is not None
    assert remote.repo == "a/b"


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 5000, '{"repository": 7, "description": []}', "\0"])
@pytest.mark.parametrize("name", ["package.json", "pyproject.toml"])
def test_project_files_that_make_no_sense_say_nothing(tmp_path, name, text):
    told = stated(write(tmp_path, {name: text}))
    assert (told.remote, told.description) == (None, None)


class TestInstalled:
    FILES = {
        "acme_widgets/__init__.py": "",
        "acme_widgets/shelf.py": SHELF,
        "acme_widgets/tests/test_a.py": SHELF,
    }

    def test_a_distribution_is_known_by_its_metadata(self, tmp_path):
        urls = "Project-URL: Bug Tracker, https://github.com/x/y/issues\nProject-URL: Source, https://github.com/acme/widgets"
        metadata = install(tmp_path / "site-packages", "Acme_Widgets", "1.2", self.FILES, urls)
        write(tmp_path / "site-packages", {"acme_widgets/stray.py": SHELF})
        scan, records, _ = scanned(metadata)
        accepted = records[MESSAGE]
        assert accepted.record.repo == "acme/widgets"
        assert accepted.record.file_path == "acme_widgets/shelf.py"
        assert accepted.record.github_url == "https://pypi.org/project/acme-widgets/1.2/"
        assert accepted.record.analyzed_at == "2023-11-14T22:13:20.000Z"
        assert {"githubUrl", "analyzedSha"} <= accepted.derived
        assert [file.path for file in scan.files] == ["acme_widgets/__init__.py", "acme_widgets/shelf.py"]
        assert scan.scanned.paths == ("acme_widgets/",)
        assert accepted.warnings == ()

    def test_without_a_code_host_it_is_named_after_the_index(self, tmp_path):
        metadata = install(
            tmp_path, "acme.widgets", "1", self.FILES, "Home-page: https://widgets.example.org/"
        )
        assert origin_of(metadata).repo == "pypi/acme-widgets"

    def test_a_folder_of_packages_and_an_environment_are_their_distributions(self, tmp_path):
        folder = tmp_path / "env/lib/python3.11/site-packages"
        first = install(folder, "a", "1", {"a.py": SHELF})
        second = install(folder, "b", "1", {"b/__init__.py": SHELF})
        write(tmp_path / "env", {"pyvenv.cfg": ""})
        (tmp_path / "env/lib64").symlink_to("lib")
        assert list(trees(folder)) == list(trees(tmp_path / "env")) == [first, second]

    def test_a_package_in_its_folder_belongs_to_its_distribution(self, tmp_path):
        folder = tmp_path / "site-packages"
        install(folder, "other", "1", {"other.py": SHELF})
        install(
            folder,
            "Acme",
            "1",
            {**self.FILES, "acme_widgets/deep/x.py": SHELF},
            "Home-page: https://github.com/acme/w",
        )
        scan, _, _ = scanned(folder / "acme_widgets/deep")
        assert (scan.origin.repo, [file.path for file in scan.files]) == (
            "acme/w",
            ["acme_widgets/deep/x.py"],
        )
        assert scan.scanned.paths == ("acme_widgets/deep/",)

    def test_distributions_that_share_a_folder_do_not_cover_each_other(self, tmp_path):
        one = install(tmp_path, "a", "1", {"big/one/__init__.py": "", "big/one/x.py": "", "single.py": ""})
        assert origin_of(one).scope == ("single.py", "big/one/")

    def test_a_list_of_files_cannot_lead_out(self, tmp_path):
        write(tmp_path, {"outside.py": SHELF})
        metadata = install(tmp_path / "p", "a", "1", {"a.py": SHELF})
        with (metadata / "RECORD").open("a") as record:
            record.write(f"../outside.py,,\n{tmp_path}/outside.py,,\na/../../outside.py,,\n")
        assert origin_of(metadata).files == ("a.py",)
        (tmp_path / "p/a.py").unlink()
        (tmp_path / "p/a.py").symlink_to(tmp_path / "outside.py")
        assert scanned(metadata)[1] == {}

    @pytest.mark.parametrize("listing", ["installed-files.txt", "top_level.txt", None])
    def test_older_metadata(self, tmp_path, listing):
        write(
            tmp_path, {"widgets/shelf.py": SHELF, "widgets.egg-info/PKG-INFO": "Name: widgets\nVersion: 1\n"}
        )
        if listing:
            text = {"installed-files.txt": "../widgets/shelf.py\nPKG-INFO\n", "top_level.txt": "widgets\n"}[
                listing
            ]
            write(tmp_path, {f"widgets.egg-info/{listing}": text})
        assert origin_of(tmp_path / "widgets.egg-info").files == ("widgets/shelf.py",)

    def test_a_project_with_its_own_metadata_is_a_project(self, tmp_path):
        write(tmp_path, {"setup.py": "", "a.py": SHELF, "a.egg-info/PKG-INFO": "Name: a\n"})
        assert list(trees(tmp_path)) == [tmp_path]


def test_the_library_of_this_python():
    folder = Path(sysconfig.get_path("stdlib"))
    origin = origin_of(folder)
    assert (origin.repo, origin.prefix, origin.scope) == ("python/cpython", "Lib/", ("Lib/",))
    version = ".".join(map(str, sys.version_info[:3]))
    assert origin.address.of("Lib/json/decoder.py", 1, 2).startswith(
        f"https://github.com/python/cpython/blob/v{version}/Lib/json/decoder.py"
    )
    for left_out in ("site-packages/x.py", "test/test_a.py", "idlelib/run.py"):
        assert not origin.owns(left_out)


def test_the_library_of_another_python_has_its_branch_only(tmp_path):
    names = ("os.py", "abc.py", "site.py", "types.py", "functools.py", "json.py")
    folder = write(tmp_path / "python3.12", dict.fromkeys(names, SHELF))
    _, records, _ = scanned(folder)
    assert records[MESSAGE].record.file_path.startswith("Lib/")
    assert "/blob/3.12/Lib/" in records[MESSAGE].record.github_url


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        origin_of(tmp_path / "nowhere")
