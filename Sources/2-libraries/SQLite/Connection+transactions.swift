public import SQL

extension Connection {
    /// Runs `body` in a transaction of its own: committed when it returns, rolled back when it throws.
    ///
    /// - Throws: what `body` throws, or the `SQLiteError` of the commit; nothing is changed in both cases. `misuse` within
    ///   another transaction: use `savepoint` there.
    @discardableResult
    public func transaction<Result>(
        _ mode: TransactionMode = .immediate, _ body: () throws -> Result
    ) throws -> Result {
        try execute(mode.rawValue)
        let result: Result
        do {
            result = try body()
            if isAutocommit {
                throw SQLiteError(.misuse, operation: "commit", message: "the body has ended the transaction itself")
            }
            try performDeferredWork()
            try execute("COMMIT")
        } catch {
            rollBack()
            throw error
        }
        return result
    }

    /// Runs `body` in a savepoint: a part of the surrounding transaction that can be rolled back alone. Outside of a
    /// transaction it is one itself.
    ///
    /// - Throws: what `body` throws; its changes are then rolled back, unless SQLite has ended the whole transaction
    ///   (`isAutocommit`).
    @discardableResult
    public func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
        try performDeferredWork()
        try execute("SAVEPOINT part")
        do {
            let result = try body()
            try performDeferredWork()
            try execute("RELEASE part")
            return result
        } catch {
            deferredWork = []
            // After some errors SQLite has rolled back everything by itself, and the savepoint is gone with it.
            if !isAutocommit {
                try withoutInterruption {
                    try execute("ROLLBACK TO part")
                    try execute("RELEASE part")
                }
            }
            throw error
        }
    }

    /// Ends an open transaction without its changes; nothing when there is none.
    public func rollBack() {
        deferredWork = []
        guard !isAutocommit else { return }
        // ROLLBACK cannot fail in a way that leaves the transaction open: at worst, the next BEGIN reports what is wrong.
        withoutInterruption { _ = try? execute("ROLLBACK") }
    }

    /// The work of this kind that waits for the end of the open transaction, made by `make` where none waits yet; `nil`
    /// outside a transaction.
    public func deferred<Work: DeferredWork>(_ make: () -> Work) -> Work? {
        for case let work as Work in deferredWork { return work }
        if isAutocommit { return nil }
        let work = make()
        deferredWork.append(work)
        return work
    }

    /// What was put off is done now.
    func performDeferredWork() throws {
        while !deferredWork.isEmpty { try deferredWork.removeFirst().perform(on: self) }
    }

    /// An interrupted transaction must still be rolled back.
    private func withoutInterruption<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasInterrupted = interrupter.isInterrupted
        interrupter.clear()
        defer { if wasInterrupted { interrupter.interrupt() } }
        return try body()
    }
}
