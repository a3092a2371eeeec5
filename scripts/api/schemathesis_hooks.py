"""What schemathesis has to be told of Compass; scripts/schemathesis.toml names this file."""

import schemathesis
from hypothesis import strategies

# Bodies that the server takes as bytes: a text that is stored, one that is not, and anything.
FILES = strategies.one_of(
    strategies.sampled_from([b"Grades: all good.\n", b"\x7fELF" + bytes(60)]), strategies.binary(max_size=200))
schemathesis.openapi.media_type("application/octet-stream", FILES)
schemathesis.openapi.media_type("application/offset+octet-stream", FILES)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Where a page starts comes from the page before: no text that only looks like it is one, and 400 tells so.

    So it is left out where all else of a request is right, and the server has to take the rest. What it makes of wrong ones
    is seen in requests that are wrong in other ways, and in the tests.
    """
    if case.meta is not None and case.meta.generation.mode.is_positive and case.query:
        case.query.pop("after", None)
    # How long an address may be as a whole no schema says: each input may be long, but not all of them at once.
    if case.operation.path == "/hooks/{hook}/file" and "input" in (case.query or {}):
        inputs = case.query["input"]
        case.query["input"] = [str(value)[:20] for value in inputs] if isinstance(inputs, list) else str(inputs)[:20]
