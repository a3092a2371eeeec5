"""Clients that mean harm: each is answered or cut, and others are served meanwhile."""

import concurrent.futures
import contextlib
import json
import socket
import threading
import time

from client import Client
from proxy import FORGED, check_audit
from serving import Failure, Server, Workspace, check, say, wait_until

# Of `docs/guides/serving.md`.
HEAD_BYTES, HEAD_TIME, CONNECTIONS, BURST = 32 << 10, 10, 64, 120
JSON_BYTES = 1 << 20


class Others:
    """Somebody else, who asks all the time and has to be answered."""

    def __init__(self, client):
        self.client = client
        self.count = self.slowest = 0
        self.error = None
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.ask)

    def ask(self):
        try:
            while not self.ended.wait(0.05):
                began = time.monotonic()
                self.client.get("/api/v1/documents")
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.count += 1
        except (Failure, OSError) as error:
            self.error = error

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join(60)


def dial(server, source):
    return socket.create_connection(("127.0.0.1", server.port), 30, source_address=(source, 0))


def received(connection):
    """What comes until the connection is closed."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass  # cut before all was read
    except TimeoutError:
        raise Failure("a connection stays open that has to be cut") from None
    return b"".join(parts)


def check_slow_heads(server, count=40):
    """A head that comes a byte a second, on many connections of one address."""
    began = time.monotonic()
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(contextlib.closing(dial(server, "127.0.0.2"))) for _ in range(count)]
        cut = {}
        for connection in connections:
            connection.setblocking(False)
            connection.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        while len(cut) < count:
            check(time.monotonic() - began < 2 * HEAD_TIME, f"{count - len(cut)} slow heads are not cut after 20 s")
            time.sleep(0.5)
            for connection in connections:
                if connection in cut:
                    continue
                try:
                    connection.send(b"a")
                    if connection.recv(65536) == b"":
                        cut[connection] = time.monotonic() - began
                except BlockingIOError:
                    pass
                except ConnectionError:
                    cut[connection] = time.monotonic() - began
    earliest, latest = min(cut.values()), max(cut.values())
    check(earliest > HEAD_TIME / 2, f"a slow head is cut after {earliest:.1f} s already")
    return f"{count} slow heads cut after {earliest:.1f} to {latest:.1f} s"


def check_large(server, client):
    """A head and bodies that are too large."""
    with contextlib.closing(dial(server, "127.0.0.3")) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"a" * 2 * HEAD_BYTES + b"\r\n\r\n")
        line = received(connection).split(b"\r\n")[0]
        check(line.startswith(b"HTTP/1.1 431 "), f"a head of 64 KiB is answered {line!r}")
    answer = client.ask("POST", "/api/v1/schools", json.dumps({"id": "a" * 2 * JSON_BYTES}), Content_Type="application/json")
    check(answer.status == 413, f"2 MiB of JSON are answered {answer.status}")
    # Told by its length, before a byte of it is sent.
    head = (
        "POST /api/v1/documents?type=transcript&name=a.pdf HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Authorization: Bearer {client.token}\r\nContent-Type: application/octet-stream\r\n"
        "Content-Length: 1000000000000\r\nExpect: 100-continue\r\n\r\n")
    with contextlib.closing(dial(server, "127.0.0.3")) as connection:
        connection.sendall(head.encode())
        answer = received(connection)
        check(answer.startswith(b"HTTP/1.1 413 "), f"a transcript of 1 TB is answered {answer[:100]!r}")
    return "a head of 64 KiB 431, 2 MiB of JSON and 1 TB of a file 413"


def is_served(connection):
    try:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return connection.recv(65536).startswith(b"HTTP/1.1 200 ")
    except ConnectionError:
        return False


def check_many_connections(server):
    """More connections than one address may have: those beyond are closed, until one of the others is."""
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(contextlib.closing(dial(server, "127.0.0.4"))) for _ in range(CONNECTIONS + 16)]
        served = [connection for connection in connections if is_served(connection)]
        check(len(served) == CONNECTIONS, f"{len(served)} connections of one address are served instead of {CONNECTIONS}")
        served[0].close()

        def again():
            with contextlib.closing(dial(server, "127.0.0.4")) as connection:
                return is_served(connection)

        wait_until("a connection in place of one that was closed", again)
    return f"{CONNECTIONS} of {CONNECTIONS + 16} connections of one address served"


def check_many_requests(server):
    """More requests than a stranger may make."""
    stranger = Client(server, source=("127.0.0.6", 0))
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: stranger.ask("GET", "/api/v1/legal"), range(3 * BURST)))
    refused = [answer for answer in answers if answer.status == 429]
    check(refused, f"{len(answers)} requests of a stranger at once are all answered")
    check(all(int(answer.headers["Retry-After"]) >= 1 for answer in refused), "429 does not say when to come again")
    check(len(answers) - len(refused) >= BURST, f"only {len(answers) - len(refused)} of {len(answers)} are answered")
    return f"{len(refused)} of {len(answers)} requests of a stranger 429"


def check_forged_address(server, workspace, token):
    """Without a proxy nobody tells where others come from."""
    client = Client(server, token, source=("127.0.0.7", 0))
    answer = client.ask(
        "POST", "/api/v1/schools", {"id": "oregon", "name": "University of Oregon"}, X_Forwarded_For=FORGED)
    check(answer.status == 201, f"a school is answered {answer.status}")
    check_audit(workspace, "schools.add", "127.0.0.7")
    return "`X-Forwarded-For` of a stranger not believed"


def check_hostile(program, folder):
    began = time.monotonic()
    workspace = Workspace(program, folder / "hostile")
    # Without people it would listen to this machine alone, and all of that is one address without a limit.
    workspace.add_person("jordan", "admin")
    with Server(workspace, "--listen", "0.0.0.0:0") as server:
        token = workspace.token("jordan", "admin")
        with Others(Client(server, token)) as others, concurrent.futures.ThreadPoolExecutor(1) as pool:
            slow = pool.submit(check_slow_heads, server)
            told = [
                check_large(server, Client(server, token)), check_many_connections(server),
                check_many_requests(server), check_forged_address(server, workspace, token),
            ]
            told.insert(0, slow.result())
        check(others.error is None, f"somebody else was not served: {others.error}")
        check(others.count > 20, f"somebody else was answered {others.count} times only")
        check(others.slowest < 5, f"somebody else waited {others.slowest:.1f} s")
    say(
        "hostile",
        "; ".join(told) + f"; somebody else answered {others.count} times, within {others.slowest * 1000:.0f} ms, "
        f"{time.monotonic() - began:.1f} s")
