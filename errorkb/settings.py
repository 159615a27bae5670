"""All settings, driven by the environment. README.md lists every variable; a test holds it to that."""

import os
from pathlib import Path
from typing import Any

import dj_database_url

from errorkb import embedded, home
from errorkb.limits.address import networks

BASE_DIR = Path(__file__).resolve().parent.parent
HOME = home.home()

#: ERRORKB_DEBUG=1 shows tracebacks in the browser; never set it where others can reach the server.
DEBUG = os.environ.get("ERRORKB_DEBUG") == "1"
SECRET_KEY = home.secret_key()
#: Host names, comma separated, under which the server may be asked for; `*` is any.
ALLOWED_HOSTS = [
    name.strip()
    for name in os.environ.get("ERRORKB_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
    if name.strip()
]

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "rest_framework",
    "errorkb",
    "ingest",
    "errorkb.limits",
    "errorkb.exports",  # behind ingest, whose tasks set the beat's schedule that it adds to
]

MIDDLEWARE = [
    "errorkb.web.request_id.RequestIds",
    "django.middleware.security.SecurityMiddleware",
    "errorkb.web.middleware.SecurityHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "errorkb.api.cross_origin.CrossOrigin",
    "errorkb.limits.middleware.RateLimits",
    # Safe with what a request chose: no answer holds a secret that its length could give away.
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
]

ROOT_URLCONF = "errorkb.urls"
WSGI_APPLICATION = "errorkb.wsgi.application"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {"environment": "errorkb.web.jinja.environment"},
    }
]


def _database() -> dict[str, Any]:
    shared: dict[str, Any] = {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    if url := os.environ.get("DATABASE_URL"):
        return {**dj_database_url.parse(url), **shared}
    server = embedded.server()
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": embedded.DATABASE,
        "USER": embedded.DATABASE_USER,
        "HOST": str(server.socket_folder),
        **shared,
    }


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Celery workers ingest what `errorkb ingest --queue` leaves to them. Without a broker in the environment
# tasks are files in the home, which the workers of this machine share.
CELERY_BROKER_URL = os.environ.get("ERRORKB_BROKER_URL", "filesystem://")
if CELERY_BROKER_URL.startswith("filesystem:"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(HOME / "broker" / "tasks"),
        "data_folder_out": str(HOME / "broker" / "tasks"),
        "control_folder": str(HOME / "broker" / "control"),
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

#: What one dump may unpack to: bytes in all, bytes for each byte of the file, members of an archive.
MAX_DUMP_BYTES = int(os.environ.get("ERRORKB_MAX_DUMP_BYTES", str(64 << 30)))
MAX_DUMP_RATIO = int(os.environ.get("ERRORKB_MAX_DUMP_RATIO", "250"))
MAX_DUMP_MEMBERS = int(os.environ.get("ERRORKB_MAX_DUMP_MEMBERS", "100000"))
#: Where dumps that are uploaded wait for a worker, and how long one may be.
UPLOADS = os.environ.get("ERRORKB_UPLOADS", str(HOME / "uploads"))
#: The matcher's index: made from the database, and made again where it is missing.
INDEX = os.environ.get("ERRORKB_INDEX", str(HOME / "index"))
#: What is served under /data/, for web processes and workers alike: made from the database, and made again.
EXPORTS = os.environ.get("ERRORKB_EXPORTS", str(HOME / "exports"))
MAX_UPLOAD_BYTES = int(os.environ.get("ERRORKB_MAX_UPLOAD_BYTES", str(1 << 30)))
#: A worker that says nothing for so many seconds is given up for dead, and its work goes to another.
QUIET_SECONDS = int(os.environ.get("ERRORKB_QUIET_SECONDS", "120"))
#: ERRORKB_SCAN=0: ``errorkb up`` does not read the installed packages into an empty base.
SCAN = os.environ.get("ERRORKB_SCAN", "1") != "0"
#: A complete dump, or a scan, retires at most this share of a repository's entries, unless it is forced.
RETIRE_SHARE = float(os.environ.get("ERRORKB_RETIRE_SHARE", "0.3"))

#: Reads that a client has in a minute, from which all limits follow (errorkb.limits); 0: there are none.
RATE_LIMIT = int(os.environ.get("ERRORKB_RATE_LIMIT", "600"))
#: The programs of this machine have so many times as many, unless somebody chose a limit.
RATE_LIMIT_HERE = 1 if "ERRORKB_RATE_LIMIT" in os.environ else 100
#: Proxies whose X-Forwarded-For says who asks: addresses and networks, comma separated.
TRUSTED_PROXIES = networks(os.environ.get("ERRORKB_TRUSTED_PROXIES", ""))

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "errorkb" / "static"]
# Only ours: the browsable pages of REST framework are not served, and neither are their scripts.
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STATIC_ROOT = Path(os.environ.get("ERRORKB_STATIC_ROOT", str(HOME / "static")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_MAX_AGE = 3600

#: The largest paste and the largest form that holds one, in bytes.
MAX_PASTE_BYTES = 5 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * MAX_PASTE_BYTES + 65536  # a form may need three bytes a character
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["errorkb.api.parsers.StrictJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "EXCEPTION_HANDLER": "errorkb.api.errors.as_response",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "URL_FORMAT_OVERRIDE": None,
}

SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.1",
    "TITLE": "errorkb",
    "DESCRIPTION": "A self-hosted knowledge base of software errors: its entries, and the matcher.",
    "VERSION": "0.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "this server"}],
    "TAGS": [{"name": name} for name in ("Find", "Entries", "The base", "Imports")],
    "SCHEMA_PATH_PREFIX": "/api/",
    "SORT_OPERATIONS": False,
    "SORT_OPERATION_PARAMETERS": False,
    "PREPROCESSING_HOOKS": ["errorkb.api.schema.describing.described"],
    "POSTPROCESSING_HOOKS": ["errorkb.api.schema.document.add_components"],
}

# Pasted text may hold secrets: nothing logs request bodies, and no page of a failure shows one.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "failure": {"()": "errorkb.web.failure_log.FailureFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "line"},
        "failures": {"class": "logging.StreamHandler", "formatter": "failure"},
    },
    # Addresses that lead nowhere are everyday; what fails is not.
    "loggers": {
        "django.request": {"level": "ERROR", "handlers": [] if DEBUG else ["failures"], "propagate": DEBUG},
        "kombu.connection": {"level": "ERROR"},  # the file transport has no host, and need have none
    },
    "root": {"handlers": ["console"], "level": os.environ.get("ERRORKB_LOG_LEVEL", "WARNING")},
}
