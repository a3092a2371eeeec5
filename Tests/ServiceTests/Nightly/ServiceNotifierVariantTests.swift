import CompassTesting
import Glibc
import Platform
import Synchronization
import Testing

@testable import Service

/// Notifying without room, and for another process.
@Suite struct ServiceNotifierVariantTests {
    private typealias Manager = ServiceNotifierTests.Manager

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
