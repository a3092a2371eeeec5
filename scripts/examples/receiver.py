"""Who is told by webhook: one who takes what comes, and one who has moved away."""

import contextlib
import http.server
import threading


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(410 if self.path == "/old-list" else 204)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def receiver():
    """Its address, while it is there."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
