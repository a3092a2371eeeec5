import Platform
import Synchronization
import Testing

/// Services that begin, are asked to end, and end, one after another.
@Suite(.timeLimit(.minutes(2))) struct ServiceGroupTests {
    /// What has happened, in order.
    private final class Diary: Sendable {
        private let lines = Mutex<[String]>([])
        /// The names of those that have begun.
        let begun: AsyncStream<String>
        private let beginning: AsyncStream<String>.Continuation

        init() {
            (begun, beginning) = AsyncStream.makeStream(of: String.self)
        }

        var all: [String] { lines.withLock { $0 } }
        func write(_ line: String) { lines.withLock { $0.append(line) } }
        func begin(_ name: String) { beginning.yield(name) }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "the disk is gone"
    }

    /// Ends when it is asked, unless it is told otherwise.
    private final class Worker: Service {
        enum Way: Sendable { case obedient, stubborn, failsAtOnce, returnsAtOnce, failsAtTheEnd }

        let name: String
        private let way: Way
        private let diary: Diary
        private let waker = AsyncSignal()

        init(_ name: String, _ way: Way = .obedient, diary: Diary) {
            (self.name, self.way, self.diary) = (name, way, diary)
        }

        func run() async throws {
            diary.begin(name)
            if way == .failsAtOnce { throw Broken() }
            if way == .returnsAtOnce { return }
            if way == .stubborn {
                let (never, keep) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                keep.finish()
                diary.write("\(name) was cancelled")
                throw CancellationError()
            }
            while await waker.wait(atMost: nil) {}
            diary.write(Task.isCancelled ? "\(name) was cancelled" : "\(name) ended")
            if way == .failsAtTheEnd { throw Broken() }
        }

        func stop() {
            diary.write("\(name) asked")
            waker.stop()
        }
    }

    @Test("the last wave is asked first, and the one before it once all of the last have ended")
    func order() async throws {
        let diary = Diary()
        let group = ServiceGroup([
            ServiceGroup.Wave([Worker("store", diary: diary)]), ServiceGroup.Wave([]),
            ServiceGroup.Wave([Worker("watch", diary: diary)]),
        ])
        group.stop()
        group.stop()
        try await group.run()
        #expect(diary.all == ["watch asked", "watch ended", "store asked", "store ended"])
        #expect(group.names == [])
    }

    @Test("a service that throws before it was asked ends the others in order, and the error names it")
    func failure() async throws {
        let diary = Diary()
        let told = Mutex<[String]>([])
        let group = ServiceGroup(
            [
                ServiceGroup.Wave([Worker("store", diary: diary)]),
                ServiceGroup.Wave([Worker("outbox", .failsAtOnce, diary: diary), Worker("watch", diary: diary)]),
            ],
            onFailure: { failure in told.withLock { $0.append("\(failure)") } })
        let failure = await #expect(throws: ServiceFailure.self) { try await group.run() }
        #expect(failure?.service == "outbox")
        #expect(failure?.description == "The service `outbox` has ended by itself: the disk is gone")
        #expect(told.withLock { $0 } == ["The service `outbox` has ended by itself: the disk is gone"])
        #expect(diary.all.filter { $0.hasSuffix("ended") } == ["watch ended", "store ended"])
    }

    @Test("a service that returns before it was asked is an error, too")
    func earlyReturn() async throws {
        let diary = Diary()
        let group = ServiceGroup([
            ServiceGroup.Wave([Worker("watch", .returnsAtOnce, diary: diary), Worker("other", diary: diary)])
        ])
        let failure = await #expect(throws: ServiceFailure.self) { try await group.run() }
        #expect(failure?.description == "The service `watch` has ended by itself, and it gave no reason.")
        #expect(diary.all.contains("other ended"))
    }

    @Test("a service that fails while it ends is told, and the rest ends in order")
    func lateFailure() async throws {
        let diary = Diary()
        let group = ServiceGroup([
            ServiceGroup.Wave([Worker("store", diary: diary)]),
            ServiceGroup.Wave([Worker("watch", .failsAtTheEnd, diary: diary)]),
        ])
        group.stop()
        let failure = await #expect(throws: ServiceFailure.self) { try await group.run() }
        #expect(failure?.service == "watch")
        #expect(diary.all == ["watch asked", "watch ended", "store asked", "store ended"])
    }

    @Test("a wave that does not end in time is cancelled with all that is left, which is no failure")
    func timeout() async throws {
        let diary = Diary()
        let group = ServiceGroup([
            ServiceGroup.Wave([Worker("store", diary: diary)]),
            ServiceGroup.Wave([Worker("watch", .stubborn, diary: diary)], timeout: .milliseconds(1)),
        ])
        group.stop()
        try await group.run()
        #expect(diary.all.contains("watch was cancelled"))
        #expect(diary.all.contains("store was cancelled"))
    }

    @Test("the end of the group's task cancels its services, and is no failure")
    func force() async throws {
        let diary = Diary()
        let group = ServiceGroup([
            ServiceGroup.Wave([Worker("store", diary: diary)]), ServiceGroup.Wave([Worker("watch", diary: diary)]),
        ])
        let task = Task { try await group.run() }
        var begun = diary.begun.makeAsyncIterator()
        for _ in 0..<2 { _ = await begun.next() }
        task.cancel()
        try await task.value
        #expect(diary.all.sorted() == ["store was cancelled", "watch was cancelled"])
    }

    @Test("who is woken before it waits does not wait, and who was stopped never waits again")
    func waker() async {
        let waker = AsyncSignal()
        waker.wake()
        #expect(await waker.wait(atMost: nil))
        #expect(await waker.wait(atMost: .milliseconds(1)))
        waker.stop()
        #expect(await waker.wait(atMost: nil) == false)
        #expect(await waker.wait(atMost: nil) == false)
    }
}
