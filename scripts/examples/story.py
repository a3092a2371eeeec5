"""What has happened in the workspace, from its first day to this one."""

import shutil

from compass import PASSWORD, Compass
from receiver import receiver
from rejects import make_rejects
from shelf import DOCUMENTS, FEW, TRASHED, make_files

WORKSPACE = """\
# A workspace with the documents of two athletes, made by scripts/example-workspace.
version: 1
owner: {{ id: jordan, name: Jordan Reyes, email: jordan@example.org }}
schools: schools.yaml
document-types:
  rec_letter: {{ extensions: [.pdf], max-size: 2MB }}
private-addresses: [127.0.0.1]
channels:
  coaches: {{ type: webhook, url: "{hooks}/coaches" }}
  old-list: {{ type: webhook, url: "{hooks}/old-list" }}
server:
  listen: 127.0.0.1:8080
  uploads:
    highlight_video: highlight-video
    transcript: transcript
    resume: resume
    rec_letter: rec-letter
    questionnaire: questionnaire
    stats_sheet: stats-sheet
"""


class Story:
    def __init__(self, program, folder, root, files):
        self.folder, self.root, self.files = folder, root, files
        self.compass = Compass(program, folder)
        # Titles with the ids of their documents.
        self.documents = {}

    def tell(self):
        make_files(self.files)
        shutil.copytree(self.root / "pipelines", self.folder / "pipelines")
        here = self.root / "scripts/examples"
        for file in sorted((here / "pipelines").iterdir()):
            shutil.copy(file, self.folder / "pipelines")
        # Of a school that depends on the document only the run can tell that there is none such.
        sheet = self.folder / "pipelines/stats-sheet.yaml"
        usual = sheet.read_text(encoding="utf-8")
        changed = usual.replace(
            'schools: "${{ inputs.schools }}"',
            """schools: "${{ inputs.title == 'For Hogwarts' && document.size > 0B ? split('hogwarts', ',') : inputs.schools }}\"""")
        assert changed != usual
        sheet.write_text(changed, encoding="utf-8")
        shutil.copy(here / "schools.yaml", self.folder)
        shutil.copy(here / "privacy.md", self.folder)
        with receiver() as hooks:
            self._configure(hooks)
            self.people()
            # A process of its own for each, in the order of their days.
            for ago, action in sorted(self.uploads(), key=lambda event: -event[0]):
                action(ago)
            self.sharing()
            self.refusals()
            self.archive()
            self.game_film()
        shutil.rmtree(self.folder / "desk")
        self._configure("https://hooks.example.org")
        self.links()

    def _configure(self, hooks):
        (self.folder / "compass.yaml").write_text(WORKSPACE.format(hooks=hooks), encoding="utf-8")

    def people(self):
        for id, name, role in [("jordan", "Jordan Reyes", "admin"), ("casey", "Casey Reyes", "owner")]:
            self.compass(
                "users", "add", id, "--name", name, "--role", role, "--password-stdin", typed=PASSWORD + "\n", ago=76)
        self.compass("legal", "publish", "privacy.md", "--version", "1.0", ago=76)
        self.compass("legal", "accept", "jordan", "--version", "1.0", ago=75.9)
        policy = self.folder / "privacy.md"
        text = policy.read_text(encoding="utf-8")
        policy.write_text(text.replace("in your documents", "on the page of your documents"), encoding="utf-8")
        self.compass("legal", "publish", "privacy.md", "--version", "1.1", ago=30)

    def uploads(self):
        for number, document in enumerate(DOCUMENTS):
            for version in range(1, len(document.makers) + 1):
                # Some minutes apart, so that no two have one time.
                ago = max(document.since - (version - 1) * document.every, 1) + number / 200
                yield ago, lambda ago, number=number, version=version: self.upload(number, version, ago)

    def upload(self, number, version, ago):
        document = DOCUMENTS[number]
        inputs = {"title": document.title, "user": document.owner}
        if version == 1 and document.schools:
            inputs["schools"] = ",".join(document.schools)
        if document.school:
            inputs["school"] = document.school
        words = [word for name, value in inputs.items() for word in ("-i", f"{name}={value}")]
        file = self.lay_on_desk(self.files / f"{number:02}" / str(version) / document.name)
        [run] = self.compass.records("run", document.pipeline, file, *words, ago=ago)
        self.documents[document.title] = run["document"]["id"]
        if version == 1 and document.description:
            self.compass("documents", "edit", run["document"]["id"], "--description", document.description, ago=ago)

    def lay_on_desk(self, file):
        """Where people have their files, so that runs tell of paths as people have them."""
        desk = self.folder / "desk"
        desk.mkdir(exist_ok=True)
        shutil.copyfile(file, desk / file.name)
        return f"desk/{file.name}"

    def sharing(self):
        """One document goes, a school comes to know of what was there before, while no schedule is kept for eight days."""
        self.compass.up(lambda: self.compass.schedules() == 3, ago=8)
        self.compass("documents", "trash", self.documents[TRASHED], ago=6)
        self.compass("documents", "unshare", self.documents["SAT Score Report"], FEW[-1], ago=5)
        self.compass("run", "share-new-school", "-i", "school=brown", "-i", "types=rec_letter", ago=4)

    def refusals(self):
        rejects = self.files / "rejects"
        given = make_rejects(rejects, self.files / "00/1" / DOCUMENTS[0].name)
        for number, (name, pipeline) in enumerate(given.items()):
            self.compass("run", pipeline, self.lay_on_desk(rejects / name), "-i", "user=jordan", ago=2.2 - number / 10, status=3)
        # A school that is not there and that only the run can tell, since it depends on the document, is refused by the stage; what was
        # stored before is taken back.
        sheet = self.lay_on_desk(self.files / "23/1" / DOCUMENTS[23].name)
        # Its last line twice: the bytes of a document that is there would be that document.
        lines = (self.folder / sheet).read_text(encoding="utf-8").splitlines(keepends=True)
        (self.folder / sheet).write_text("".join([*lines, lines[-1]]), encoding="utf-8")
        self.compass(
            "run", "stats-sheet", sheet, "-i", "title=For Hogwarts", "-i", "schools=ucla", ago=1.6, status=3)

    def archive(self):
        """A run that fails for what is in its way, and goes on once that is gone; and a list that nobody reads any more."""
        office = self.folder / "office"
        office.mkdir()
        for version in (1, 2):
            shutil.copy(self.files / "06" / str(version) / DOCUMENTS[6].name, office / f"archive-{version}.pdf")
            (office / f"archive-{version}.pdf.compass.json").write_text("Do not touch\n", encoding="utf-8")
            [run] = self.compass.records(
                "run", "county-archive", f"office/archive-{version}.pdf", "-i", f"title=County Archive {2024 + version}",
                status=1)
        (office / "archive-2.pdf.compass.json").unlink()
        # 1: the notification is given up.
        self.compass("runs", "retry", run["run"], status=1)

    def game_film(self):
        """A film that was complete is taken, schedules catch up, and then more films wait."""
        film = "2026-10-30 at Longs Peak.mp4"
        inbox = self.folder / "inbox/jordan/game_film"
        inbox.mkdir(parents=True)
        (self.folder / "inbox/jordan/highlight_video").mkdir()
        shutil.copy(self.files / "01/1" / DOCUMENTS[1].name, inbox / film)
        (inbox / f"{film}.done").touch()
        self.compass.up(lambda: (inbox / "done" / film).exists() and self._is_idle())
        shutil.copy(self.files / "05/1" / DOCUMENTS[5].name, inbox / "2026-11-06 Horsetooth.mp4")
        shutil.copy(self.files / "05/2" / DOCUMENTS[5].name, inbox / "2026-11-13 Mesa Verde.mp4")
        (inbox / "2026-11-20 semifinal.mp4.part").write_bytes(b"\0\0\0\x18ftypisom")

    def _is_idle(self):
        """What schedules have missed is caught up, and all notifications are delivered or given up."""
        [service] = [record for record in self.compass.records("status") if record["kind"] == "service"]
        batches = self.compass.records("batches", "list")
        # Without a clock of the past nothing is to be caught up.
        caught_up = {batch["pipeline"] for batch in batches} >= {"nightly-sweep", "integrity-check", "weekly-digest"}
        return (caught_up or not self.compass.clock) and all(batch["status"] == "succeeded" for batch in batches) and not any(
            service[name] for name in ("active", "waiting", "queued", "outbox-waiting"))

    def links(self):
        named = self.documents
        sets = [
            (["Junior Season Highlights"], "Coach Ruiz, Santa Clara", 14, 3),
            (["Junior Season Highlights", "Athletic Résumé", "Official Transcript, Grades 9–12", "Senior Season Statistics"],
             "College Showcase, Phoenix", 30, 5),
            (["Set Pieces and Long Shots", "Letter from the Academy Director"], "Coach Bennett, Denver", 7, 0),
            (["SAT Score Report"], "sent by mistake", 7, 1),
        ]
        paths = []
        for titles, label, days, views in sets:
            [link] = self.compass.records(
                "links", "create", *(named[title] for title in titles), "--days", days, "--label", label)
            paths += [f"/l/{link['secret']}"] * views
        self.compass.visit(paths)
        self.compass("links", "revoke", link["id"])
