"""Reads source code: every place that raises an error becomes a record of what the code states.

origins   a path → the trees in it, and what each is (project, git, installed, stated)
tree      a tree → its files: no tests, no vendored or generated code
reading   a file → facts, by the language of its suffix (languages); kept by content (cache)
link      the facts of all files → sites (site): of the language, which follows names across files
describe  sites → records (template, words, snippet, validation), handed on by scan

Nothing of a tree is run or imported. A language is a module with NAME, SUFFIXES, read and link.
"""
