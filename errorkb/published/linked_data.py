"""Pages as schema.org describes them, to be written as JSON-LD."""

from collections.abc import Mapping, Sequence
from typing import Any

from errorkb.models import Entry
from errorkb.wording import plain

_CONTEXT = "https://schema.org"


def article(
    entry: Entry, *, url: str, picture: str, title: str, description: str, site: str
) -> Mapping[str, Any]:
    """An entry as a TechArticle. url, picture and site: absolute addresses."""
    publisher = {"@type": "Organization", "name": "errorkb", "url": site}
    about: dict[str, Any] = {"@type": "SoftwareSourceCode", "name": entry.repo_id}
    if entry.github_url.startswith(f"https://github.com/{entry.repo_id}/"):
        about["codeRepository"] = f"https://github.com/{entry.repo_id}"
    return {
        "@context": _CONTEXT,
        "@type": "TechArticle",
        "headline": title,
        "description": description,
        "url": url,
        "mainEntityOfPage": url,
        "image": picture,
        "inLanguage": "en",
        "datePublished": entry.analyzed_instant.isoformat(),
        "dateModified": entry.changed_at.isoformat(),
        "author": publisher,
        "publisher": publisher,
        "about": about,
        "keywords": [plain(tag) for tag in entry.tags],
        "isAccessibleForFree": True,
    }


def breadcrumbs(trail: Sequence[tuple[str, str]]) -> Mapping[str, Any]:
    """The way to a page, from the front door: (name, absolute address) of each step."""
    return {
        "@context": _CONTEXT,
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": number, "name": name, "item": url}
            for number, (name, url) in enumerate(trail, 1)
        ],
    }


def site(url: str, *, name: str, description: str) -> Mapping[str, Any]:
    """The whole as a WebSite whose search box others may offer."""
    return {
        "@context": _CONTEXT,
        "@type": "WebSite",
        "name": name,
        "description": description,
        "url": url,
        "potentialAction": {
            "@type": "SearchAction",
            "target": {"@type": "EntryPoint", "urlTemplate": f"{url}search/?q={{query}}"},
            "query-input": "required name=query",
        },
    }
