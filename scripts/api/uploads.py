"""Uploads by other people's clients, through the death of the server."""

import base64
import concurrent.futures
import contextlib
import http.client
import threading
import time
import urllib.parse

import tusclient.client
import tusclient.exceptions
import tusclient.storage.filestorage
from client import Client
from serving import Server, Workspace, check, film, say, wait_until

MIB = 1 << 20
# What ends a request when the server is gone.
GONE = (OSError, http.client.HTTPException, tusclient.exceptions.TusCommunicationError)


def tus_metadata(**values):
    return ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in values.items())


def check_tuspy(server, client):
    """tuspy loses the server in the middle of an upload, and goes on with it as a new process would."""
    began = time.monotonic()
    data = film(20 * MIB, "tuspy")
    file = server.workspace.folder / "film.mp4"
    file.write_bytes(data)
    storage = server.workspace.folder / "tuspy.json"

    def uploader():
        tus = tusclient.client.TusClient(
            f"{server.url}/api/v1/uploads", headers={"Authorization": f"Bearer {client.token}"})
        return tus.uploader(
            file_path=str(file), chunk_size=256 * 1024, store_url=True,
            url_storage=tusclient.storage.filestorage.FileStorage(str(storage)),
            metadata={"filename": "film.mp4", "type": "highlight_video", "title": "tuspyfilm"})

    first = uploader()
    lost = None

    def send():
        nonlocal lost
        try:
            first.upload()
        except GONE as error:
            lost = error

    sender = threading.Thread(target=send)
    sender.start()
    wait_until("tuspy sends 6 MiB", lambda: first.offset >= 6 * MIB or not sender.is_alive())
    server.kill()
    sender.join(60)
    check(lost is not None, "tuspy did not notice that the server was killed")
    server.start()
    second = uploader()
    check(second.url == first.url, f"tuspy began anew: {second.url} instead of {first.url}")
    resumed = second.offset
    check(6 * MIB <= resumed < len(data), f"tuspy goes on at {resumed} of {len(data)}")
    second.upload()
    client.expect_stored_once("tuspyfilm", data)
    say(
        "tuspy",
        f"20 MiB in chunks of 256 KiB, kill -9 at {resumed / MIB:.1f} MiB, resumed there; one version, the bytes are right, "
        f"{time.monotonic() - began:.1f} s")


def begin(client, number, length):
    answer = client.ask(
        "POST", "/api/v1/uploads", Tus_Resumable="1.0.0", Upload_Length=str(length),
        Upload_Metadata=tus_metadata(
            filename=f"film{number:02}.mp4", type="highlight_video", title=f"parallel{number:02}"))
    check(answer.status == 201, f"upload {number} was answered {answer.status}: {answer.body!r}")
    return urllib.parse.urlsplit(answer.headers["Location"]).path


def send(client, path, data, offset, pause=lambda: None):
    """One request with the rest; `pause` is called in its middle."""

    def parts():
        middle = (offset + len(data)) // 2
        yield data[offset:middle]
        pause()
        for start in range(middle, len(data), 64 * 1024):
            yield data[start : start + 64 * 1024]

    with contextlib.closing(client.connect()) as connection:
        connection.request(
            "PATCH", path, parts(), {
                "Authorization": f"Bearer {client.token}", "Tus-Resumable": "1.0.0", "Upload-Offset": str(offset),
                "Content-Type": "application/offset+octet-stream", "Content-Length": str(len(data) - offset),
            })
        response = connection.getresponse()
        response.read()
        return response.status


def offset_of(client, path):
    head = client.ask("HEAD", path, Tus_Resumable="1.0.0")
    check(head.status == 200, f"{path} is gone: {head.status}")
    return int(head.headers["Upload-Offset"])


def check_parallel(server, client, count=20, length=3 * MIB):
    """All of many uploads lose the server in the middle of a request; each is gone on with."""
    began = time.monotonic()
    films = [film(length + number, f"parallel {number}") for number in range(count)]
    paths = [begin(client, number, len(films[number])) for number in range(count)]
    together = threading.Barrier(count + 1)

    def first(number):
        try:
            return send(client, paths[number], films[number], 0, lambda: together.wait(60))
        except GONE:
            return None

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        sent = [pool.submit(first, number) for number in range(count)]
        for path in paths:
            wait_until(f"the first bytes of {path}", lambda path=path: client.get(path)["offset"] > 0)
        together.wait(60)
        server.kill()
        heard = sum(one.result() == 204 for one in sent)
    server.start()

    def rest(number):
        offset = offset_of(client, paths[number])
        if offset < len(films[number]):
            status = send(client, paths[number], films[number], offset)
            check(status == 204, f"upload {number} was answered {status} when it went on at {offset}")
        client.expect_stored_once(f"parallel{number:02}", films[number])
        return offset

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        offsets = list(pool.map(rest, range(count)))
    check(min(offsets) > 0 and any(offset < length for offset in offsets), f"no upload was in its middle: {offsets}")
    say(
        "kill -9",
        f"in {count} parallel uploads of {length / MIB:.0f} MiB ({heard} had been answered): gone on at "
        f"{min(offsets) / MIB:.1f} to {max(offsets) / MIB:.1f} MiB, each stored once with its bytes, "
        f"{time.monotonic() - began:.1f} s")


def check_uploads(program, folder):
    workspace = Workspace(program, folder / "uploads")
    workspace.add_person("jordan", "admin")
    workspace.add_person("kim", "owner")
    with Server(workspace) as server:
        client = Client(server, workspace.token("kim", "documents:write", "runs:read"))
        check_tuspy(server, client)
        check_parallel(server, client)
