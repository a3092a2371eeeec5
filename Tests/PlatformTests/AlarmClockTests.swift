import Platform
import Testing

@Suite struct AlarmClockTests {
    @Test("alarms ring in the order of their times, whatever the order in which they were set")
    func order() async {
        let clock = AlarmClock()
        let (rung, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in [5, 1, 4, 2, 3] {
            _ = clock.set(after: .milliseconds(number * 5)) {
                continuation.yield(number)
                if number == 5 { continuation.finish() }
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
        for _ in 0..<10_000 {
            clock.set(after: .milliseconds(10)) { continuation.yield("stopped") }.stop()
        }
        _ = clock.set(after: .milliseconds(20)) {
            continuation.yield("rings")
            continuation.finish()
        }
        var heard: [String] = []
        for await text in rung { heard.append(text) }
        #expect(heard == ["rings"])
    }
}
