"""curl uploads by hand, and reads bytes in all the ways that HTTP has."""

import base64
import hashlib
import time
import urllib.parse

from client import Client
from curl import Curl
from serving import Server, Workspace, check, film, say
from uploads import MIB, tus_metadata

TITLE = "Frühling “26” / 100%"


def expect(what, asked, status, **headers):
    """Holds an answer against what it has to be, and returns it. A header of None must not be there."""
    found, fields, body = asked
    check(found == status, f"{what}: {found} instead of {status}: {body[:300]!r}")
    for name, value in headers.items():
        name = name.replace("_", "-")
        check(fields[name] == value, f"{what}: `{name}` is {fields[name]!r} instead of {value!r}")
    return fields, body


def check_tus(curl, folder):
    data = film(MIB, "curl")
    half = len(data) // 2
    tus = ("--header", "Tus-Resumable: 1.0.0")
    first, rest = folder / "first", folder / "rest"
    first.write_bytes(data[:half])
    rest.write_bytes(data[half:])

    def patch(what, path, file, offset, status, *options, **headers):
        return expect(
            what, curl.ask(
                "PATCH", path, *tus, "--header", f"Upload-Offset: {offset}", "--header",
                "Content-Type: application/offset+octet-stream", "--data-binary", f"@{file}", *options), status, **headers)

    def begin(what, *options):
        metadata = tus_metadata(filename="film.mp4", type="highlight_video", title=TITLE)
        return curl.ask(
            "POST", "/api/v1/uploads", *tus, "--header", f"Upload-Length: {len(data)}", "--header",
            f"Upload-Metadata: {metadata}", *options)

    fields, _ = expect("OPTIONS", curl.ask("OPTIONS", "/api/v1/uploads"), 204, Tus_Version="1.0.0")
    check("creation-with-upload" in fields["Tus-Extension"], f"OPTIONS: {fields['Tus-Extension']}")
    fields, _ = expect("creation", begin("creation"), 201, Tus_Resumable="1.0.0", Upload_Offset="0")
    path = urllib.parse.urlsplit(fields["Location"]).path
    check(fields["Upload-Expires"] is not None, "creation: no Upload-Expires")
    expect(
        "HEAD", curl.ask("HEAD", path, *tus), 200, Upload_Offset="0", Upload_Length=str(len(data)), Cache_Control="no-store")
    patch("PATCH from where it is not", path, rest, half, 409, Upload_Offset="0")
    patch("PATCH with other bytes than those of the checksum", path, rest, 0, 460,
          "--header", "Upload-Checksum: sha1 " + base64.b64encode(hashlib.sha1(data[:half]).digest()).decode())
    expect("HEAD after a wrong checksum", curl.ask("HEAD", path, *tus), 200, Upload_Offset="0")
    patch("PATCH with a checksum", path, first, 0, 204, "--header",
          "Upload-Checksum: sha1 " + base64.b64encode(hashlib.sha1(data[:half]).digest()).decode(),
          Upload_Offset=str(half))
    expect("HEAD in the middle", curl.ask("HEAD", path, *tus), 200, Upload_Offset=str(half))
    patch("PATCH of the rest", path, rest, half, 204, Upload_Offset=str(len(data)))
    # One that is begun with its first bytes, and given up.
    fields, _ = expect(
        "creation with bytes",
        begin("creation with bytes", "--header", "Content-Type: application/offset+octet-stream", "--data-binary",
              f"@{first}"), 201, Upload_Offset=str(half))
    other = urllib.parse.urlsplit(fields["Location"]).path
    expect("DELETE", curl.ask("DELETE", other, *tus), 204)
    expect("HEAD of what was given up", curl.ask("HEAD", other, *tus), 404)
    say("curl", "tus by hand: OPTIONS, creation with and without bytes, HEAD, PATCH, 409, 460, DELETE as it has them")
    return data


def check_ranges(curl, path, data, folder):
    size = len(data)
    fields, body = expect(
        "GET", curl.ask("GET", path), 200, Content_Length=str(size), Accept_Ranges="bytes", Content_Type="video/mp4",
        X_Content_Type_Options="nosniff")
    check(body == data, "GET: other bytes")
    tag = fields["ETag"]
    check(tag.startswith('"') and tag.endswith('"'), f"the entity tag is not strong: {tag}")
    table = [
        ("a single range", ("--range", "0-99"), 206, f"bytes 0-99/{size}", data[:100]),
        ("one byte", ("--range", "7-7"), 206, f"bytes 7-7/{size}", data[7:8]),
        ("an open range", ("--range", f"{size - 5}-"), 206, f"bytes {size - 5}-{size - 1}/{size}", data[-5:]),
        ("a suffix", ("--range", "-100"), 206, f"bytes {size - 100}-{size - 1}/{size}", data[-100:]),
        ("a suffix beyond the whole", ("--range", f"-{size * 2}"), 206, f"bytes 0-{size - 1}/{size}", data),
        ("beyond the end", ("--range", f"{size - 1}-{size * 2}"), 206, f"bytes {size - 1}-{size - 1}/{size}", data[-1:]),
        ("past the end", ("--range", f"{size}-"), 416, f"bytes */{size}", None),
        ("no range", ("--header", "Range: bytes=9-1"), 200, None, data),
        ("another unit", ("--header", "Range: lines=0-1"), 200, None, data),
        ("If-Range with the tag", ("--range", "0-9", "--header", f"If-Range: {tag}"), 206, f"bytes 0-9/{size}", data[:10]),
        ("If-Range with another tag", ("--range", "0-9", "--header", 'If-Range: "other"'), 200, None, data),
        ("If-Range with a weak tag", ("--range", "0-9", "--header", f"If-Range: W/{tag}"), 200, None, data),
        ("If-None-Match", ("--header", f"If-None-Match: {tag}"), 304, None, b""),
        ("If-None-Match with another tag", ("--header", 'If-None-Match: "other"'), 200, None, data),
        ("If-Match with another tag", ("--header", 'If-Match: "other"'), 412, None, None),
    ]
    for what, options, status, content_range, expected in table:
        _, body = expect(what, curl.ask("GET", path, *options), status, Content_Range=content_range)
        check(expected is None or body == expected, f"{what}: other bytes ({len(body)})")
    expect("HEAD", curl.ask("HEAD", path), 200, Content_Length=str(size), ETag=tag)
    expect("HEAD with a tag", curl.ask("HEAD", path, "--header", f"If-None-Match: {tag}"), 304, ETag=tag)
    # A download that curl itself goes on with.
    half = folder / "half.mp4"
    half.write_bytes(data[: size // 3])
    Curl.run("--continue-at", "-", "--output", str(half), *curl.options, f"{curl.base}{path}")
    check(half.read_bytes() == data, "a download that curl went on with has other bytes")
    return len(table) + 4


def check_names(curl, path, data, folder):
    fields, _ = expect("GET", curl.ask("GET", path), 200)
    check(fields["Content-Disposition"].startswith("inline;"), fields["Content-Disposition"])
    fields, _ = expect("download", curl.ask("GET", f"{path}?download=true"), 200)
    disposition = fields["Content-Disposition"]
    check(disposition.startswith("attachment;"), disposition)
    name = urllib.parse.unquote(disposition.split("filename*=UTF-8''")[1])
    check(name.startswith("Frühling “26”") and name.endswith(".mp4") and "/" not in name, f"the name is {name!r}")
    # What curl makes of it.
    downloads = folder / "downloads"
    downloads.mkdir()
    Curl.run(
        "--remote-name", "--remote-header-name", "--output-dir", str(downloads), *curl.options,
        f"{curl.base}{path}?download=true")
    stored = list(downloads.iterdir())
    check(len(stored) == 1 and stored[0].suffix == ".mp4", f"curl stored {stored}")
    check(stored[0].read_bytes() == data, "curl stored other bytes")
    return name


def check_content(program, folder):
    began = time.monotonic()
    workspace = Workspace(program, folder / "content")
    workspace.add_person("jordan", "admin")
    with Server(workspace) as server:
        client = Client(server, workspace.token("jordan", "admin"))
        curl = Curl(server.url, "--header", f"Authorization: Bearer {client.token}")
        data = check_tus(curl, workspace.folder)
        document = client.expect_stored_once("Frühling", data)
        path = f"/api/v1/documents/{document['id']}/content"
        count = check_ranges(curl, path, data, workspace.folder)
        name = check_names(curl, path, data, workspace.folder)
        fields, _ = expect("list", curl.ask("GET", "/api/v1/documents"), 200)
        _, body = expect(
            "list with its tag",
            curl.ask("GET", "/api/v1/documents", "--header", f"If-None-Match: {fields['ETag']}"), 304, ETag=fields["ETag"])
        check(body == b"", "304 has a body")
    say(
        "curl",
        f"{count} requests with ranges and conditions, the download's name “{name}”, {time.monotonic() - began:.1f} s")
