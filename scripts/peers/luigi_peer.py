"""The seven stages as Luigi tasks with a local scheduler and one worker. Each task keeps its outputs in a file, which is how Luigi knows what is
done and could go on after a crash; those files are not synced.

usage: luigi_peer.py SOURCE OUT
"""

import json
import os
import sys

import luigi

from stages import Stages, documents

SOURCE, OUT = sys.argv[1:3]
STAGES = Stages(OUT)


class Stage(luigi.Task):
    """A task with a JSON object as its output, which holds those of the stages before too."""

    path = luigi.Parameter()

    def output(self):
        return luigi.LocalTarget(f"{OUT}/state/{os.path.basename(self.path)}.{type(self).__name__}")

    def run(self):
        former = self.input()
        outputs = {}
        if former:
            with former.open() as file:
                outputs = json.load(file)
        outputs |= self.work(outputs) or {}
        with self.output().open("w") as file:
            json.dump(outputs, file)


class Detect(Stage):
    def work(self, outputs):
        return {"mime_type": STAGES.detect(self.path)}


class Validate(Stage):
    def requires(self):
        return Detect(self.path)

    def work(self, outputs):
        STAGES.validate(self.path, outputs["mime_type"])


class CheckSize(Stage):
    def requires(self):
        return Validate(self.path)

    def work(self, outputs):
        STAGES.check_size(self.path)


class Upload(Stage):
    def requires(self):
        return CheckSize(self.path)

    def work(self, outputs):
        stored, sha256 = STAGES.upload(self.path)
        return {"stored": stored, "sha256": sha256}


class CreateVersion(Stage):
    def requires(self):
        return Upload(self.path)

    def work(self, outputs):
        return {"id": STAGES.create_version(self.path, outputs["stored"], outputs["sha256"], outputs["mime_type"])}


class Share(Stage):
    def requires(self):
        return CreateVersion(self.path)

    def work(self, outputs):
        STAGES.share(outputs["id"])


class Notify(Stage):
    def requires(self):
        return Share(self.path)

    def work(self, outputs):
        STAGES.notify(outputs["id"])


if __name__ == "__main__":
    tasks = [Notify(path) for path in documents(SOURCE)]
    sys.exit(0 if luigi.build(tasks, local_scheduler=True, log_level="ERROR", workers=1) else 1)
