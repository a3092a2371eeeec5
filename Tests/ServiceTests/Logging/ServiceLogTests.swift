import Diagnostics
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

@Suite struct ServiceLogTests {
    /// Keeps lines, and holds the log's thread until it is let go.
    private final class Gate: LogDestination {
        let lines = Mutex<[String]>([])
        private let isOpen: Mutex<Bool>
        private let fails = Mutex(false)
        private let reader: FileDescriptor
        private let writer: Mutex<FileDescriptor?>

        init(open: Bool = true) throws {
            isOpen = Mutex(open)
            let (reader, writer) = try UnixSocket.pair()
            self.reader = reader
            self.writer = Mutex(writer)
        }

        func open() {
            isOpen.withLock { $0 = true }
            writer.withLock { $0 = nil }
        }

        func fail(_ value: Bool) { fails.withLock { $0 = value } }

        func write(_ entry: LogEntry, at time: Timestamp) throws(SystemError) {
            // Ends when the other side is closed.
            if !isOpen.withLock({ $0 }) { _ = try reader.readSome(limit: 1) }
            if fails.withLock({ $0 }) { throw SystemError("write", code: EPIPE) }
            lines.withLock { $0.append(LogfmtText.line(entry, at: time)) }
        }
    }

    @Test("what matters less than the level is left out")
    func level() async throws {
        let gate = try Gate()
        let log = ServiceLog(to: gate, level: .warning, now: { LogLines.time })
        log.log.debug("a", "a")
        log.log.info("b", "b")
        log.log.warning("c", "c")
        log.log.error("d", "d")
        await log.flush(within: .seconds(60))
        #expect(gate.lines.withLock { $0.map { String($0.suffix(17)) } } == ["event=c message=c", "event=d message=d"])
    }

    @Test("a reader that hangs keeps nobody; lines that find no room are counted and told")
    func slowReader() async throws {
        let gate = try Gate(open: false)
        let log = ServiceLog(to: gate, capacity: 10, now: { LogLines.time })
        for number in 0..<100 { log.log.info("n", "\(number)") }
        #expect(await log.flush(within: .milliseconds(1)) == false)
        gate.open()
        #expect(await log.flush(within: .seconds(60)))
        log.log.info("last", "last")
        await log.flush(within: .seconds(60))
        let lines = gate.lines.withLock { $0 }
        let told = lines.compactMap { LogLines.parseLogfmt($0) }.filter { $0[2].value == "log-lines-lost" }
        let lost = told.compactMap { Int($0[4].value) }.reduce(0, +)
        let written = lines.count { $0.contains("event=n ") }
        #expect(written >= 10)
        #expect(written + lost == 100)
        #expect(lines.last?.contains("event=last") == true)
    }

    @Test("lines that a closed reader did not take are counted, and told when there is one again")
    func closedReader() async throws {
        let gate = try Gate()
        gate.fail(true)
        let log = ServiceLog(to: gate, now: { LogLines.time })
        for number in 0..<3 { log.log.info("n", "\(number)") }
        await log.flush(within: .seconds(60))
        gate.fail(false)
        log.log.info("n", "back")
        await log.flush(within: .seconds(60))
        #expect(
            gate.lines.withLock { $0 } == [
                "time=2026-03-08T07:00:00.123Z level=warning event=log-lines-lost "
                    + "message=\"The log's reader was too slow or gone, and lines were lost\" lines=3",
                "time=2026-03-08T07:00:00.123Z level=info event=n message=back",
            ])
    }

    @Test("each line is one write, whole")
    func oneWrite() async throws {
        var ends: [Int32] = [0, 0]
        // Datagrams keep the bounds of writes.
        try systemCall("make sockets") { socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) }
        let (reader, writer) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
        let log = ServiceLog(
            to: StreamDestination(writer.number, line: StreamDestination.line(.json, style: .plain)),
            now: { LogLines.time })
        log.log.info("a", "one\ntwo")
        log.log.info("b", String(repeating: "x", count: 50_000))
        await log.flush(within: .seconds(60))
        let first = try reader.readSome(limit: 100_000)
        let second = try reader.readSome(limit: 100_000)
        #expect(String(decoding: first, as: UTF8.self).hasSuffix(#""event":"a","message":"one\ntwo"}"# + "\n"))
        #expect(second.count > 50_000 && second.last == UInt8(ascii: "\n"))
        withExtendedLifetime(writer) {}
    }

    @Test("standard error that was closed costs the lines and nothing else")
    func closedDescriptor() async throws {
        signal(SIGPIPE, SIG_IGN)
        let writer = try UnixSocket.pair().0
        let log = ServiceLog(to: StreamDestination(writer.number, line: StreamDestination.line(.text, style: .plain)))
        for _ in 0..<3 { log.log.error("e", "m") }
        #expect(await log.flush(within: .seconds(60)))
        withExtendedLifetime(writer) {}
    }
}
