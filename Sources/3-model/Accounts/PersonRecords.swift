public import Platform

/// What is on record about one person, whichever part of the workspace it belongs to, for whoever erases all of it.
///
/// Each call is made of short transactions, between which others may write. What a call has erased is committed when it
/// returns, and on the disk with the next durable call. Calling one again finds what is left, so whoever died between two of
/// them does all of them again. What is thrown is trouble with the store, unless a method says otherwise.
public protocol PersonRecords: Sendable {
    /// How much there is of somebody.
    func holdings(of person: String) async throws -> PersonHoldings

    /// Who has documents, runs or uploads and no account, or none any more; by their ids.
    func ownersWithoutAccount(limit: Int) async throws -> [String]

    /// Runs of theirs that nobody may take the records of yet, since they go on, have something to take back, or are part of a
    /// batch that goes on; oldest first.
    func unfinishedRuns(of person: String, limit: Int) async throws -> [String]

    /// The ids of their runs, ascending.
    ///
    /// - Parameter id: of the last one of the former page; empty: the first page.
    func runs(of person: String, after id: String, limit: Int) async throws -> [String]

    /// The ids of finished runs of others that name one of these: as a text of their inputs, facts, outputs or trigger, as a
    /// folder of a path, or between backquotes in a message. Reads the whole journal.
    func runs(naming names: Set<String>, besidesThoseOf person: String) async throws -> [String]

    /// Erases notifications of runs with their deliveries, whether or not they have been delivered.
    func eraseNotifications(ofRuns runs: [String]) async throws

    /// Erases finished runs with all that is recorded of them: stages, attempts, notifications, entries in quarantine that are
    /// resolved, entries of the audit; and the definitions and batches that nothing needs any more.
    ///
    /// - Returns: how many; one that goes on, or whose file is held, stays.
    func eraseRuns(_ runs: [String]) async throws -> Int

    /// Erases what watched folders know of files whose runs are these, or whose path has a folder of the person's name.
    ///
    /// - Returns: the files that watched folders will take for new ones, if they are still there: their paths.
    func eraseWatchedFiles(of person: String, runs: Set<String>) async throws -> [Path]

    /// Erases links to their documents with their views, and who made the other links that they have made.
    ///
    /// - Returns: how many links.
    func eraseLinks(of person: String) async throws -> Int

    /// Erases entries of the audit about these.
    func eraseAudit(about subjects: [String]) async throws

    /// Erases whatever else names them: finished batches, slots' runs, acceptances, waiting one-time links, wrong attempts to
    /// sign in, and entries of the audit by or about them, or that name them in what is said of the change.
    ///
    /// - Parameters:
    ///   - runs: those that are erased.
    ///   - entry: of the audit, which stays.
    /// - Returns: how many entries of the audit named them in what is said of a change.
    func eraseTraces(of person: String, runs: Set<String>, keeping entry: String) async throws -> Int

    /// Has nothing of what was erased be left in the files of the database: neither in its search index, nor in pages that
    /// are free, nor in its log. Others can read and cannot write while it writes the database anew, which takes some seconds
    /// for each 100 MB.
    ///
    /// - Throws: `StoreError` of code `locked` when somebody reads for so long that the log cannot be emptied.
    func scrub() async throws
}

/// How much is on record about a person.
public struct PersonHoldings: Sendable, Hashable {
    public var documents = 0
    /// Those in the trash included.
    public var versions = 0
    /// Of all versions.
    public var bytes: Int64 = 0
    public var runs = 0
    public var notifications = 0
    /// Entries in quarantine, whatever became of them.
    public var quarantined = 0
    public var uploads = 0
    public var links = 0
    public var acceptances = 0
    /// Entries of the audit by or about them.
    public var audited = 0
    public var hasAccount = false

    public init() {}

    /// Whether there is nothing.
    public var isEmpty: Bool { self == PersonHoldings() }
}
