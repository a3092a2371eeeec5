"""Python's own client of HTTP, with a token."""

import contextlib
import http.client
import json
import urllib.parse

from serving import PATIENCE, check, sha256, wait_until


class Answer:
    def __init__(self, response, body):
        self.status = response.status
        self.headers = response.headers
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    def __init__(self, server, token=None, source=None):
        self.server = server
        self.token = token
        self.source = source

    def connect(self, timeout=PATIENCE):
        return http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=timeout, source_address=self.source)

    def ask(self, method, path, body=None, **headers):
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        if isinstance(body, dict):
            body = json.dumps(body)
            fields["Content-Type"] = "application/json"
        with contextlib.closing(self.connect()) as connection:
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            return Answer(response, response.read())

    def get(self, path):
        answer = self.ask("GET", path)
        check(answer.status == 200, f"GET {path} was answered {answer.status}: {answer.body[:300]!r}")
        return answer.json

    def document(self, title):
        """The one document of a title, once its run is done."""
        path = "/api/v1/documents?search=" + urllib.parse.quote(title)
        found = wait_until(f"the document '{title}'", lambda: self.get(path)["documents"])
        check(len(found) == 1, f"there are {len(found)} documents '{title}'")
        return found[0]

    def expect_stored_once(self, title, data):
        """Its document is there once, in one version, with these bytes."""
        document = self.document(title)
        versions = self.get(f"/api/v1/documents/{document['id']}/versions")["versions"]
        check(len(versions) == 1, f"'{title}' has {len(versions)} versions instead of 1")
        content = self.ask("GET", f"/api/v1/documents/{document['id']}/content").body
        check(
            sha256(content) == sha256(data),
            f"'{title}' has other bytes: {len(content)} of {len(data)}, SHA-256 {sha256(content)}")
        return document
