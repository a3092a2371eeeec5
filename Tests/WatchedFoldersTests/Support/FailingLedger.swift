import Pipelines
import Synchronization

/// A ledger that cannot be written now and then.
final class FailingLedger: WatchLedger {
    struct Full: Error, CustomStringConvertible {
        let description = "The disk is full."
    }

    private let ledger: any WatchLedger
    private let fails: @Sendable ([LedgerEntry]) -> Bool

    /// - Parameter fails: whether these entries are not written.
    init(_ ledger: any WatchLedger, fails: @escaping @Sendable ([LedgerEntry]) -> Bool) {
        self.ledger = ledger
        self.fails = fails
    }

    func register(pipeline: String, path: String) async throws -> Int64 {
        try await ledger.register(pipeline: pipeline, path: path)
    }

    func entries(
        ofWatch watch: Int64, states: [LedgerEntry.State], after: LedgerEntry.File?, limit: Int
    ) async throws -> [LedgerEntry] {
        try await ledger.entries(ofWatch: watch, states: states, after: after, limit: limit)
    }

    func entry(ofWatch watch: Int64, file: LedgerEntry.File) async throws -> LedgerEntry? {
        try await ledger.entry(ofWatch: watch, file: file)
    }

    func put(_ entries: [LedgerEntry]) async throws {
        if fails(entries) { throw Full() }
        try await ledger.put(entries)
    }

    func forget(_ files: [LedgerEntry.File], ofWatch watch: Int64) async throws {
        try await ledger.forget(files, ofWatch: watch)
    }

    func forgetUnchanged(_ entries: [LedgerEntry]) async throws -> [LedgerEntry.File] {
        try await ledger.forgetUnchanged(entries)
    }
}
