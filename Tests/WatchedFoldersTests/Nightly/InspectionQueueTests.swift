import Platform
import Testing

@testable import WatchedFolders

@Suite struct InspectionQueueTests {
    private static func paths(_ numbers: some Sequence<Int>) -> [Path] { numbers.map { Path("/a/\($0)") } }

    @Test("paths are looked at in the order in which they were first asked for, each once, by one job at a time")
    func order() {
        var queue = InspectionQueue()
        queue.add(Self.paths(0..<40))
        queue.add(Self.paths(0..<50))
        let parts = [queue.begin(), queue.begin(), queue.next(), queue.next(), queue.begin()]
        #expect(parts.map { $0 == nil } == [false, true, false, true, true])
        let paths = parts.compactMap { $0 }.flatMap { $0 }
        #expect(paths == Self.paths(0..<50) && !queue.isEmpty)
        queue.finish(paths)
        #expect(queue.isEmpty)
    }

    @Test("a path to which something happens while it is looked at is looked at again")
    func again() {
        var queue = InspectionQueue()
        queue.add(Self.paths(1...2))
        var parts = [queue.begin()]
        queue.add(Self.paths(2...3))
        parts.append(queue.next())
        queue.finish(Self.paths(1...3))
        parts.append(queue.next())
        queue.finish(Self.paths(2...2))
        parts.append(queue.next())
        #expect(parts == [Self.paths(1...2), Self.paths(3...3), Self.paths(2...2), nil])
        #expect(queue.isEmpty)
    }
}
