"""The seven stages as a Dagster job, executed in this process for one document after the other, with Dagster's own database of
runs and events in OUT.

usage: dagster_peer.py SOURCE OUT
"""

import logging
import os
import sys

from stages import Stages, documents

SOURCE, OUT = sys.argv[1:3]
HOME = os.path.join(os.path.abspath(OUT), "dagster")
os.makedirs(HOME, exist_ok=True)
with open(os.path.join(HOME, "dagster.yaml"), "w", encoding="utf-8") as settings:
    settings.write("telemetry:\n  enabled: false\n")
# Read when the module is imported.
os.environ["DAGSTER_HOME"] = HOME

from dagster import DagsterInstance, job, op  # noqa: E402

STAGES = Stages(OUT)


@op(config_schema={"path": str})
def detect(context):
    path = context.op_config["path"]
    return {"path": path, "mime_type": STAGES.detect(path)}


@op
def validate(document):
    STAGES.validate(document["path"], document["mime_type"])
    return document


@op
def check_size(document):
    STAGES.check_size(document["path"])
    return document


@op
def upload(document):
    stored, sha256 = STAGES.upload(document["path"])
    return document | {"stored": stored, "sha256": sha256}


@op
def create_version(document):
    return document | {
        "id": STAGES.create_version(document["path"], document["stored"], document["sha256"], document["mime_type"])
    }


@op
def share(document):
    STAGES.share(document["id"])
    return document


@op
def notify(document):
    STAGES.notify(document["id"])


@job
def ingest():
    notify(share(create_version(upload(check_size(validate(detect()))))))


def main() -> None:
    logging.disable(logging.CRITICAL)
    instance = DagsterInstance.get()
    for path in documents(SOURCE):
        settings = {"ops": {"detect": {"config": {"path": path}}}}
        if not ingest.execute_in_process(run_config=settings, instance=instance).success:
            sys.exit(f"{path}: the job failed")


if __name__ == "__main__":
    main()
