"""The seven stages one after the other, without anything around them: no journal, no retries, no going on after a crash.

usage: plain.py SOURCE OUT [--unsynced-names]
"""

import sys

from stages import Stages, documents


def main(source: str, out: str, *options: str) -> None:
    stages = Stages(out, syncs_names="--unsynced-names" not in options)
    for path in documents(source):
        mime_type = stages.detect(path)
        stages.validate(path, mime_type)
        stages.check_size(path)
        stored, sha256 = stages.upload(path)
        version_id = stages.create_version(path, stored, sha256, mime_type)
        stages.share(version_id)
        stages.notify(version_id)


if __name__ == "__main__":
    main(*sys.argv[1:])
