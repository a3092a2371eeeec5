internal import Glibc
internal import LocalStore
internal import Platform
internal import SQL
internal import SQLite
internal import Synchronization

/// What another process waits for the right to write while something goes on with a database: this one asks for it every five
/// milliseconds, and changes nothing.
enum OtherWrites {
    private static let interval: UInt32 = 5_000

    /// - Parameters:
    ///   - database: is made when it is not there, so that making it is not measured.
    ///   - body: what goes on; it may block.
    /// - Returns: what `body` returns, and how long each wait took, in milliseconds, the shortest first.
    static func waits<Result: Sendable>(
        for database: Path, during body: @escaping @Sendable () throws -> Result
    ) async throws -> (Result, [Double]) {
        try await LocalStore.open(database).close()
        let isDone = Atomic(false)
        async let waits = WorkerPool(name: "bench-other", width: 1).run {
            let connection = try Connection(database, mode: .write)
            var waits: [Double] = []
            repeat {
                let start = ContinuousClock.now
                try connection.execute("BEGIN IMMEDIATE")
                waits.append((ContinuousClock.now - start) / .milliseconds(1))
                try connection.execute("COMMIT")
                usleep(interval)
            } while !isDone.load(ordering: .relaxed)
            return waits
        }
        let result: Result
        do {
            defer { isDone.store(true, ordering: .relaxed) }
            result = try await WorkerPool(name: "bench-body", width: 1).run(body)
        }
        return (result, try await waits.sorted())
    }

    static func figures(_ waits: [Double]) -> [BenchFigure] {
        [
            BenchFigure(
                name: "  another process's wait to write, p99 of \(waits.count)", value: waits[waits.count * 99 / 100],
                unit: "ms"),
            // Up to a tenth of a second an answer seems to come at once: https://www.nngroup.com/articles/response-times-3-important-limits/
            BenchFigure(name: "  the longest of them", value: waits.last ?? 0, unit: "ms", aim: "≤ 100"),
        ]
    }
}
