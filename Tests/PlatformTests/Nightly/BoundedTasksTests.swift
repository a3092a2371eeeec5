import CompassTesting
import Platform
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct BoundedTasksTests {
    @Test("as many pieces go on at a time as may, and each is taken once", arguments: [1, 3, 100])
    func limit(limit: Int) async {
        let going = Mutex((now: 0, most: 0))
        let full = Gate()
        var number = 0
        var taken: [Int] = []
        await withBoundedTasks(limit: limit) { active in
            #expect(active < limit)
            guard number < 20 else { return nil }
            number += 1
            return { [number] in
                let now = going.withLock { going in
                    going.now += 1
                    going.most = max(going.most, going.now)
                    return going.now
                }
                // Those of the first round wait for each other.
                if now == min(limit, 20) { full.open() }
                await full.wait()
                going.withLock { $0.now -= 1 }
                return number
            }
        } take: { (result: Int, active) in
            #expect(active < limit)
            taken.append(result)
        }
        #expect(taken.sorted() == Array(1...20))
        #expect(going.withLock { $0.most } == min(limit, 20))
    }

    @Test("what was taken may bring more work, and without any the call returns")
    func more() async {
        var waiting = [3]
        var sum = 0
        await withBoundedTasks(limit: 2) { _ in
            guard let number = waiting.popLast() else { return nil }
            return { number }
        } take: { (number: Int, _) in
            sum += number
            waiting += Array(repeating: number - 1, count: number)
        }
        // 3, three times 2, six times 1.
        #expect(sum == 3 + 3 * 2 + 6 * 1)
        await withBoundedTasks(limit: 1) { _ in
            nil as (@Sendable () async -> Int)?
        } take: { _, _ in
            sum = 0
        }
        #expect(sum == 15)
    }

    @Test("a cancellation reaches what goes on")
    func cancellation() async {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var isStarted = false
            var wasCancelled = false
            await withBoundedTasks(limit: 1) { _ in
                if isStarted { return nil }
                isStarted = true
                return {
                    let (never, keep) = AsyncStream.makeStream(of: Never.self)
                    begin.finish()
                    for await _ in never {}
                    keep.finish()
                    return Task.isCancelled
                }
            } take: { (result: Bool, _) in
                wasCancelled = result
            }
            return wasCancelled
        }
        for await _ in begun {}
        task.cancel()
        #expect(await task.value)
    }
}
