"""What machines read of the base: each entry as JSON, Markdown and a picture beside its page, what a page
says of itself in its head, sitemaps, feeds, robots.txt and llms.txt.

Addresses are absolute, and of the host that was asked. Entries are hostile text: JSON, Markdown and XML are
written so that it stays text, and what XML cannot hold is replaced.
"""
