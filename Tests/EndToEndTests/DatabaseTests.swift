import CompassTesting
import Platform
import Testing

/// Databases that cannot be used as they are.
@Suite struct DatabaseTests {
    @Test("a database that is no database is named, and left as it is")
    func corrupt() async throws {
        let sandbox = try Sandbox(["clip.mp4": Samples.mp4()])
        let rubbish = [UInt8](repeating: 0x55, count: 8_192)
        try sandbox.write(".compass/compass.db", rubbish)
        try await sandbox.compass("run", "video", "clip.mp4", ending: 1, errors: .has("compass.db"))
        #expect(try sandbox.read(".compass/compass.db") == rubbish)
        #expect(try sandbox.objects() == [])
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
