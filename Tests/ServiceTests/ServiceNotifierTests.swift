import CompassTesting
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

@Suite struct ServiceNotifierTests {
    /// Plays the service manager.
    final class Manager {
        let socket: FileDescriptor
        let notation: String
        private let folder: TestFolder?

        init(abstract: Bool = false) throws {
            if abstract {
                folder = nil
                notation = "@compass-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
            } else {
                let folder = try TestFolder()
                self.folder = folder
                notation = folder.path.appending("notify").text
            }
            socket = try UnixSocket.datagram(at: UnixAddress(notation: notation))
        }

        func notifier(_ more: [String: String] = [:]) -> ServiceNotifier {
            ServiceNotifier(
                environment: { [notation] in more[$0] ?? ($0 == "NOTIFY_SOCKET" ? notation : nil) }, process: 77)
        }

        func next() throws -> String { String(decoding: try socket.readSome(limit: 4_096), as: UTF8.self) }
    }

    /// Alarms that ring when the test says so.
    private final class Alarms: Sendable {
        let set = Mutex<[(Duration, @Sendable () -> Void)]>([])

        func add(_ time: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm {
            set.withLock { $0.append((time, ring)) }
            return .stopped
        }

        func ring() { set.withLock { $0.isEmpty ? nil : $0.removeFirst().1 }?() }
    }

    private final class Heart: Sendable {
        let beats = Mutex(true)
    }

    @Test("messages as the protocol has them, over a path and over an abstract name", arguments: [false, true])
    func messages(abstract: Bool) throws {
        let manager = try Manager(abstract: abstract)
        let notifier = manager.notifier()
        #expect(notifier.isListenedTo && notifier.problem == nil)
        notifier.ready("2 watches\nSTOPPING=1")
        #expect(try manager.next() == "READY=1\nSTATUS=2 watches\\nSTOPPING=1")
        notifier.status("idle")
        #expect(try manager.next() == "STATUS=idle")
        notifier.stopping()
        #expect(try manager.next() == "STOPPING=1")
        notifier.extendTimeout(.seconds(25))
        #expect(try manager.next() == "EXTEND_TIMEOUT_USEC=25000000")
    }

    @Test("a reload carries the monotonic time, which the manager compares with READY")
    func reloading() throws {
        let manager = try Manager()
        var before = timespec()
        clock_gettime(CLOCK_MONOTONIC, &before)
        manager.notifier().reloading()
        let lines = try manager.next().split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let time = try #require(lines.last.flatMap { Int64($0.dropFirst("MONOTONIC_USEC=".count)) })
        #expect(time >= Int64(before.tv_sec) * 1_000_000)
    }

    @Test("without a manager nothing is sent and nothing fails")
    func nobody() {
        let notifier = ServiceNotifier(environment: { _ in nil })
        notifier.ready()
        #expect(!notifier.isListenedTo && notifier.lost == 0 && notifier.watchdog == nil && notifier.problem == nil)
    }

    @Test("a manager that is gone costs the messages, and they are counted")
    func gone() throws {
        let notifier: ServiceNotifier
        do {
            let manager = try Manager()
            notifier = manager.notifier()
        }
        notifier.ready()
        notifier.stopping()
        #expect(notifier.lost == 2)
    }

    @Test("an address that is no Unix socket is a problem to be told", arguments: ["vsock:2:1234", "relative", "@"])
    func unknownAddress(_ notation: String) {
        let notifier = ServiceNotifier(environment: { $0 == "NOTIFY_SOCKET" ? notation : nil })
        #expect(notifier.problem?.contains("NOTIFY_SOCKET cannot be used") == true)
        #expect(!notifier.isListenedTo)
    }

    @Test("the watchdog is fed at half of its interval while the heart beats, and not when it has stopped")
    func watchdog() throws {
        let manager = try Manager()
        let notifier = manager.notifier(["WATCHDOG_USEC": "10000000"])
        let alarms = Alarms()
        let heart = Heart()
        notifier.feedWatchdog(while: { heart.beats.withLock { $0 } }, alarm: { alarms.add($0, $1) })
        #expect(try manager.next() == "WATCHDOG=1")
        #expect(alarms.set.withLock { $0.map(\.0) } == [.seconds(5)])
        alarms.ring()
        #expect(try manager.next() == "WATCHDOG=1")
        heart.beats.withLock { $0 = false }
        alarms.ring()
        notifier.status("marker")
        #expect(try manager.next() == "STATUS=marker")
        heart.beats.withLock { $0 = true }
        alarms.ring()
        #expect(try manager.next() == "WATCHDOG=1")
        notifier.stopFeeding()
        alarms.ring()
        notifier.status("end")
        #expect(try manager.next() == "STATUS=end")
        #expect(alarms.set.withLock { $0.isEmpty })
    }
}
