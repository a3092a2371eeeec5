import CompassTesting
import Glibc
import Platform
import Testing

/// `compass watch` without rights; `FailureTests` has the same on a lower floor.
@Suite struct WatchRightsTests {
    @Test("files and folders without the right to read them are told, shown and taken once they may be read")
    func withoutRights() async throws {
        let sandbox = try Sandbox()
        try sandbox.write(
            "pipelines/clips.yaml", WatchTests.pipeline.replacing("settle: 0s", with: "settle: 0s\n    patience: 200ms")
        )
        for user in ["open", "listed", "shut", "file"] {
            try sandbox.write(Path("inbox/\(user)/\(user).pdf"), Samples.pdf(user.utf8.count))
        }
        let everything: [Path] = ["chmod", "-R", "a+rwX", "inbox", "pipelines", "compass.yaml", "schools.yaml"]
        _ = try await sandbox.run("/usr/bin/env", everything)
        for (path, mode) in [("inbox/listed", 0o444), ("inbox/shut", 0), ("inbox/file/file.pdf", 0)] {
            #expect(sandbox.folder.appending(Path(path)).withCString { chmod($0, mode_t(mode)) } == 0)
        }
        let refused = try await sandbox.unprivileged("watch", "clips", "--once", ending: 1)
        #expect(refused.text.contains("inbox/open/open.pdf: succeeded"))
        for text in [
            "inbox/listed cannot be read to its end: ", "inbox/shut cannot be looked into: ",
            "file.pdf is not taken yet: Permission denied (EACCES)", "3 files and folders could not be read; ",
        ] {
            #expect(refused.errors.contains(text), "\(refused.errors)")
        }
        _ = try await sandbox.run("/usr/bin/env", everything)
        try await sandbox.unprivileged("watch", "clips", "--once", ending: 0)
        let runs = try await sandbox.compass("runs", "list", "--json").lines
        #expect(runs.count { $0["status"] == "succeeded" } == 4)
    }
}
