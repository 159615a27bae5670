"""The steps of ``clean``, a file a subject. A step takes all lines and returns lines; it may drop characters,
split and join lines, and write one character for several (an entity, an escape), never move any."""
