"""curl as a client: one request each, by hand."""

import email.parser
import pathlib
import subprocess
import tempfile

from serving import BOUND, Failure


class Curl:
    def __init__(self, base, *options):
        self.base = base
        self.options = options

    def ask(self, method, path, *options):
        """The status, the headers and the body of the answer."""
        with tempfile.TemporaryDirectory() as folder:
            head, body = f"{folder}/head", f"{folder}/body"
            # With HEAD curl must not wait for a body.
            verb = ["--head"] if method == "HEAD" else ["--request", method]
            self.run(
                *verb, "--dump-header", head, "--output", body, *self.options, *options, f"{self.base}{path}")
            text = pathlib.Path(head).read_bytes().decode("latin-1")
            # Of several heads, as behind `100 Continue`, the last one.
            last = [part for part in text.split("\r\n\r\n") if part][-1]
            line, _, fields = last.partition("\r\n")
            file = pathlib.Path(body)
            content = file.read_bytes() if file.exists() and method != "HEAD" else b""
        return int(line.split()[1]), email.parser.HeaderParser().parsestr(fields), content

    @staticmethod
    def run(*options):
        done = subprocess.run(
            [*BOUND, "curl", "--silent", "--show-error", "--max-time", "60", *options], stdin=subprocess.DEVNULL,
            capture_output=True, check=False)
        if done.returncode != 0:
            raise Failure(f"curl {' '.join(options)} ended with {done.returncode}: {done.stderr.decode().strip()}")
        return done.stdout
