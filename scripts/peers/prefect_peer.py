"""The seven stages as Prefect tasks, a flow for each document, with Prefect's own server for the time of this process and its
database in OUT.

usage: prefect_peer.py SOURCE OUT
"""

import os
import sys

from stages import Stages, documents

SOURCE, OUT = sys.argv[1:3]
# Read when the module is imported.
os.environ.update(
    PREFECT_HOME=os.path.join(os.path.abspath(OUT), "prefect"),
    PREFECT_LOGGING_LEVEL="ERROR",
    PREFECT_SERVER_ANALYTICS_ENABLED="false",
    PREFECT_SERVER_ALLOW_EPHEMERAL_MODE="true",
    # 20 s unless said, which a busy machine can need.
    PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS="120",
    DO_NOT_TRACK="1",
)

from prefect import flow, task  # noqa: E402

STAGES = Stages(OUT)
detect = task(STAGES.detect)
validate = task(STAGES.validate)
check_size = task(STAGES.check_size)
upload = task(STAGES.upload)
create_version = task(STAGES.create_version)
share = task(STAGES.share)
notify = task(STAGES.notify)


@flow
def ingest(path: str) -> None:
    mime_type = detect(path)
    validate(path, mime_type)
    check_size(path)
    stored, sha256 = upload(path)
    version_id = create_version(path, stored, sha256, mime_type)
    share(version_id)
    notify(version_id)


@flow
def ingest_all() -> None:
    for path in documents(SOURCE):
        ingest(path)


if __name__ == "__main__":
    ingest_all()
