"""What pages are asked with."""

from django import forms

#: Deeper pages than this are not served: search engines walk them, people refine their words.
MAX_PAGE = 500
REPO = r"^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$"


class SearchForm(forms.Form):
    """``q``: words, a code or a class; ``repo``: owner/name; ``page``: from 1. Nothing is required."""

    q = forms.CharField(required=False, max_length=5000)
    repo = forms.RegexField(REPO, required=False, max_length=200)
    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)


class PasteForm(forms.Form):
    """``text``: what was pasted, white space and all."""

    text = forms.CharField(required=False, strip=False)


class PageForm(forms.Form):
    """``page``: from 1."""

    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)


class ProblemsForm(forms.Form):
    """``kind``: rejected or warning; ``code``: a problem's code; ``page``: from 1. Nothing is required."""

    kind = forms.ChoiceField(required=False, choices=[("rejected", "rejected"), ("warning", "warning")])
    code = forms.RegexField(r"^[a-z0-9-]+$", required=False, max_length=50)
    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)
