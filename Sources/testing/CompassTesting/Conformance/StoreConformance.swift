public import Accounts
public import Documents
public import Pipelines
public import Platform

/// What a store of documents and journal has to do, as rules that a backend's tests go through one by one:
///
///     @Test("the store keeps its contract", arguments: StoreConformance.rules)
///     func contract(rule: StoreRule) async throws {
///         try await rule.check(MyDatabase())
///     }
public enum StoreConformance {
    /// All of them.
    public static let rules =
        documents + erasure + versions + titles + lists + objects + journal + admission + leases + outbox + ledger
        + quarantine
        + retention + schedules + batches + accounts + uploads + media
}

/// One rule: a condition and what follows from it.
public struct StoreRule: Sendable, CustomStringConvertible {
    public let description: String
    private let body: @Sendable (StoreBench) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (StoreBench) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Tries the rule out.
    ///
    /// - Parameter database: a fresh one, with nothing in it.
    /// - Throws: `ConformanceError` when the store does something else, or is damaged afterwards; what the store throws.
    public func check(_ database: any TestedDatabase) async throws {
        let bench = try await StoreBench(database)
        try await body(bench)
        try await bench.end()
    }
}

/// A database under test. It goes, with all that it holds, when the last reference does.
public protocol TestedDatabase: Sendable {
    /// Opens it as one more process would: stores of two calls know nothing of each other but through the database.
    ///
    /// - Parameter now: the store's clock, also for what is alive.
    func open(now: @escaping @Sendable () -> Timestamp) async throws -> any TestedStore

    /// Looks for damage.
    ///
    /// - Returns: one sentence a finding; empty when all is well.
    func damage(in store: any TestedStore) async throws -> [String]
}

/// A store under test.
public protocol TestedStore: Catalog, ObjectReferences, Journal, DuplicateLookup, RunLeases, RunRetention, Outbox,
    Quarantine, WatchLedger, ScheduleStore, BatchJournal, AccountStore, LegalStore, LinkStore, UploadStore,
    WebhookStore, PersonRecords
{
    /// Ends it as a process ends: its claims end, and every later call fails. Closing again does nothing.
    func close() async throws
}

/// A store does something else than its contract says.
public struct ConformanceError: Error, Sendable, CustomStringConvertible {
    public let description: String
}
