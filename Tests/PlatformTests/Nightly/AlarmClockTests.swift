import CompassTesting
import Platform
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct AlarmClockTests {
    @Test("alarms ring in the order of their times, whatever the order in which they were set")
    func order() async {
        let clock = AlarmClock()
        let (rung, continuation) = AsyncStream.makeStream(of: Int.self)
        Self.holding(clock) {
            for number in [5, 1, 4, 2, 3] {
                // Due already, minutes apart: setting them takes no longer than that.
                _ = clock.set(after: .seconds(60 * (number - 7))) {
                    continuation.yield(number)
                    if number == 5 { continuation.finish() }
                }
            }
        }
        var order: [Int] = []
        for await number in rung { order.append(number) }
        #expect(order == [1, 2, 3, 4, 5])
    }

    @Test("a stopped alarm never rings, and thousands of them do not pile up before one that does")
    func stopped() async {
        let clock = AlarmClock()
        let (rung, continuation) = AsyncStream.makeStream(of: String.self)
        Self.holding(clock) {
            for _ in 0..<10_000 {
                clock.set(after: .zero) { continuation.yield("stopped") }.stop()
            }
            _ = clock.set(after: .milliseconds(1)) {
                continuation.yield("rings")
                continuation.finish()
            }
        }
        var heard: [String] = []
        for await text in rung { heard.append(text) }
        #expect(heard == ["rings"])
    }

    @Test(
        "any alarms, some of them stopped in any order: the others ring, in the order of their times",
        arguments: 1...20)
    func random(_ seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let clock = AlarmClock()
        let (rung, continuation) = AsyncStream.makeStream(of: Int.self)
        var left: Set<Int> = []
        Self.holding(clock) {
            var alarms: [(number: Int, alarm: Alarm)] = []
            // All are due already, and ten seconds apart: setting them takes no longer than that.
            for number in (1...200).shuffled(using: &random) {
                let alarm = clock.set(after: .seconds(10 * (number - 300))) { continuation.yield(number) }
                alarms.append((number, alarm))
                left.insert(number)
                if random.isOne(in: 2) {
                    let stopped = alarms.remove(at: random.below(alarms.count))
                    stopped.alarm.stop()
                    left.remove(stopped.number)
                }
            }
            _ = clock.set(after: .seconds(-60)) { continuation.finish() }
        }
        var order: [Int] = []
        for await number in rung { order.append(number) }
        #expect(order == left.sorted())
    }

    @Test("an alarm that is due can be stopped while another one rings")
    func stoppedWhenDue() async {
        let clock = AlarmClock()
        let (rung, continuation) = AsyncStream.makeStream(of: String.self)
        let second = Mutex(Alarm.stopped)
        Self.holding(clock) {
            _ = clock.set(after: .seconds(-180)) {
                continuation.yield("first")
                second.withLock { $0 }.stop()
            }
            let alarm = clock.set(after: .seconds(-120)) { continuation.yield("stopped") }
            second.withLock { $0 = alarm }
            _ = clock.set(after: .seconds(-60)) {
                continuation.yield("last")
                continuation.finish()
            }
        }
        var heard: [String] = []
        for await text in rung { heard.append(text) }
        #expect(heard == ["first", "last"])
    }

    /// Sets alarms of which none rings before all are set, however long this thread is kept from going on: the clock's
    /// thread waits in an alarm that is due before them.
    private static func holding(_ clock: AlarmClock, _ set: () -> Void) {
        let turn = Turn()
        turn.mutex.withLock { _ in
            _ = clock.set(after: .seconds(-3_600)) { turn.mutex.withLock { _ in } }
            set()
        }
    }

    private final class Turn: Sendable {
        let mutex = Mutex(())
    }
}
