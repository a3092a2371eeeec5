import Glibc
import Platform
import Testing

/// `compass runs whatif`: what an edit would have changed.
@Suite struct WhatIfTests {
    func sandbox() async throws -> Sandbox {
        let sandbox = try Sandbox(["small.pdf": Samples.pdf(), "large.pdf": Samples.pdf(1, padding: 5_000)])
        try sandbox.write("program.exe", "MZ")
        try await sandbox.compass("run", "transcript", "small.pdf", "large.pdf", "program.exe", ending: 3)
        return sandbox
    }

    func edit(_ sandbox: Sandbox, max: String) throws {
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
        let output = try await sandbox.compass("runs", "whatif", "transcript", ending: 0)
        #expect(output.text == "0 of 3 runs would end differently.\n", "\(output)")
        let after = try await contents(sandbox)
        #expect(after == before, "before:\n\(before)after:\n\(after)")
    }

    @Test("a stricter limit is told with the run, both ends and the line that decides")
    func stricter() async throws {
        let sandbox = try await sandbox()
        try edit(sandbox, max: "2KB")
        let output = try await sandbox.compass("runs", "whatif", "transcript", ending: 0)
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 3, "\(output)")
        #expect(lines.first?.hasPrefix("RUN ") == true)
        #expect(
            lines.dropFirst().first?.hasSuffix(
                "  large.pdf  succeeded  rejected at size-check  pipelines/transcript.yaml:10") == true, "\(output)")
        #expect(lines.last == "1 of 3 runs would end differently.")
    }

    @Test("a pipeline without runs is told")
    func none() async throws {
        let sandbox = try Sandbox()
        try await sandbox.compass("runs", "whatif", "video", text: .equals("No finished runs of video.\n"))
    }
}
