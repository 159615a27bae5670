"""What pages are asked with."""

import json

from django import forms

from errorkb.filed import LETTERS, ORDERS
from errorkb.fulltext.suggesting import MAX_TYPED
from errorkb.web.filling import MAX_NAME, MAX_VALUE, MAX_VALUES, filling_of
from errorkb.web.pages import Filling

#: Deeper pages than this are not served: search engines walk them, people refine their words.
MAX_PAGE = 500
REPO = r"^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$"


class SearchForm(forms.Form):
    """``q``: words and fields; ``repo``: owner/name; ``sort``: relevance or newest; ``page``: from 1. Nothing
    is required."""

    q = forms.CharField(required=False, max_length=5000)
    repo = forms.RegexField(REPO, required=False, max_length=200)
    sort = forms.ChoiceField(required=False, choices=[("relevance", "relevance"), ("newest", "newest")])
    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)


class SuggestForm(forms.Form):
    """``q``: what stands in the search box so far."""

    q = forms.CharField(required=False, max_length=MAX_TYPED, strip=False)


class PasteForm(forms.Form):
    """``text``: what was pasted, white space and all; ``part``: "result" asks for the result alone."""

    text = forms.Field(required=False)  # unlike a CharField it takes NUL, which logs may hold
    part = forms.ChoiceField(required=False, choices=[("result", "result")])

    def clean_text(self) -> str:
        """Browsers send CRLF for each end of line; what stands in the box, and is measured, has LF."""
        text: str = self.cleaned_data["text"] or ""
        return text.replace("\r\n", "\n")


class ValuesForm(forms.Form):
    """``values``: what a paste holds, to be filled into an entry: a JSON object of texts, by name."""

    # JSON may need six characters for one.
    values = forms.CharField(max_length=6 * MAX_VALUES * (MAX_NAME + MAX_VALUE + 6))

    def clean_values(self) -> Filling:
        """What can be filled in; anything else that was sent is left out."""
        try:
            sent = json.loads(self.cleaned_data["values"])
        except (ValueError, RecursionError):
            raise forms.ValidationError("not JSON") from None
        if not isinstance(sent, dict):
            raise forms.ValidationError("not an object")
        return filling_of({name: value for name, value in sent.items() if isinstance(value, str)})


class NamesForm(forms.Form):
    """``letter``: the names of one; ``repo``: owner/name, its names alone; ``page``: from 1. Nothing is
    required."""

    letter = forms.ChoiceField(required=False, choices=[(letter, letter) for letter in LETTERS])
    repo = forms.RegexField(REPO, required=False, max_length=200)
    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)


class ListForm(forms.Form):
    """``sort``: an order that the list has; ``letter``: the entries of one; ``repo``: owner/name, its entries
    alone; ``page``: from 1. Nothing is required."""

    sort = forms.ChoiceField(required=False, choices=[(order, order) for order in ORDERS])
    letter = forms.ChoiceField(required=False, choices=[(letter, letter) for letter in LETTERS])
    repo = forms.RegexField(REPO, required=False, max_length=200)
    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)


class PageForm(forms.Form):
    """``page``: from 1."""

    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)


class ProblemsForm(forms.Form):
    """``kind``: rejected or warning; ``code``: a problem's code; ``page``: from 1. Nothing is required."""

    kind = forms.ChoiceField(required=False, choices=[("rejected", "rejected"), ("warning", "warning")])
    code = forms.RegexField(r"^[a-z0-9-]+$", required=False, max_length=50)
    page = forms.IntegerField(required=False, min_value=1, max_value=MAX_PAGE)
