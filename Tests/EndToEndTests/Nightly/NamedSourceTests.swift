import CompassTesting
import Glibc
import Platform
import Testing

/// Files that are named for a source, and versions that a batch puts away.
@Suite struct NamedSourceTests {
    private let base = BatchPipelineTests()

    @Test("a file that is named for a source takes what its path captures, or is refused")
    func named() async throws {
        let sandbox = try base.sandbox("nightly-sweep")
        try sandbox.write("inbox/u7/highlight_video/game 0.mp4", base.video(1))
        try sandbox.write("inbox/u7/other/game 1.mp4", base.video(2))
        let plan = try await sandbox.compass(
            "plan", "nightly-sweep", "inbox/u7/highlight_video/game 0.mp4", "--json")
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
        let sandbox = try base.sandbox("prune-versions") { $0.replacing(", older-than: 180d", with: "") }
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
