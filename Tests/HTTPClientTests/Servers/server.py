"""The server that the tests of the HTTP client talk to: well-behaved and otherwise, as the path says.

Prints its port and ends with its standard input, so that it never outlives the tests. With the argument `tls` it speaks
TLS with a certificate that nobody trusts.
"""

import json
import pathlib
import socket
import ssl
import struct
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

connections = 0
# Requests for the paths `first-only` and `unanswered`.
counted = 0
counting = threading.Lock()
slow_requests = threading.Semaphore(0)
abandoned_requests = threading.Semaphore(0)
gate = threading.Barrier(2)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        global connections
        connections += 1
        self.requests_here = 0
        super().setup()

    def log_message(self, *arguments):
        pass

    def answer(self, status, body=b"", headers=()):
        if status in (204, 304):
            body = b""
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        name, _, argument = self.path.split("?")[0].strip("/").partition("/")
        getattr(self, "do_" + name.replace("-", "_"), self.do_echo)(argument, body)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    def do_echo(self, argument, body):
        told = {
            "method": self.command,
            "path": self.path,
            "headers": [[name.lower(), value] for name, value in self.headers.items()],
            "body": body.decode("latin-1"),
        }
        self.answer(200, json.dumps(told).encode(), [("X-Twice", "one"), ("x-twice", " two "), ("X-Empty", "")])

    def do_status(self, argument, body):
        self.answer(int(argument), b"status " + argument.encode())

    def do_bytes(self, argument, body):
        self.answer(200, b"x" * int(argument))

    def do_interim(self, argument, body):
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n")
        self.answer(200, b"final")

    def do_connections(self, argument, body):
        self.answer(200, str(connections).encode())

    def do_close(self, argument, body):
        """Says nothing of it and closes the connection after the answer, as a server's idle time-out does."""
        self.answer(200, b"bye")
        self.close_connection = True

    def count(self):
        global counted
        with counting:
            counted += 1

    def do_unanswered(self, argument, body):
        self.count()
        self.close_connection = True

    def do_first_only(self, argument, body):
        """Answers the first request of a connection and keeps that open; closes it at the second one, unanswered."""
        self.count()
        self.requests_here += 1
        if self.requests_here == 1:
            self.answer(200, b"first")
        else:
            self.close_connection = True

    def do_counted(self, argument, body):
        self.answer(200, str(counted).encode())

    def do_slow(self, argument, body):
        """Never answers; tells of the request and of its end through the two paths below."""
        slow_requests.release()
        while self.connection.recv(1024):
            pass
        abandoned_requests.release()
        self.close_connection = True

    def do_slow_requests(self, argument, body):
        slow_requests.acquire()
        self.answer(200)

    def do_abandoned_requests(self, argument, body):
        abandoned_requests.acquire()
        self.answer(200)

    def do_meet(self, argument, body):
        """Answers only when two requests are here at the same time."""
        gate.wait()
        self.answer(200)

    def do_redirect(self, argument, body):
        self.answer(302, b"redirect", [("Location", "/" + argument), ("X-Redirect", "yes")])

    def do_redirect_away(self, argument, body):
        self.answer(302, b"", [("Location", "http://169.254.169.254/latest/meta-data/")])

    def do_redirect_file(self, argument, body):
        self.answer(302, b"", [("Location", "file:///etc/passwd")])

    def do_loop(self, argument, body):
        self.answer(302, b"", [("Location", "/loop")])

    def do_reset(self, argument, body):
        """Breaks off in the middle of the body with a TCP reset."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + b"x" * 1000)
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def do_short(self, argument, body):
        """Ends in order, but before the length that it announced."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort")
        self.close_connection = True

    def do_silence(self, argument, body):
        self.close_connection = True

    def do_garbage(self, argument, body):
        self.wfile.write(b"220 mail.example.org ESMTP\r\n")
        self.close_connection = True

    def do_huge(self, argument, body):
        """A body without end."""
        self.endless(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"x" * 65536 + b"\r\n")

    def do_huge_header(self, argument, body):
        """A header without end."""
        self.endless(b"HTTP/1.1 200 OK\r\n", b"X-Filler: " + b"x" * 1000 + b"\r\n")

    def endless(self, start, piece):
        self.close_connection = True
        try:
            self.wfile.write(start)
            while True:
                self.wfile.write(piece)
        except OSError:
            pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # The tests start many requests at once.
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """Clients that break off are what the tests are about."""


server = Server(("127.0.0.1", 0), Handler)
if sys.argv[1:] == ["tls"]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pathlib.Path(__file__).with_name("self-signed.pem"))
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
