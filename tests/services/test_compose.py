"""docker-compose.yml, Dockerfile and .dockerignore: what they promise, without an engine."""

import os
import re
import shutil
import subprocess

import pytest

from tests.services.compose import FILE, ROOT, SECRETS, command, dockerfile, environment, services

OURS = {"migrate", "web", "worker", "beat"}


def config(**more):
    """What docker-compose makes of the file."""
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("there is no docker-compose")
    given = {name: value for name, value in os.environ.items() if name not in SECRETS}
    return subprocess.run(
        [program, "--file", str(FILE), "--project-directory", str(ROOT), "config", "--quiet"],
        env=given | more, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_docker_compose_takes_it():
    done = config(**SECRETS)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("secret", SECRETS)
def test_no_secret_has_a_default(secret):
    assert secret in FILE.read_text()
    done = config(**{name: value for name, value in SECRETS.items() if name != secret})
    assert done.returncode != 0
    assert secret in done.stderr


def test_secrets_come_from_the_environment_only():
    for name, service in services().items():
        for variable, value in service["environment"].items():
            if re.search("PASS|SECRET|_URL", variable):
                assert re.search(r"\$\{\w+:\?", value), f"{name}: {variable}"


def test_every_service_is_confined():
    for name, service in services().items():
        assert service["cap_drop"] == ["ALL"], name
        assert "cap_add" not in service, name
        assert not service.get("privileged"), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["restart"] == ("no" if name == "migrate" else "unless-stopped"), name
        if name in OURS:
            assert service["read_only"], name
            assert service["tmpfs"] == ["/tmp"], name  # noqa: S108 - the container's
        else:
            assert service["user"] not in ("root", "0"), name


def test_only_the_web_server_is_reached_from_outside():
    published = {name: service["ports"] for name, service in services().items() if "ports" in service}
    assert published == {"web": ["${HOST:-127.0.0.1}:${PORT:-8000}:8000"]}
    assert {name for name, service in services().items() if service["networks"] != ["back"]} == {"web"}


def test_everything_waits_for_the_tables():
    for name in OURS - {"migrate"}:
        needs = services()[name]["depends_on"]
        assert needs["migrate"] == {"condition": "service_completed_successfully"}, name
    assert services()["migrate"]["depends_on"] == {"db": {"condition": "service_healthy"}}


def test_every_service_tells_whether_it_works():
    for name, service in services().items():
        check = service.get("healthcheck", {})
        if name == "migrate":
            assert check == {"disable": True}
        elif name != "web":  # the image's own
            assert check["test"], name


def test_dumps_are_only_read():
    volumes = services()["worker"]["volumes"]
    assert [volume for volume in volumes if volume.startswith(".")] == ["./dumps:/dumps:ro"]


def test_uploads_reach_the_workers():
    assert "uploads:/uploads" in services()["web"]["volumes"]
    assert environment("web")["ERRORKB_UPLOADS"] == environment("worker")["ERRORKB_UPLOADS"] == "/uploads"
    assert any("/uploads" in line for line in dockerfile())


def test_exports_are_written_by_workers_and_served():
    assert all("exports:/exports" in services()[name]["volumes"] for name in ("web", "worker"))
    assert environment("web")["ERRORKB_EXPORTS"] == environment("worker")["ERRORKB_EXPORTS"] == "/exports"
    assert any("/exports" in line for line in dockerfile())


def test_the_index_has_a_volume_of_the_web_servers():
    assert "index:/index" in services()["web"]["volumes"]
    assert environment("web")["ERRORKB_INDEX"] == "/index"
    assert any("/index" in line for line in dockerfile())


def test_the_health_check_is_let_in():
    assert "127.0.0.1" in environment("web")["ERRORKB_ALLOWED_HOSTS"].split(",")


def test_images_have_a_version():
    for name, service in services().items():
        assert name in OURS or re.fullmatch(r"\w+:\d[\w.-]*", service["image"]), name
    bases = [line for line in dockerfile() if line.startswith("FROM ")]
    assert all(re.match(r"FROM python:\d[\w.-]+( AS \w+)?$", base) for base in bases)


def test_the_image_runs_as_an_ordinary_user():
    last = [line for line in dockerfile() if line.startswith("USER ")][-1]
    assert re.fullmatch(r"USER [1-9]\d*:[1-9]\d*", last)


def test_the_image_has_locked_packages_and_no_secret():
    lines = dockerfile()
    installs = [line for line in lines if "pip install" in line and "--no-index" not in line]
    assert installs
    assert all("--require-hashes" in line and "requirements.lock" in line for line in installs)
    kept = "\n".join(line for line in lines if line.startswith(("ENV ", "ARG ")))
    assert not re.search("SECRET|PASSWORD|DATABASE_URL|BROKER_URL", kept)


def test_what_goes_into_the_image_is_named():
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    named = [line.removeprefix("!") for line in lines if line.startswith("!")]
    assert {"errorkb", "ingest", "templates", "samples", "manage.py", "requirements.lock"} <= set(named)
    assert all((ROOT / name).exists() for name in named)
    assert not any(re.search(r"env|git|dump|\*", name) for name in named)


def test_the_web_server_is_set_up_like_errorkb_up():
    words = command("web")
    options = dict(zip(words[2::2], words[3::2], strict=False))
    assert words[:2] == ["gunicorn", "errorkb.wsgi"]
    assert options["--worker-class"] == "gthread"
    server = (ROOT / "errorkb" / "server.py").read_text()
    assert f"THREADS = {options['--threads']}\n" in server
    assert f"REQUEST_SECONDS = {options['--timeout']}\n" in server
