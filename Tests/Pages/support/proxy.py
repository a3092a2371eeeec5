"""What may come between a browser and the server: requests that are held, cut off, slowed down, or answered by something else."""

import contextlib
import http.client
import http.server
import json
import re
import threading
import time
import urllib.parse

PIECE = 65_536


class Gate:
    """Where a request is held in the middle of its body."""

    def __init__(self, after, loses_answer=False, resumes=False):
        self.after = after
        self.resumes = resumes
        self.loses_answer = loses_answer
        self.is_taken = False
        self.reached = threading.Event()
        self.released = threading.Event()
        self.cuts = False

    def wait(self):
        assert self.reached.wait(30), "no request came so far"

    def release(self):
        self.released.set()

    def cut(self):
        self.cuts = True
        self.released.set()


class Proxy:
    """Stands before a server at an address of its own, `.url`. It is slow and breaks things as it is told."""

    def __init__(self, server):
        self.server = server
        self.lock = threading.Lock()
        self.gates = []
        self.reset()
        self.listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.listener.daemon_threads = True
        # A browser that left.
        self.listener.handle_error = lambda request, address: None
        self.url = f"http://127.0.0.1:{self.listener.server_port}"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def reset(self):
        """Everything passes again."""
        for gate in self.gates:
            gate.release()
        for event in getattr(self, "held", {}).values():
            event.set()
        self.gates = []
        self.answers = []
        self.requests = []
        self.sent = 0
        self.together = self.most = 0
        # By paths: a status in place of the answer, an event before which nothing is answered, seconds between pieces of an
        # answer, what is replaced in a page (a pattern, a text), headers of requests that become others or None, the path that the
        # server is asked for instead, and what was sent there, of which the server hears nothing.
        self.statuses = {}
        self.held = {}
        self.slow = {}
        self.changes = {}
        self.asked = {}
        self.instead = {}
        self.heard = {}
        # What becomes of the policy of every answer; nothing of "".
        self.policy = str

    def stop(self):
        self.reset()
        self.listener.shutdown()
        self.listener.server_close()

    def hold(self, after=0, resumes=False):
        """The next upload is held after so many bytes of one request; or the next one that goes on where another one ended."""
        self.gates.append(Gate(after, resumes=resumes))
        return self.gates[-1]

    def lose_answer(self):
        """The next upload reaches the server, and its answer nobody."""
        self.gates.append(Gate(0, loses_answer=True))
        return self.gates[-1]

    def answer(self, method, status, detail="", times=1, **headers):
        """The next requests of a method to the API are answered without the server."""
        self.answers.append([method, status, detail, headers, times])

    def count(self, method, path=""):
        return sum(one == method and name.startswith(path) for one, name, _ in self.requests)

    def answer_for(self, method, path):
        """A status, a sentence and headers, or None."""
        if path in self.statuses:
            return self.statuses[path], "no", {}
        if not path.startswith("/api/"):
            return None
        with self.lock:
            for answer in self.answers:
                if answer[0] == method and answer[4] > 0:
                    answer[4] -= 1
                    return answer[1], answer[2], answer[3]
        return None


def _handler(proxy):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def pass_request(self):
            path = urllib.parse.urlsplit(self.path).path
            proxy.requests.append((self.command, self.path, self.headers.get("Range")))
            if path in proxy.heard:
                return self.hear(path)
            if event := proxy.held.get(path):
                event.wait(60)
            if answer := proxy.answer_for(self.command, path):
                return self.answer(*answer)
            return self.forward(path)

        def hear(self, path):
            proxy.heard[path].append(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
            self.send_response(204)
            self.end_headers()

        def answer(self, status, detail, headers):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            data = json.dumps({"status": status, "detail": detail}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/problem+json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)

        def body(self, gate):
            rest = int(self.headers.get("Content-Length", 0))
            passed = 0
            while rest > 0:
                if gate and not gate.loses_answer and passed >= gate.after and not gate.reached.is_set():
                    gate.reached.set()
                    gate.released.wait(60)
                    if gate.cuts:
                        raise ConnectionAbortedError
                part = self.rfile.read1(min(rest, PIECE))
                if not part:
                    raise ConnectionAbortedError
                rest -= len(part)
                passed += len(part)
                if self.command == "PATCH":
                    proxy.sent += len(part)
                yield part

        def forward(self, path):
            is_upload = self.command == "PATCH" and path.startswith("/api/v1/uploads/")
            gate = None
            if is_upload:
                with proxy.lock:
                    length = int(self.headers.get("Content-Length", 0))
                    goes_on = self.headers.get("Upload-Offset", "0") != "0"
                    fits = [one for one in proxy.gates if not one.is_taken and one.after < length and (goes_on or not one.resumes)]
                    gate = fits[0] if fits else None
                    if gate:
                        gate.is_taken = True
                    proxy.together += 1
                    proxy.most = max(proxy.most, proxy.together)
            try:
                self.exchange(gate, path)
            except (OSError, http.client.HTTPException):
                self.close_connection = True
                with contextlib.suppress(OSError):
                    self.connection.shutdown(2)
            finally:
                if is_upload:
                    with proxy.lock:
                        proxy.together -= 1

        def exchange(self, gate, path):
            length = int(self.headers.get("Content-Length", 0))
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", proxy.server.port, timeout=60)) as upstream:
                leave_out = {"connection"} | ({"accept-encoding", "if-none-match"} if path in proxy.changes else set())
                headers = {name.lower(): value for name, value in self.headers.items()} | proxy.asked.get(path, {})
                headers = {name: value for name, value in headers.items() if value is not None and name not in leave_out}
                upstream.request(self.command, proxy.instead.get(path, self.path), self.body(gate) if length else None, headers)
                response = upstream.getresponse()
                if gate and gate.loses_answer:
                    response.read()
                    gate.reached.set()
                    gate.released.wait(60)
                    raise ConnectionAbortedError
                self.pass_answer(response, path)

        def pass_answer(self, response, path):
            size = response.getheader("Content-Length")
            changed = None
            if path in proxy.changes:
                pattern, text = proxy.changes[path]
                changed = re.sub(pattern, text, response.read().decode()).encode()
                size = str(len(changed))
            self.send_response(response.status)
            for name, value in response.getheaders():
                if name.lower() == "content-security-policy":
                    value = proxy.policy(value)
                if value and name.lower() not in ("connection", "transfer-encoding", "content-length", "date"):
                    self.send_header(name, value)
            if size is not None:
                self.send_header("Content-Length", size)
            elif response.status not in (204, 304):
                # As long as it takes: events have no end.
                self.send_header("Connection", "close")
                self.close_connection = True
            self.end_headers()
            if changed is not None:
                self.wfile.write(changed)
                return
            while self.command != "HEAD" and (part := response.read1(PIECE)):
                if pause := proxy.slow.get(path):
                    time.sleep(pause)
                self.wfile.write(part)

        do_GET = do_POST = do_HEAD = do_PATCH = do_DELETE = do_PUT = pass_request

    return Handler
