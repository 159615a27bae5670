"""Pages for people: ``forms`` read requests, ``views`` ask, ``pages`` are what templates show."""
