internal import SQL

/// How much work is done in one transaction, and how long others get the database in between.
///
/// A database has one writer at a time, and those who wait have no queue: work that is not urgent goes in short transactions
/// with pauses, so that nobody's write waits for longer than one of them takes.
package struct WritingPace: Sendable {
    /// After so long a transaction takes on no further piece of work. With 3 ms, pruning took 71 ms in place of 46 and another
    /// process waited for 50 to 330 ms at the longest, in place of 34; with 20 ms every hundredth of its waits took 14 ms in
    /// place of 9.
    package let hold: Duration
    /// The time that has passed since some moment.
    package let clock: @Sendable () -> Duration
    /// Called between two transactions.
    package let pause: @Sendable () async throws -> Void

    package init(
        hold: Duration = .milliseconds(10),
        clock: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in .now - start },
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(3)) }
    ) {
        self.hold = hold
        self.clock = clock
        self.pause = pause
    }
}

extension SQLDatabase {
    /// Does something with each item, in their order, in as many transactions as it takes.
    ///
    /// - Parameters:
    ///   - items: each a piece of work that is short by itself.
    ///   - body: does it for the first of the items that it gets, and for as many of them as `goesOn` allows it, which is asked
    ///     before each further one; returns how many those were, at least 1, and what came of it.
    /// - Returns: the sum of the results.
    /// - Throws: what `write` and the pause throw; what was done before stays.
    func write<Item: Sendable>(
        _ items: [Item], pace: WritingPace,
        _ body:
            @escaping @Sendable (any SQLConnection, ArraySlice<Item>, _ goesOn: () -> Bool) throws -> (
                taken: Int, result: Int
            )
    ) async throws -> Int {
        var sum = 0
        var rest = items[...]
        while !rest.isEmpty {
            let now = rest
            let (taken, result) = try await write(durable: false) { connection in
                let start = pace.clock()
                return try body(connection, now) { pace.clock() - start < pace.hold }
            }
            sum += result
            rest = rest.dropFirst(taken)
            if !rest.isEmpty { try await pace.pause() }
        }
        return sum
    }
}
