import Glibc
import Platform
import Testing

/// What an edit would have changed, past effects and without bytes.
@Suite struct WhatIfCornerTests {
    private let base = WhatIfTests()

    @Test("a stage that lets more through is followed past effects that had not been reached")
    func looser() async throws {
        let sandbox = try await base.sandbox()
        try base.edit(sandbox, max: "2KB")
        #expect(try await sandbox.compass("run", "transcript", "large.pdf").status == 3)
        try base.edit(sandbox, max: "1MB")
        let lines = try await sandbox.compass("runs", "whatif", "transcript", "--last", "1", "--json").lines
        #expect(lines.count == 1)
        #expect(lines.first?["then"] == ["status": "rejected", "stage": "size-check"])
        #expect(lines.first?["now"] == ["status": "succeeded", "stage": .null])
        #expect(lines.first?["place"] == "pipelines/transcript.yaml:10")
        #expect(lines.first?["file"] == "large.pdf")
    }

    @Test("a file that is gone is read from the object store; without any bytes an edited stage cannot be judged")
    func gone() async throws {
        let sandbox = try await base.sandbox()
        try base.edit(sandbox, max: "2KB")
        sandbox.folder.appending("large.pdf").withCString { _ = unlink($0) }
        try await sandbox.compass("runs", "whatif", "transcript", text: .ends("1 of 3 runs would end differently.\n"))
        _ = try await sandbox.run("/bin/sh", ["-c", "find .compass/objects -type f ! -name .compass-store -delete"])
        let unknown = try await sandbox.compass("runs", "whatif", "transcript", "--json", ending: 0)
        #expect(unknown.errors == "0 of 3 runs would end differently; 1 could not be judged.\n", "\(unknown)")
        let reason = try unknown.lines.first?["unknown"]?.string ?? ""
        #expect(reason.hasPrefix("`size-check` may decide otherwise now, and "), "\(reason)")
        #expect(reason.contains("large.pdf is not there any more"), "\(reason)")
    }
}
