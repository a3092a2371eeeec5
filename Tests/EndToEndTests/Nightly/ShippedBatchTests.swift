import CompassTesting
import Glibc
import Platform
import Testing

/// More of the shipped pipelines with a `source`; `BatchPipelineTests` has the rest.
@Suite struct ShippedBatchTests {
    private let base = BatchPipelineTests()

    @Test("nightly-sweep leaves out what it has rejected, until it is written anew or quarantine lets it go")
    func rejectedBefore() async throws {
        let sandbox = try base.sandbox("nightly-sweep")
        try sandbox.write("inbox/u7/highlight_video/letter.mp4", Samples.pdf(1))
        try sandbox.write("inbox/u7/highlight_video/clip.mp4", base.video(1))
        try await sandbox.compass("run", "nightly-sweep", "--json", ending: 3)
        let entry = try #require(try await sandbox.list("quarantine", "list").first)
        let run = try #require(entry["run"]?.string)
        let second = try await sandbox.compass(
            "run", "nightly-sweep", "--json", ending: 0,
            errors: .has("letter.mp4: left out, since it was rejected by run \(run), and quarantine"))
        #expect(try second.lines.last?["left-out"] == 1, "\(second)")
        #expect(try await sandbox.list("quarantine", "list").count == 1)
        // Other contents are judged.
        try sandbox.write("inbox/u7/highlight_video/letter.mp4", Samples.pdf(2))
        try await sandbox.compass("run", "nightly-sweep", "--json", ending: 3)
        for entry in try await sandbox.list("quarantine", "list") {
            let id = Path(try #require(entry["id"]?.string))
            try await sandbox.compass("quarantine", "discard", id, "--yes", ending: 0)
        }
        try await sandbox.compass("run", "nightly-sweep", "--json", ending: 3)
    }

    @Test("share-new-school shares documents of the chosen types, is planned first, and goes on after a kill")
    func shareNewSchool() async throws {
        let sandbox = try base.sandbox("share-new-school")
        try await base.store(sandbox, "A", "B", "C", "D")
        try sandbox.write("clip.mp4", base.video(1))
        _ = try await sandbox.compass("run", "video", "clip.mp4")
        let arguments: [Path] = ["share-new-school", "-i", "school=ucla", "-i", "types=transcript"]

        let missing = try await sandbox.compass("run", "share-new-school", "-i", "school=ucla", ending: 2)
        #expect(missing.errors.contains("needs the input `types`"), "\(missing)")
        for command: Path in ["run", "plan"] {
            let refused = try await sandbox.compass(command, "share-new-school", "-i", "school=ucla", "-i", "types=")
            #expect(refused.status == 2 && refused.text.isEmpty, "\(command): \(refused)")
            #expect(refused.errors.contains("`source.documents.type` came to an empty list"), "\(command): \(refused)")
        }
        let plan = try await sandbox.compass(["plan"] + arguments + ["--json"], ending: 0)
        #expect(try plan.lines.count == 4, "\(plan)")
        try await sandbox.compass(["plan"] + arguments, text: .has("4 documents: 4 would go through"))
        #expect(try await sandbox.list("documents", "list", "--school", "ucla").isEmpty)
        #expect(try await sandbox.list("batches", "list").isEmpty)

        let killed = try await sandbox.compass(
            ["run"] + arguments, environment: ["COMPASS_FAILPOINT=batch.item-ended:2"])
        #expect(killed.status != 0)
        let resumed = try await sandbox.compass(["run"] + arguments + ["--json"], ending: 0)
        #expect(try resumed.lines.last?["counts"] == ["succeeded": 4], "\(resumed)")
        let again = try await sandbox.compass(["run"] + arguments)
        #expect(again.text.contains(": succeeded, 4 documents: 4 succeeded in "), "\(again)")
        #expect(!again.text.contains("files"), "\(again)")
        let shared = try await sandbox.list("documents", "list", "--school", "ucla")
        #expect(shared.compactMap { $0["title"]?.string }.sorted() == ["A", "B", "C", "D"])
    }

    @Test("whenever a batch is killed, it goes on and nothing is done twice")
    func killedEverywhere() async throws {
        for moment in [1, 5, 9, 14, 20, 27, 35, 44] {
            let sandbox = try base.sandbox("nightly-sweep")
            for seed in 0..<4 {
                try sandbox.write(Path("inbox/u7/highlight_video/clip\(seed).mp4"), base.video(UInt8(seed)))
            }
            _ = try await sandbox.compass("run", "nightly-sweep", environment: ["COMPASS_FAILPOINT=:\(moment)"])
            _ = try await sandbox.compass("run", "nightly-sweep", environment: ["COMPASS_FAILPOINT=:\(moment)"])
            let last = try await sandbox.compass("run", "nightly-sweep", "--json")
            #expect(last.status == 0, "killed at \(moment): \(last)")
            let documents = try await sandbox.list("documents", "list")
            #expect(documents.count == 4, "killed at \(moment)")
            #expect(documents.allSatisfy { $0["version"] == 1 }, "killed at \(moment): \(documents)")
            let objects = try sandbox.objects()
            #expect(objects.count == 4, "killed at \(moment): \(objects)")
            let subjects = try sandbox.announced().compactMap { $0["subject"]?.string }
            #expect(subjects.count == 4, "killed at \(moment): \(subjects)")
            #expect(try await sandbox.list("batches", "list").allSatisfy { $0["status"] == "succeeded" })
        }
    }
}
