import Synchronization
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(2))) struct WorkGateTests {
    /// What happened inside the gate.
    private final class Log: Sendable {
        let names = Mutex<[String]>([])
        let inside = Atomic<Int>(0)
        let most = Atomic<Int>(0)
    }

    @Test("runs work side by side, and one that works alone waits for them and keeps later ones out")
    func alone() async {
        let gate = WorkGate()
        #expect(await gate.enter("a", .together))
        #expect(await gate.enter("b", .together))
        let log = Log()
        await withDiscardingTaskGroup { group in
            group.addImmediateTask {
                #expect(await gate.enter("suspect", .alone))
                log.names.withLock { $0.append("suspect") }
                gate.leave("suspect")
            }
            group.addImmediateTask {
                #expect(await gate.enter("c", .together))
                log.names.withLock { $0.append("c") }
                gate.leave("c")
            }
            #expect(!gate.isInside("suspect") && !gate.isInside("c"))
            gate.leave("a")
            #expect(!gate.isInside("suspect"), "b works still")
            gate.leave("b")
        }
        #expect(log.names.withLock { $0 } == ["suspect", "c"])
    }

    @Test("suspects work one after the other, however many there are")
    func oneByOne() async {
        let gate = WorkGate()
        let log = Log()
        await withDiscardingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    #expect(await gate.enter("\(number)", .alone))
                    log.most.max(log.inside.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                    await Task.yield()
                    log.inside.subtract(1, ordering: .relaxed)
                    gate.leave("\(number)")
                }
            }
        }
        #expect(log.most.load(ordering: .relaxed) == 1)
    }

    @Test("one that is cancelled while it waits does not enter, and keeps nobody out")
    func cancelled() async {
        let gate = WorkGate()
        #expect(await gate.enter("a", .together))
        let suspect = Task.immediate { await gate.enter("suspect", .alone) }
        let other = Task.immediate { await gate.enter("b", .together) }
        suspect.cancel()
        #expect(await suspect.value == false)
        #expect(await other.value, "nobody who works alone is before it any more")
        #expect(gate.isInside("a") && gate.isInside("b") && !gate.isInside("suspect"))
    }

    @Test("one that is inside enters again at once, also when another one waits to be alone")
    func again() async {
        let gate = WorkGate()
        #expect(await gate.enter("a", .together))
        let suspect = Task.immediate { await gate.enter("suspect", .alone) }
        #expect(await gate.enter("a", .together))
        gate.leave("a")
        #expect(await suspect.value)
    }
}
