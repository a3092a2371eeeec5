"""Compass behind nginx, by the very text of docs/guides/serving.md."""

import json
import os
import random
import re
import select
import subprocess
import time

from content import expect
from curl import Curl
from serving import ROOT, Failure, Server, Workspace, check, end_process, film, say, start_process, wait_until
from uploads import MIB

HOST = "compass.example"
# Where the clients come from, so that it is no other address of this machine.
NEAR = "127.0.0.5"
FORGED = "203.0.113.9"

AROUND = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
{server}
}}
"""


def configuration(folder, port):
    """The guide's example with the port, the certificate and the socket of this run."""
    guide = (ROOT / "docs/guides/serving.md").read_text(encoding="utf-8")
    text = re.search(r"^```nginx\n(.*?)^```", guide, re.DOTALL | re.MULTILINE)[1]
    for old, new in [
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("/etc/ssl/compass.pem", f"{folder}/certificate.pem"),
        ("/etc/ssl/compass.key", f"{folder}/certificate.key"),
        ("unix:/run/compass/http.sock", f"unix:{folder}/.compass/http.sock"),
    ]:
        check(text.count(old) == 1, f"docs/guides/serving.md has no `{old}` for nginx any more")
        text = text.replace(old, new)
    return AROUND.format(folder=folder, server=text)


def start_nginx(folder):
    """The process and its port. nginx cannot tell which port it was given, so it tries one after the other."""
    while True:
        port = random.randrange(20_000, 30_000)
        (folder / "nginx.conf").write_text(configuration(folder, port), encoding="utf-8")
        with open(folder / "nginx.err", "wb") as errors:
            nginx = start_process(
                ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stdout=errors, stderr=errors)
        # It writes its number when it listens. Somebody else may answer at a port that is taken.
        wait_until("nginx listens", lambda: nginx.poll() is not None or (folder / "nginx.pid").exists())
        if nginx.poll() is None:
            return nginx, port
        reason = (folder / "nginx.err").read_text(encoding="utf-8")
        check("Address already in use" in reason, f"nginx ended: {reason}")


def make_certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", "certificate.key", "-out",
         "certificate.pem"], cwd=folder, check=True, capture_output=True, timeout=60)


def sign_in(curl, link, jar):
    """By the one-time link, as the page's button does."""
    expect("a link that another site posts", curl.ask("POST", link, "--header", "Origin: https://evil.example"), 403)
    fields, _ = expect(
        "signing in",
        curl.ask(
            "POST", link, "--header", f"Origin: https://{HOST}", "--header", f"X-Forwarded-For: {FORGED}", "--cookie-jar",
            str(jar)), 303)
    cookie = fields["Set-Cookie"]
    check(cookie.startswith("__Host-compass="), "the cookie has no `__Host-` name")
    for word in ("Secure", "HttpOnly", "Path=/"):
        check(f"; {word}" in cookie, f"the cookie is not `{word}`")


def check_events(curl, upload):
    """What happens comes while the stream goes on."""
    with start_process(
        ["curl", "--silent", "--no-buffer", "--max-time", "60", *curl.options, f"{curl.base}/api/v1/events"],
        stdout=subprocess.PIPE) as stream:
        try:
            received = b""

            def wait_for(word):
                nonlocal received
                end = time.monotonic() + 20
                while word not in received:
                    ready, _, _ = select.select([stream.stdout], [], [], max(0, end - time.monotonic()))
                    part = os.read(stream.stdout.fileno(), 65536) if ready else b""
                    check(part, f"no {word!r} came through nginx: {received[-300:]!r}")
                    received += part

            wait_for(b"event: snapshot")
            began = time.monotonic()
            upload()
            wait_for(b"event: run-ended")
            return time.monotonic() - began
        finally:
            stream.kill()


def check_audit(workspace, action, address):
    entries = [
        json.loads(line) for line in workspace.compass("audit", "list", "--json").splitlines() if line.startswith("{")]
    found = {entry["address"] for entry in entries if entry["action"] == action}
    check(found == {address}, f"the audit log has {action} from {sorted(map(str, found))} instead of {address}")


def check_proxy(program, folder):
    began = time.monotonic()
    workspace = Workspace(program, folder / "proxy")
    workspace.add_person("jordan", "admin")
    base = workspace.folder
    make_certificate(base)
    (base / ".compass").mkdir(exist_ok=True)
    with Server(workspace, "--socket", f"{base}/.compass/http.sock", "--url", f"https://{HOST}") as server:
        nginx, port = start_nginx(base)
        try:
            jar = base / "jar"
            curl = Curl(
                f"https://{HOST}:{port}", "--resolve", f"{HOST}:{port}:127.0.0.1", "--cacert",
                str(base / "certificate.pem"), "--interface", NEAR)
            sign_in(curl, server.link, jar)
            page = Curl(curl.base, *curl.options, "--cookie", str(jar))
            expect("the list", page.ask("GET", "/api/v1/documents"), 200)
            expect("the list without a cookie", curl.ask("GET", "/api/v1/documents"), 401)
            data = film(5 * MIB, "nginx")
            (base / "film.mp4").write_bytes(data)

            def upload(*options):
                return page.ask(
                    "POST", "/api/v1/documents?type=highlight_video&name=film.mp4&title=proxyfilm", "--header",
                    "Content-Type: application/octet-stream", "--header", f"X-Forwarded-For: {FORGED}", "--data-binary",
                    f"@{base}/film.mp4", *options)

            expect("an upload from another site", upload("--header", "Sec-Fetch-Site: cross-site"), 403)
            same = ("--header", "Sec-Fetch-Site: same-origin")
            waited = check_events(page, lambda: expect("an upload", upload(*same), 202))
            _, body = expect("the list", page.ask("GET", "/api/v1/documents?search=proxyfilm"), 200)
            id = json.loads(body)["documents"][0]["id"]
            _, body = expect("the bytes", page.ask("GET", f"/api/v1/documents/{id}/content"), 200)
            check(body == data, "other bytes came through nginx")
            expect("another host", curl.ask("GET", "/healthz", "--header", "Host: evil.example"), 421)
            check_audit(workspace, "uploads.create", NEAR)
        except Failure as error:
            raise Failure(f"behind nginx: {error}") from error
        finally:
            if nginx.poll() is None:
                end_process(nginx, "nginx")
    say(
        "nginx",
        f"by the guide's text: signed in with a `__Host-` cookie, 5 MiB up and down, events {waited:.2f} s after an upload "
        f"began, the audit has {NEAR} and not {FORGED}, {time.monotonic() - began:.1f} s")
