import Channels
import CompassTesting
import Glibc
import Pipelines
import Platform
import Testing

@Suite struct LogTests {
    let folder: TestFolder
    let file: Path

    init() throws {
        folder = try TestFolder()
        file = folder.path.appending("notifications.ndjson")
    }

    private func text() throws -> String { String(decoding: try Files.read(file, limit: 1 << 24), as: UTF8.self) }

    /// The lines, each of which has to be JSON.
    private func lines() throws -> [Value] {
        let text = try text()
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map { try Value(json: String($0)) }
    }

    private func ids() throws -> [String?] { try lines().map { $0["id"]?.string } }

    @Test("a notification is a line of JSON with all that it says")
    func line() async throws {
        #expect(await LogChannel(file: file).deliver(TestNotification.make()) == .delivered(detail: "written"))
        #expect(
            try text() == """
                {"id":"01J0000000000000000000000R.notify","created-at":"2026-03-08T07:00:00.123Z","channel":"coaches",\
                "subject":"New video: clip","body":"A line.\\nAnother \\"line\\".","run":"01J0000000000000000000000R",\
                "stage":"notify","data":{"run":"01J0000000000000000000000R","pipeline":"video",\
                "document":{"name":"clip.mp4","size":12},"subject":"not this one"}}

                """)
        #expect(try FileStatus.of(file).mode == 0o600)
    }

    @Test("a notification that comes again is not written again, by the same channel or another")
    func repeated() async throws {
        let channel = LogChannel(file: file)
        _ = await channel.deliver(TestNotification.make(id: "a"))
        _ = await channel.deliver(TestNotification.make(id: "b"))
        #expect(await channel.deliver(TestNotification.make(id: "a")) == .delivered(detail: "written before"))
        let other = LogChannel(file: file)
        #expect(await other.deliver(TestNotification.make(id: "b")) == .delivered(detail: "written before"))
        #expect(await other.deliver(TestNotification.make(id: "c")) == .delivered(detail: "written"))
        #expect(await channel.deliver(TestNotification.make(id: "c")) == .delivered(detail: "written before"))
        #expect(try ids() == ["a", "b", "c"])
    }

    @Test("ids that begin alike, or hold what JSON escapes, are different")
    func similarIDs() async throws {
        let channel = LogChannel(file: file)
        let all = ["a", "a\"", "a\",\"", "a\\", "a\\\"", "ab", "", "\n"]
        for id in all + all { _ = await channel.deliver(TestNotification.make(id: id)) }
        #expect(try ids() == all)
    }

    @Test("notifications of many tasks and channels at once are all there, once and whole")
    func concurrent() async throws {
        let channels = (0..<4).map { _ in LogChannel(file: file) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                for channel in channels {
                    group.addTask { _ = await channel.deliver(TestNotification.make(id: "n\(number)")) }
                }
            }
        }
        #expect(try ids().count == 200)
        #expect(Set(try ids()).count == 200)
    }

    @Test(
        "a line that a crash cut off, wherever that was, is removed and written again",
        arguments: [1, 3, 7, 20, 50, 400])
    func torn(count: Int) async throws {
        _ = await LogChannel(file: file).deliver(TestNotification.make(id: "whole"))
        let whole = try Files.read(file, limit: 10_000)
        _ = await LogChannel(file: file).deliver(TestNotification.make(id: "torn"))
        let both = try Files.read(file, limit: 10_000)
        let cut = min(count, both.count - whole.count - 1)
        try Files.replace(file, with: Array(both[..<(whole.count + cut)]))
        _ = await LogChannel(file: file).deliver(TestNotification.make(id: "next"))
        #expect(try ids() == ["whole", "next"])
        #expect(
            await LogChannel(file: file).deliver(TestNotification.make(id: "torn")) == .delivered(detail: "written"))
        #expect(try ids() == ["whole", "next", "torn"])
    }

    @Test("what somebody else wrote stays, and its last line is closed")
    func foreign() async throws {
        try Files.replace(file, with: Array("not ours".utf8))
        _ = await LogChannel(file: file).deliver(TestNotification.make(id: "a"))
        #expect(try text().hasPrefix("not ours\n{\"id\":\"a\","))
    }

    @Test("a file that is no text, such as a database, is left as it is, and the notification waits")
    func database() async throws {
        let bytes = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 100)
        try Files.replace(file, with: bytes)
        guard case .retry(let reason, _) = await LogChannel(file: file).deliver(TestNotification.make(id: "a")) else {
            Issue.record("it was written")
            return
        }
        #expect(reason.contains("no text"), "\(reason)")
        #expect(try Files.read(file, limit: 10_000) == bytes)
    }

    @Test("a repeat is found in a long file as far back as a mebibyte")
    func longFile() async throws {
        let channel = LogChannel(file: file)
        _ = await channel.deliver(TestNotification.make(id: "forgotten"))
        let filler = String(repeating: "x", count: 100_000)
        for number in 0..<12 { _ = await channel.deliver(TestNotification.make(id: "n\(number)", subject: filler)) }
        let other = LogChannel(file: file)
        #expect(await other.deliver(TestNotification.make(id: "n11")) == .delivered(detail: "written before"))
        #expect(await other.deliver(TestNotification.make(id: "n3")) == .delivered(detail: "written before"))
        #expect(await other.deliver(TestNotification.make(id: "forgotten")) == .delivered(detail: "written"))
    }

    @Test("a file that was moved away is made anew")
    func rotated() async throws {
        let channel = LogChannel(file: file)
        _ = await channel.deliver(TestNotification.make(id: "a"))
        let old = folder.path.appending("old.ndjson")
        _ = file.withCString { from in old.withCString { rename(from, $0) } }
        #expect(await channel.deliver(TestNotification.make(id: "b")) == .delivered(detail: "written"))
        #expect(try ids() == ["b"])
    }

    @Test("a file that was emptied is written from its start")
    func emptied() async throws {
        let channel = LogChannel(file: file)
        _ = await channel.deliver(TestNotification.make(id: "a"))
        _ = file.withCString { truncate($0, 0) }
        #expect(await channel.deliver(TestNotification.make(id: "a")) == .delivered(detail: "written"))
        #expect(try ids() == ["a"])
    }

    @Test("a full disk is said and leaves no half line; once there is room, the notification is written")
    func full() async throws {
        let disk = try SmallDisk(mount: "size=64k", at: folder.path)
        let file = disk.seenFromHere.appending("notifications.ndjson")
        let channel = LogChannel(file: file)
        _ = await channel.deliver(TestNotification.make(id: "a"))
        let large = TestNotification.make(id: "b", subject: String(repeating: "x", count: 100_000))
        #expect(
            await channel.deliver(large)
                == .retry(
                    reason: "The notification cannot be appended to \(file): No space left on device (ENOSPC). "
                        + "It is tried again once that is put right.", after: nil))
        #expect(await channel.deliver(TestNotification.make(id: "c")) == .delivered(detail: "written"))
        let lines = try Files.read(file, limit: 1 << 20).split(separator: UInt8(ascii: "\n"))
        #expect(try lines.map { try Value(json: String(decoding: $0, as: UTF8.self))["id"] } == ["a", "c"])
    }

    @Test("a folder that is missing, and a file that is none, are said and worth another try")
    func unusable() async throws {
        for (name, reason) in [
            ("missing/log", "No such file or directory (ENOENT)"), ("folder", "Is a directory (EISDIR)"),
            ("pipe", "Invalid argument (EINVAL)"),
        ] as [(Path, String)] {
            let file = folder.path.appending(name)
            if name == "folder" { try Files.createFolders(file) }
            if name == "pipe" { _ = file.withCString { mkfifo($0, 0o600) } }
            #expect(
                await LogChannel(file: file).deliver(TestNotification.make())
                    == .retry(
                        reason: "The notification cannot be appended to \(file): \(reason). "
                            + "It is tried again once that is put right.", after: nil))
        }
    }
}
