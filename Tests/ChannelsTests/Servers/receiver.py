"""A receiver of webhooks that checks their signatures with Python's own hmac, not with the code under test.

Prints its port and ends with its standard input, so that it never outlives the tests. Paths:
  POST /hook/NAME                       answers 204
  POST /hook/NAME/STATUS                answers STATUS
  POST /hook/NAME/STATUS/TIMES          answers STATUS that many times, then 204
  POST /silent/NAME                     never answers
  GET  /received/NAME                   what came for NAME, as JSON
  GET  /confirm/NAME/ID                 answers 204 if a request with that webhook-id came for NAME, else 404
  GET  /answer/STATUS                   answers STATUS
A query "retry-after=VALUE" becomes that header. The key comes in base 64 as the only argument.
"""

import base64
import hashlib
import hmac
import json
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(sys.argv[1])
received = {}
lock = threading.Lock()


def is_signed(headers, body):
    identifier, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp")
    signed = b"%s.%s.%s" % (identifier.encode(), timestamp.encode(), body)
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    fresh = abs(time.time() - int(timestamp)) < 300
    candidates = [part.partition(",") for part in headers.get("webhook-signature", "").split(" ")]
    return fresh and any(version == "v1" and hmac.compare_digest(code, expected) for version, _, code in candidates)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b""):
        if status in (204, 304):
            body = b""
        self.send_response(status)
        for value in self.query.get("retry-after", []):
            self.send_header("Retry-After", value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def split(self):
        url = urllib.parse.urlsplit(self.path)
        self.query = urllib.parse.parse_qs(url.query)
        return url.path.strip("/").split("/")

    def do_GET(self):
        kind, name, *rest = self.split()
        if kind == "answer":
            return self.answer(int(name))
        if kind == "confirm":
            wanted = urllib.parse.unquote(rest[0])
            signed = is_signed(self.headers, b"") and self.headers["webhook-id"] == wanted
            with lock:
                came = any(request["headers"]["webhook-id"] == wanted for request in received.get(name, []))
            return self.answer((204 if came else 404) if signed else 401)
        with lock:
            self.answer(200, json.dumps(received.get(name, [])).encode())

    def do_POST(self):
        kind, name, *rest = self.split()
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with lock:
            seen = received.setdefault(name, [])
            seen.append(
                {
                    "headers": {header.lower(): value for header, value in self.headers.items()},
                    "signed": is_signed(self.headers, body),
                    "body": body.decode(),
                }
            )
            count = len(seen)
        if kind == "silent":
            while self.connection.recv(1024):
                pass
            self.close_connection = True
        elif rest and (len(rest) == 1 or count <= int(rest[1])):
            # A receiver that gives back what it was sent.
            self.answer(int(rest[0]), repr(self.headers.items()).encode() + body)
        else:
            self.answer(204)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """Clients that break off are a part of the tests."""


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
