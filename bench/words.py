"""Words, and the messages and sentences that benchmarks make of them."""

import random

NOUNS = (
    "value field model index column device tensor shape argument keyword type name module attribute "
    "key request session cursor buffer stream token header cache worker queue batch record schema "
    "widget layer graph kernel socket channel path file folder parser template block query table "
    "transaction "
).split()
VERBS = (
    "load open read write parse resolve connect convert allocate import render compile validate "
    "encode decode bind register dispatch merge split reshape broadcast serialize migrate lock "
    "release "
).split()
ADJECTIVES = ("missing invalid unknown duplicate empty nested closed expired read-only unsupported ").split()
CLASSES = (
    "ValueError TypeError RuntimeError KeyError ConfigurationError ValidationError OperationalError "
    "ImproperlyConfigured TimeoutError ConnectionError ParseError StateError "
).split()
FORMS = (
    "Cannot {verb} the {adjective} {noun} {{{hole}}} of {other}",
    "Could not {verb} '%s': {adjective} {noun} in {other} {number}",
    "{adjective} {noun} '{{{hole}}}' for {other} {number}",
    "Expected a {noun} for {other} {number}, got {{{hole}!r}}",
    "The {noun} must be {adjective} before you {verb} the {other} {number}",
    "{noun} {{{hole}}} does not {verb} in {other} {number}",
)
SENTENCES = (
    "The {noun} was {adjective} when the caller tried to {verb} the {other} before the {third} was ready.",
    "Make sure that every {noun} has a {other} and {verb} the {third} only once.",
    "It happens when a {adjective} {noun} reaches the {other}, usually after a change of the {third}.",
    "Pass the {noun} to {verb}() explicitly instead of relying on the {other} of the {third}.",
)


def template(chosen: random.Random, number: int) -> str:
    """A message template that no other number has."""
    return _fill(chosen, chosen.choice(FORMS), number)


def sentence(chosen: random.Random) -> str:
    """Some prose."""
    return _fill(chosen, chosen.choice(SENTENCES), 0)


def _fill(chosen: random.Random, form: str, number: int) -> str:
    return form.format(
        verb=chosen.choice(VERBS),
        noun=chosen.choice(NOUNS),
        other=chosen.choice(NOUNS),
        third=chosen.choice(NOUNS),
        adjective=chosen.choice(ADJECTIVES),
        hole=f"{chosen.choice(NOUNS)}_{number}",
        number=number,
    )
