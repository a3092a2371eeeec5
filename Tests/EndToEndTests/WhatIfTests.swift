import Glibc
import Platform
import Testing

/// `compass runs whatif`: what an edit would have changed.
@Suite struct WhatIfTests {
    private func sandbox() async throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.write("small.pdf", Samples.pdf())
        try sandbox.write("large.pdf", Samples.pdf(1, padding: 5_000))
        try sandbox.write("program.exe", "MZ")
        #expect(
            try await sandbox.compass("run", "transcript", "small.pdf", "large.pdf", "program.exe").status == 3)
        return sandbox
    }

    private func edit(_ sandbox: Sandbox, max: String) throws {
        try sandbox.write("pipelines/transcript.yaml", Sandbox.pipeline("transcript", type: "transcript", max: max))
    }

    /// Every file of the workspace with its contents; of the database every row, since SQLite moves pages by itself.
    private func contents(_ sandbox: Sandbox) async throws -> String {
        let files = try await sandbox.run(
            "/bin/sh", ["-c", "find . -type f ! -name 'compass.db*' -exec sha256sum {} + | sort"])
        let script = """
            import sqlite3
            database = sqlite3.connect(".compass/compass.db")
            names = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
            for (name,) in database.execute(names).fetchall():
                for row in database.execute(f'SELECT * FROM "{name}" ORDER BY 1, 2').fetchall(): print(name, row)
            """
        let rows = try await sandbox.run("/usr/bin/env", ["python3", "-c", Path(script)])
        #expect(rows.status == 0 && rows.text.contains("runs "), "\(rows)")
        return files.text + rows.text
    }

    @Test("an unchanged pipeline changes nothing, and nothing is written")
    func unchanged() async throws {
        let sandbox = try await sandbox()
        let before = try await contents(sandbox)
        let output = try await sandbox.compass("runs", "whatif", "transcript")
        #expect(output.status == 0)
        #expect(output.text == "0 of 3 runs would end differently.\n", "\(output)")
        let after = try await contents(sandbox)
        #expect(after == before, "before:\n\(before)after:\n\(after)")
    }

    @Test("a stricter limit is told with the run, both ends and the line that decides")
    func stricter() async throws {
        let sandbox = try await sandbox()
        try edit(sandbox, max: "2KB")
        let output = try await sandbox.compass("runs", "whatif", "transcript")
        #expect(output.status == 0)
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 3, "\(output)")
        #expect(lines.first?.hasPrefix("RUN ") == true)
        #expect(
            lines.dropFirst().first?.hasSuffix(
                "  large.pdf  succeeded  rejected at size-check  pipelines/transcript.yaml:10") == true, "\(output)")
        #expect(lines.last == "1 of 3 runs would end differently.")
    }

    @Test("a stage that lets more through is followed past effects that had not been reached")
    func looser() async throws {
        let sandbox = try await sandbox()
        try edit(sandbox, max: "2KB")
        #expect(try await sandbox.compass("run", "transcript", "large.pdf").status == 3)
        try edit(sandbox, max: "1MB")
        let lines = try await sandbox.compass("runs", "whatif", "transcript", "--last", "1", "--json").lines
        #expect(lines.count == 1)
        #expect(lines.first?["then"] == ["status": "rejected", "stage": "size-check"])
        #expect(lines.first?["now"] == ["status": "succeeded", "stage": .null])
        #expect(lines.first?["place"] == "pipelines/transcript.yaml:10")
        #expect(lines.first?["file"] == "large.pdf")
    }

    @Test("a file that is gone is read from the object store; without any bytes an edited stage cannot be judged")
    func gone() async throws {
        let sandbox = try await sandbox()
        try edit(sandbox, max: "2KB")
        sandbox.folder.appending("large.pdf").withCString { _ = unlink($0) }
        let stored = try await sandbox.compass("runs", "whatif", "transcript")
        #expect(stored.text.hasSuffix("1 of 3 runs would end differently.\n"), "\(stored)")
        _ = try await sandbox.run("/bin/sh", ["-c", "find .compass/objects -type f ! -name .compass-store -delete"])
        let unknown = try await sandbox.compass("runs", "whatif", "transcript", "--json")
        #expect(unknown.status == 0)
        #expect(unknown.errors == "0 of 3 runs would end differently; 1 could not be judged.\n", "\(unknown)")
        let reason = try unknown.lines.first?["unknown"]?.string ?? ""
        #expect(reason.hasPrefix("`size-check` may decide otherwise now, and "), "\(reason)")
        #expect(reason.contains("large.pdf is not there any more"), "\(reason)")
    }

    @Test("a pipeline without runs is told")
    func none() async throws {
        let sandbox = try Sandbox()
        let output = try await sandbox.compass("runs", "whatif", "video")
        #expect(output.text == "No finished runs of video.\n", "\(output)")
    }
}
