"""A receiver of webhooks that writes down what it takes, so that somebody else can count it.

Prints its port and ends with its standard input. What it takes for NAME goes to FOLDER/MODE-NAME, a line of JSON each;
FOLDER is the only argument. Paths:
  POST /plain/NAME      takes every request
  GET  /plain/NAME/ID   204 if it took a request with that webhook-id, 404 if not
  POST /once/NAME       takes the first request of each webhook-id, answers 204 to all

One request at a time, in the order of the connections: a question that comes after a request, even one whose sender has
died meanwhile, is answered after it. A request that is cut off counts as none.
"""

import json
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

folder = sys.argv[1]
taken = {}


class Handler(BaseHTTPRequestHandler):
    timeout = 5

    def log_message(self, *arguments):
        pass

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def do_GET(self):
        mode, name, identifier = self.path.strip("/").split("/")
        self.answer(204 if urllib.parse.unquote(identifier) in taken.get((mode, name), ()) else 404)

    def do_POST(self):
        mode, name = self.path.strip("/").split("/")
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:
            return
        identifier = self.headers["webhook-id"]
        seen = taken.setdefault((mode, name), set())
        if mode == "plain" or identifier not in seen:
            data = json.loads(body)["data"]
            line = {"id": identifier, "run": data["run"], "stage": data["stage"]}
            with open(f"{folder}/{mode}-{name}", "a") as file:
                file.write(json.dumps(line) + "\n")
        seen.add(identifier)
        self.answer(204)


class Server(HTTPServer):
    request_queue_size = 256

    def handle_error(self, request, client_address):
        """Clients that are killed are the point of the tests."""


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
