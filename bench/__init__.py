"""Measurements: ``make bench``. Each compares with a yardstick in the same run; ratios are the claims."""
