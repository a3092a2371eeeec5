import CompassTesting
import Diagnostics
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

@Suite struct JournalDestinationTests {
    private final class Lines: LogDestination {
        let entries = Mutex<[LogEntry]>([])

        func write(_ entry: LogEntry, at time: Timestamp) { entries.withLock { $0.append(entry) } }
    }

    private let folder: TestFolder
    private let path: Path

    init() throws {
        folder = try TestFolder()
        path = folder.path.appending("socket")
    }

    @Test("an entry is one datagram in the journal's protocol")
    func datagram() throws {
        let journal = try UnixSocket.datagram(at: UnixAddress(path: path))
        let fallback = Lines()
        let entry = LogEntry(.error, "bad", "one\ntwo", [.init("path", "a b")])
        try JournalDestination(socket: path, fallback: fallback).write(entry, at: LogLines.time)
        #expect(try journal.readSome(limit: 4_096) == JournalMessage.bytes(entry))
        #expect(fallback.entries.withLock { $0.isEmpty })
    }

    @Test("an entry that is too large for a datagram is sent as a sealed file")
    func large() throws {
        let journal = try UnixSocket.datagram(at: UnixAddress(path: path))
        let entry = LogEntry(.info, "large", String(repeating: "x\n", count: 1 << 18))
        try JournalDestination(socket: path, fallback: Lines()).write(entry, at: LogLines.time)
        let file = try UnixSocket.receiveFile(from: journal)
        let expected = JournalMessage.bytes(entry)
        #expect(try file.bytes(at: 0, count: expected.count + 1) == expected)
        #expect(throws: SystemError.self) { try file.write([1]) }
    }

    @Test("without a journal entries go elsewhere, after one line that says why; when it is back, they go there again")
    func fallback() throws {
        let fallback = Lines()
        let destination = try JournalDestination(socket: path, fallback: fallback)
        for number in 0..<2 { try destination.write(LogEntry(.info, "n", "\(number)"), at: LogLines.time) }
        #expect(fallback.entries.withLock { $0.map(\.event) } == ["journal-unreachable", "n", "n"])
        let journal = try UnixSocket.datagram(at: UnixAddress(path: path))
        try destination.write(LogEntry(.info, "n", "2"), at: LogLines.time)
        #expect(try journal.readSome(limit: 4_096).isEmpty == false)
        #expect(fallback.entries.withLock { $0.count } == 3)
    }

    @Test("what can be sent in no other way is cut off with a note")
    func shortened() {
        let entry = LogEntry(
            .info, "e", String(repeating: "é", count: 20_000), [.init("long", String(repeating: "y", count: 300))])
        let short = JournalDestination.shortened(entry)
        #expect(short.message.hasSuffix(" (cut off: 40000 bytes in all)"))
        #expect(short.message.utf8.count < 17_000)
        #expect(short.fields.first?.value.hasSuffix("y (cut off: 300 bytes in all)") == true)
    }
}
