import CompassTesting
import Platform
import Testing

/// Databases that cannot be used as they are.
@Suite struct DatabaseTests {
    @Test("a database that is no database is named, and left as it is")
    func corrupt() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        let rubbish = [UInt8](repeating: 0x55, count: 8_192)
        try sandbox.write(".compass/compass.db", rubbish)
        let output = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains("compass.db"), "\(output)")
        #expect(try sandbox.read(".compass/compass.db") == rubbish)
        #expect(try sandbox.objects() == [])
    }

    @Test("a database of a newer program is refused")
    func newer() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        let changed = try await sandbox.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3
                db = sqlite3.connect(".compass/compass.db")
                db.execute("PRAGMA user_version = 101")
                """,
            ])
        #expect(changed.status == 0, "\(changed)")
        let output = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains("newer"), "\(output)")
        #expect(try sandbox.objects().count == 1)
    }

    @Test(
        "a database from before version 1.0 is refused by every command with the way over, and left as it is",
        arguments: ([
            ["run", "video", "clip.mp4"], ["up"], ["documents", "list"], ["doctor"], ["plan", "video", "clip.mp4"],
            ["status"],
        ] as [[Path]]).prefix(Nightly.isOn ? 6 : 2))
    func earlier(command: [Path]) async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        let made = try await sandbox.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import os, sqlite3
                os.mkdir(".compass", 0o700)
                db = sqlite3.connect(".compass/compass.db")
                db.execute("PRAGMA application_id = 0x436D7073")
                db.execute("CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
                """,
            ])
        try #require(made.status == 0, "\(made)")
        let before = try sandbox.read(".compass/compass.db")
        let output = try await sandbox.compass(command)
        #expect(output.status == 1, "\(output)")
        #expect(
            (output.text + output.errors).contains(
                "compass.db is from before version 1.0, and this program does not read it: export each owner's documents with "
                    + "the program that made it, and add the files to a new workspace."),
            "\(output)")
        #expect(try sandbox.read(".compass/compass.db").dropFirst(100) == before.dropFirst(100))
    }

    @Test("processes that make a workspace's database at the same time all succeed")
    func firstStarts() async throws {
        let sandbox = try Sandbox()
        try await withThrowingTaskGroup(of: Sandbox.Output.self) { group in
            for number in 0..<4 {
                group.addTask { try await sandbox.compass("schools", "add", Path("school-\(number)"), "A school") }
            }
            for try await output in group { #expect(output.status == 0, "\(output)") }
        }
        #expect(try await sandbox.list("schools", "list").count == 6, "two are of the workspace's file")
    }
}

extension FileDescriptor {
    /// Reads a pipe up to the end of its first line.
    func line() throws -> [UInt8] {
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            let byte = try readSome(limit: 1)
            if byte.isEmpty { break }
            line += byte
        }
        return line
    }
}
