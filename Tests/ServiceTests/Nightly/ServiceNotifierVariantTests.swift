import CompassTesting
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

/// Notifying without room, and for another process.
@Suite struct ServiceNotifierVariantTests {
    /// Plays the service manager.
    private final class Manager {
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

    @Test("what a manager has no room for is said once it has, in order, if it is about start, reload or end")
    func noRoom() throws {
        let manager = try Manager()
        let notifier = manager.notifier()
        while notifier.lost == 0 { notifier.status("busy") }
        notifier.ready()
        notifier.reloading()
        notifier.status("lost")
        notifier.stopping()
        #expect(notifier.lost == 2)
        var told: [String] = []
        while told.last != "STOPPING=1" { told.append(try manager.next()) }
        #expect(told.filter { $0 != "STATUS=busy" }.map { $0.prefix(8) } == ["READY=1", "RELOADIN", "STOPPING"])
    }

    @Test("a watchdog is ours if WATCHDOG_PID says so, or is not there")
    func whose() throws {
        let manager = try Manager()
        let rows: [(variables: [String: String], watchdog: Duration?)] = [
            (["WATCHDOG_USEC": "60000000"], .seconds(60)),
            (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "77"], .seconds(60)),
            (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "78"], nil), (["WATCHDOG_PID": "77"], nil),
            (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil),
        ]
        for row in rows { #expect(manager.notifier(row.variables).watchdog == row.watchdog, "\(row)") }
    }
}
