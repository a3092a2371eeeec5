import CompassTesting
import Glibc
import Platform
import Testing

/// The shipped pipelines with a `source`, run by the built program in fresh workspaces, also of files that are named.
@Suite struct BatchPipelineTests {
    /// A workspace with shipped pipelines.
    func sandbox(_ names: String..., changing change: (String) -> String = { $0 }) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.ship(names, changing: change)
        return sandbox
    }

    /// A video that has all its parts.
    func video(_ seed: UInt8) -> [UInt8] {
        Samples.mp4(seed)
    }

    func store(_ sandbox: Sandbox, _ titles: String...) async throws {
        for (seed, title) in titles.enumerated() {
            try sandbox.write(Path("\(title).pdf"), Samples.pdf(seed))
            try await sandbox.compass("run", "transcript", Path("\(title).pdf"), ending: 0)
        }
    }

    @Test("nightly-sweep takes what the watch missed, once, also when it is killed in the middle and goes on")
    func nightlySweep() async throws {
        let sandbox = try sandbox("nightly-sweep", "highlight-video")
        for seed: UInt8 in 0..<10 {
            try sandbox.write(Path("inbox/u7/highlight_video/clip\(seed).mp4"), try Samples.film(seed))
        }
        try sandbox.write("inbox/u8/highlight_video/other.mov", Samples.mp4(99, isWhole: false))
        try sandbox.write("inbox/u8/highlight_video/clip.mp4.part", video(98))
        // As the watch takes files.
        for seed in [3, 4] {
            let file = Path("inbox/u7/highlight_video/clip\(seed).mp4")
            try await sandbox.compass("run", "highlight-video", file, "-i", "user=u7", ending: 0)
        }
        let killed = try await sandbox.compass(
            "run", "nightly-sweep", "--json", environment: ["COMPASS_FAILPOINT=batch.item-ended:4"])
        #expect(killed.status == 137 || killed.status == -9 || killed.status == 9, "\(killed)")
        #expect(try await sandbox.list("batches", "list").map { $0["status"] } == ["running"])

        let resumed = try await sandbox.compass("run", "nightly-sweep", "--json", ending: 0)
        let batch = try #require(try resumed.lines.last)
        #expect(batch["status"] == "succeeded", "\(resumed)")
        #expect(batch["items"] == 10, "\(resumed)")
        #expect(batch["left-out"] == 1, "\(resumed)")
        #expect(resumed.errors.contains("other.mov: left out, since the box `moov` is missing"), "\(resumed)")
        #expect(resumed.errors.contains("resumes batch"), "\(resumed)")
        #expect(try await sandbox.list("batches", "list").count == 1)
        let documents = try await sandbox.list("documents", "list")
        #expect(documents.count == 10)
        #expect(documents.allSatisfy { $0["version"] == 1 && $0["owner"] == "u7" }, "\(documents)")
        // Ten films; and of those two that the watch took a small picture in two sizes, and a rendition.
        let objects = try sandbox.objects()
        #expect(objects.count == 16, "\(objects)")
        // Ten videos were announced once each: two by the watch's pipeline, eight by the sweep.
        let subjects = try sandbox.announced().compactMap { $0["subject"]?.string }
        #expect(subjects.filter { $0.hasPrefix("Found in the night") }.count == 8, "\(subjects)")
        #expect(Set(subjects).count == subjects.count)

        let next = try await sandbox.compass("run", "nightly-sweep", "--json", ending: 0)
        #expect(try next.lines.last?["duplicates"] == 10, "\(next)")
        try sandbox.write("inbox/u8/highlight_video/letter.mp4", Samples.pdf(1))
        let total = try await sandbox.compass("run", "nightly-sweep")
        #expect(total.text.contains(": rejected, 11 files: 1 rejected, 10 duplicates, 1 left out in "), "\(total)")
        #expect(total.text.split(separator: "\n").count { $0.contains("1 rejected") } == 1, "\(total)")
        #expect(try await sandbox.list("documents", "list").count == 10)
        #expect(try await sandbox.list("batches", "list").count == 3)
    }

    @Test("weekly-digest sends each school one message with all titles, also when it is killed before its end")
    func weeklyDigest() async throws {
        let sandbox = try sandbox("weekly-digest")
        try await store(sandbox, "Grades", "Letter", "Unshared")
        let ids = try await sandbox.list("documents", "list").compactMap { document in
            document["title"]?.string.flatMap { title in document["id"]?.string.map { (title, Path($0)) } }
        }
        let documents = Dictionary(uniqueKeysWithValues: ids)
        _ = try await sandbox.compass("documents", "share", try #require(documents["Grades"]), "stanford", "ucla")
        _ = try await sandbox.compass("documents", "share", try #require(documents["Letter"]), "stanford")
        let before = try sandbox.announced().count
        let killed = try await sandbox.compass(
            "run", "weekly-digest", environment: ["COMPASS_FAILPOINT=batch.finishing"])
        #expect(killed.status != 0)
        let resumed = try await sandbox.compass("runs", "resume", "--json", ending: 0)
        #expect(try resumed.lines.last?["items"] == 2, "\(resumed)")
        let messages = try sandbox.announced().dropFirst(before)
        #expect(
            messages.compactMap { $0["subject"]?.string }.sorted() == [
                "Stanford University: 2 new this week", "UCLA: 1 new this week",
            ])
        #expect(
            messages.contains {
                $0["body"] == "Shared with Stanford University in the last 7 days: Grades, Letter"
            }, "\(messages)")
    }

    @Test("integrity-check tells which objects are damaged and which are gone, and checks the others")
    func integrityCheck() async throws {
        let sandbox = try sandbox("integrity-check")
        try await store(sandbox, "Good", "Damaged", "Gone", "Better")
        for name in try sandbox.objects() {
            let path = sandbox.folder.appending(".compass/objects").appending(name)
            let file = Files.exists(path) ? path : sandbox.folder.appending(name)
            if name.text.hasSuffix("_Gone.pdf") { #expect(file.withCString { unlink($0) } == 0) }
            if name.text.hasSuffix("_Damaged.pdf") {
                var bytes = try Files.read(file, limit: 1 << 20)
                bytes[bytes.count / 2] ^= 1
                try Files.replace(file, with: bytes)
            }
        }
        let output = try await sandbox.compass("run", "integrity-check", "--json", ending: 1)
        let lines = try output.lines
        #expect(lines.last?["counts"] == ["succeeded": 2, "failed": 2], "\(output)")
        #expect(lines.last?["status"] == "failed")
        let subjects = try sandbox.announced().compactMap { $0["subject"]?.string }
        #expect(subjects.contains("Damaged (version 1) of u1: object-damaged"), "\(subjects)")
        #expect(subjects.contains("Gone (version 1) of u1: object-missing"), "\(subjects)")
        let batch = try #require(lines.last?["batch"]?.string)
        let shown = try await sandbox.compass("batches", "show", Path(batch))
        let damaged = try #require(
            try await sandbox.list("documents", "list").first { $0["title"] == "Damaged" }?["id"]?.string)
        #expect(shown.text.contains("Damaged (version 1) of u1, document \(damaged)  failed: The object "), "\(shown)")
        #expect(try await sandbox.list("runs", "list", "--batch", Path(batch), "--status", "failed").count == 2)
    }

    @Test("a file that is named for a source takes what its path captures, or is refused")
    func named() async throws {
        let sandbox = try sandbox("nightly-sweep")
        try sandbox.write("inbox/u7/highlight_video/game 0.mp4", video(1))
        try sandbox.write("inbox/u7/other/game 1.mp4", video(2))
        let plan = try await sandbox.compass("plan", "nightly-sweep", "inbox/u7/highlight_video/game 0.mp4", "--json")
        #expect(plan.status == 0 && plan.text.contains("u7/highlight_video/"), "\(plan)")
        let run = try await sandbox.compass(
            "run", "nightly-sweep", Path("./inbox/u7/highlight_video/game 0.mp4"), "--json", ending: 0)
        let absolute = sandbox.folder.appending("inbox/u7/highlight_video/game 0.mp4")
        let again = try await sandbox.compass("run", "nightly-sweep", absolute, "--json")
        #expect(try again.lines.first?["duplicate-of"] == run.lines.first?["run"], "\(again)")
        #expect(try await sandbox.list("documents", "list").map { $0["owner"] } == ["u7"])

        for command: Path in ["run", "plan"] {
            try await sandbox.compass(
                command, "nightly-sweep", "inbox/u7/other/game 1.mp4", ending: 2,
                errors: .has(
                    "inbox/u7/other/game 1.mp4 is no file that `source` of pipeline `nightly-sweep` means, whose `glob` "
                        + "`inbox/{user}/highlight_video/*` gives the input `user`: name one that fits, or give the input "
                        + "with -i user=…"))
        }
        try await sandbox.compass("run", "nightly-sweep", "inbox/u7/other/game 1.mp4", "-i", "user=u9", ending: 0)
        #expect(Set(try await sandbox.list("documents", "list").map { $0["owner"] }) == ["u7", "u9"])
    }

    @Test("prune-versions is planned first, and puts into the trash what the rule says and nothing else")
    func pruneVersions() async throws {
        // Versions of half a year ago cannot be made here.
        let sandbox = try sandbox("prune-versions") { $0.replacing(", older-than: 180d", with: "") }
        for seed in 0..<9 {
            try sandbox.write("Grades.pdf", Samples.pdf(seed))
            _ = try await sandbox.compass("run", "transcript", "Grades.pdf")
        }
        let plan = try await sandbox.compass("plan", "prune-versions", ending: 0)
        for number in 1...4 {
            #expect(plan.text.contains("put `Grades` (version \(number)) into the trash"), "\(plan)")
        }
        #expect(!plan.text.contains("(version 5)"), "\(plan)")
        #expect(plan.text.contains("4 versions into the trash"), "\(plan)")
        let limited = try await sandbox.compass("plan", "prune-versions", "--limit", "3", "--json")
        #expect(try limited.lines.count == 3)
        #expect(limited.errors.contains("there are more than 3 items"), "\(limited)")
        let untouched = try await sandbox.list("documents", "list", "--trashed")
        #expect(untouched.isEmpty)

        let killed = try await sandbox.compass(
            "run", "prune-versions", environment: ["COMPASS_FAILPOINT=batch.item-ended:2"])
        #expect(killed.status != 0)
        let output = try await sandbox.compass("run", "prune-versions", "--json", ending: 0)
        #expect(try output.lines.last?["counts"] == ["succeeded": 4], "\(output)")
        let trashed = try await sandbox.list("documents", "list", "--trashed")
        #expect(trashed.compactMap { $0["version"]?.integer }.sorted() == [1, 2, 3, 4])
        try await sandbox.compass("run", "prune-versions", ending: 0, text: .has("nothing to do"))
    }
}
