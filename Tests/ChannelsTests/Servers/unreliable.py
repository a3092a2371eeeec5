"""A receiver of webhooks that behaves badly on purpose, and counts what reaches it.

Prints its port and ends with its standard input. Answers one request per connection or more, as the path says:
  POST /hang/NAME      reads the request and never answers
  POST /good/NAME      204, the connection stays open
  POST /random/NAME    closes the connection at a random moment: before it reads, in the middle of the request, after the
                       whole of it, in the middle of the answer, after the answer; or answers as it should. What was read
                       whole counts as taken.
  GET  /taken/NAME/ID  204 if a request with that webhook-id was taken whole, 404 if not; now and then no answer
  GET  /count/NAME     how many requests came
  GET  /ids/NAME       their webhook-ids in order, a line each
  GET  /reached/NAME/N answers once N requests have come
"""

import random
import socketserver
import sys
import threading
import urllib.parse

requests = {}
changed = threading.Condition()
chance = random.Random(20261122)


class Handler(socketserver.StreamRequestHandler):
    def setup(self):
        super().setup()
        self.request.settimeout(120)

    def handle(self):
        while self.one():
            pass

    def answer(self, status, body=b""):
        self.wfile.write(b"HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body))
        self.wfile.flush()
        return True

    def one(self):
        line = self.rfile.readline().decode("latin-1")
        if not line:
            return False
        headers = {}
        while True:
            field = self.rfile.readline().decode("latin-1").strip()
            if not field:
                break
            name, _, value = field.partition(":")
            headers[name.lower()] = value.strip()
        mode, name, *rest = line.split(" ")[1].strip("/").split("/")
        if line.startswith("GET"):
            return self.tell(mode, name, rest)
        with changed:
            place = chance.choice(["request", "taken", "answer", "after", "whole", "whole"]) if mode == "random" else "whole"
        if place == "request":
            return False
        length = int(headers.get("content-length", 0))
        if len(self.rfile.read(length)) < length:
            return False
        with changed:
            requests.setdefault(name, []).append(headers.get("webhook-id", ""))
            changed.notify_all()
        if mode == "hang":
            self.rfile.read(1)
            return False
        if place == "taken":
            return False
        if place == "answer":
            self.wfile.write(b"HTTP/1.1 20")
            return False
        self.answer(204)
        return place == "whole"

    def tell(self, mode, name, rest):
        with changed:
            ids = list(requests.get(name, []))
            if mode == "taken":
                if chance.random() < 0.1:
                    return False
                return self.answer(204 if urllib.parse.unquote(rest[0]) in ids else 404)
            if mode == "reached":
                changed.wait_for(lambda: len(requests.get(name, [])) >= int(rest[0]))
                return self.answer(204)
        return self.answer(200, str(len(ids)).encode() if mode == "count" else "\n".join(ids).encode())


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 1024

    def handle_error(self, request, client_address):
        """Clients that go away are what the tests are about."""


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
