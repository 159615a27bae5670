"""A git checkout: its commit, its files' hashes and its remote, read from its files. Git is never run."""

from pathlib import Path

from dulwich.errors import NotGitRepository
from dulwich.ignore import IgnoreFilterManager
from dulwich.object_store import iter_tree_contents
from dulwich.objects import Commit as GitCommit
from dulwich.objects import Tag
from dulwich.repo import Repo

from ingest.readers.source_tree.project import Commit, Remote, remote_of

#: What dulwich raises at a repository that is damaged or newer than it knows.
_DAMAGED = (NotGitRepository, OSError, KeyError, ValueError, AssertionError)


class Checkout:
    """A folder or file below a git repository's top, at a commit. Use `checkout_of`.

    ``root``: the top; ``below``: the path below it; ``remote``: where it came from, if that is stated.
    """

    def __init__(self, repo: Repo, root: Path, below: str) -> None:
        self.root = root
        self.below = below
        head = repo[repo.head()]
        while isinstance(head, Tag):
            head = repo[head.object[1]]
        if not isinstance(head, GitCommit):
            raise ValueError("HEAD is no commit")
        blobs = {
            entry.path.decode("utf-8", "surrogateescape"): entry.sha.decode()
            for entry in iter_tree_contents(repo.object_store, head.tree)
            if entry.path is not None and entry.sha is not None
        }
        self.commit = Commit(sha=head.id.decode(), time=head.commit_time, blobs=blobs)
        self.remote = _remote(repo)
        self._ignored = IgnoreFilterManager.from_repo(repo)

    def holds_below(self) -> bool:
        """Whether the commit has anything at or below the path."""
        folder = f"{self.below}/" if self.below else ""
        return any(path == self.below or path.startswith(folder) for path in self.commit.blobs)

    def ignores(self, path: str) -> bool:
        """Whether a file that the commit does not have is one that git is told to pass over."""
        return path not in self.commit.blobs and bool(self._ignored.is_ignored(path))


def checkout_of(path: Path) -> Checkout | None:
    """The checkout that a path lies in; None where there is none, or none that has anything at the path."""
    for folder in (path, *path.parents):
        if not (folder / ".git").exists():
            continue
        try:
            with Repo(str(folder)) as repo:
                below = path.relative_to(folder).as_posix()
                found = Checkout(repo, folder, "" if below == "." else below)
        except _DAMAGED:
            return None
        return found if found.holds_below() else None
    return None


def _remote(repo: Repo) -> Remote | None:
    config = repo.get_config()
    names = [section[1] for section in config.sections() if len(section) == 2 and section[0] == b"remote"]
    for name in sorted(names, key=lambda name: name != b"origin"):
        try:
            url = config.get((b"remote", name), b"url").decode("utf-8", "replace")
        except KeyError:
            continue
        if (remote := remote_of(url, whole=True)) is not None:
            return remote
    return None
