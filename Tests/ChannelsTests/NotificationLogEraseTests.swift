import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@testable import Channels

/// Removing lines from the log of notifications.
@Suite struct NotificationLogEraseTests {
    private let folder: TestFolder
    private var file: Path { folder.file("log.ndjson") }

    init() throws {
        folder = try TestFolder()
    }

    private static func notification(_ id: String, run: String) -> Notification {
        Notification(
            id: id, channel: "log", subject: "s", body: nil, data: [:], run: run, stage: "notify",
            createdAt: Timestamp(microseconds: 1))
    }

    private func runs() throws -> [String] {
        let text = String(decoding: try Files.read(file, limit: 1 << 26), as: UTF8.self)
        return try text.split(separator: "\n").map { try Value(json: String($0))["run"]?.string ?? "" }
    }

    @Test("the lines of some runs go, with those of others and the file's mode as they were; without any it stays")
    func lines() async throws {
        let channel = LogChannel(file: file)
        _ = await channel.deliver((0..<6).map { Self.notification("\($0)", run: "R\($0 % 3)") })
        #expect(file.withCString { chmod($0, 0o640) } == 0)
        let inode = try FileStatus.of(file).inode
        #expect(try await channel.erase(ofRuns: ["none"]) == 0)
        #expect(try FileStatus.of(file).inode == inode)
        #expect(try await channel.erase(ofRuns: ["R0", "R2"]) == 4)
        #expect(try runs() == ["R1", "R1"])
        #expect(try FileStatus.of(file).mode & 0o777 == 0o640)
        #expect(try Files.list(folder.path).map(\.text) == ["log.ndjson"])
        // It knows the new file, and what it had written.
        let outcomes = await channel.deliver([Self.notification("1", run: "R1"), Self.notification("9", run: "R9")])
        #expect(outcomes == [.delivered(detail: "written before"), .delivered(detail: "written")])
        #expect(try runs() == ["R1", "R1", "R9"])
    }

    @Test("a line that is no JSON, or is cut off, stays")
    func foreign() async throws {
        try Files.replace(file, with: Array("text R0\n{\"id\":\"1\",\"run\":\"R0\"}\n{\"id\":\"2\",\"run\":\"R".utf8))
        #expect(try await LogChannel(file: file).erase(ofRuns: ["R0"]) == 1)
        #expect(
            String(decoding: try Files.read(file, limit: 1 << 20), as: UTF8.self)
                == "text R0\n{\"id\":\"2\",\"run\":\"R")
    }

    @Test("nothing that others append meanwhile is lost")
    func meanwhile() async throws {
        let file = file
        // Four writers, each a channel of its own as other processes have, against one who erases again and again.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let channel = LogChannel(file: file)
                    for number in 0..<50 {
                        let id = "\(writer)-\(number)"
                        let outcome = await channel.deliver([
                            Self.notification(id, run: "keep-\(id)"),
                            Self.notification("x" + id, run: "gone-\(writer)"),
                        ])
                        #expect(outcome.allSatisfy { $0 == .delivered(detail: "written") })
                    }
                }
            }
            group.addTask {
                let channel = LogChannel(file: file)
                for _ in 0..<60 { _ = try await channel.erase(ofRuns: ["gone-0", "gone-1", "gone-2", "gone-3"]) }
            }
            try await group.waitForAll()
        }
        _ = try await LogChannel(file: file).erase(ofRuns: ["gone-0", "gone-1", "gone-2", "gone-3"])
        let kept = try runs()
        #expect(kept.count == 200)
        #expect(Set(kept).count == 200)
        #expect(kept.allSatisfy { $0.hasPrefix("keep-") })
    }
}
