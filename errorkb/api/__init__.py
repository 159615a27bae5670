"""The JSON API. One shape for every failure: ``{"error": text, "code": word, "status": number}``."""
