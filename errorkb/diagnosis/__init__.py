"""What is where, what is wrong and what to do about it: the checks of ``errorkb doctor``.

A check yields findings and changes nothing: it makes no base, no table and no file. ``machine`` looks at the
files and processes, ``base`` at the database, which must answer.
"""
