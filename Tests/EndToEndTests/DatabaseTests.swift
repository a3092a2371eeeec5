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
                db.execute("INSERT INTO migrations SELECT max(version) + 1, 'later', 'x', 0 FROM migrations")
                db.commit()
                """,
            ])
        #expect(changed.status == 0, "\(changed)")
        let output = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains("newer"), "\(output)")
        #expect(try sandbox.objects().count == 1)
    }

    @Test("a database that another program keeps locked is waited for and then a clear failure")
    func locked() async throws {
        let sandbox = try Sandbox()
        try sandbox.write("clip.mp4", Samples.mp4())
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        let holder = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                db = sqlite3.connect(".compass/compass.db", isolation_level=None)
                db.execute("BEGIN EXCLUSIVE")
                print("locked", flush=True)
                sys.stdin.read()
                """,
            ], folder: sandbox.folder, input: .pipe)
        #expect(try holder.output?.line() == Array("locked\n".utf8))
        let output = try await sandbox.compass("run", "video", "clip.mp4")
        #expect(output.status == 1, "\(output)")
        #expect(output.errors.contains("locked"), "\(output)")
        holder.signal(9)
        #expect(try holder.wait().status == 137)
        #expect(try await sandbox.compass("run", "video", "clip.mp4").status == 0)
        #expect(try sandbox.objects().count == 2)
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
