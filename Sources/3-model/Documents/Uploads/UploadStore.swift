public import Platform

/// What is on record of uploads. Every change is on disk when its call returns.
public protocol UploadStore: Sendable {
    /// Enters a new upload.
    func addUpload(_ upload: UploadRecord) async throws

    /// - Parameter owner: only one of this person; nil: whoever's it is.
    /// - Returns: nil when there is none.
    func upload(_ id: String, owner: String?) async throws -> UploadRecord?

    /// Newest first.
    ///
    /// - Parameters:
    ///   - limit: at most that many, 1 to 10,000.
    ///   - cursor: a former page's `next`, of the same query.
    /// - Throws: `CatalogError` of kind `invalidCursor`.
    func uploads(_ query: UploadQuery, limit: Int, after cursor: String?) async throws -> Page<UploadRecord>

    /// Uploads in a state whose time is over, the longest overdue first.
    func uploads(in state: UploadRecord.State, expiredBy time: Timestamp, limit: Int) async throws -> [UploadRecord]

    /// Has a receiving upload wait until then.
    func extendUpload(_ id: String, until time: Timestamp) async throws

    /// All bytes of a receiving upload are there. One that is further on stays as it is.
    ///
    /// - Returns: the upload as it is then; nil when there is none.
    func completeUpload(_ id: String) async throws -> UploadRecord?

    /// Gives a complete upload to a run, whose id it keeps: one that has a run already stays as it is.
    ///
    /// - Returns: the upload as it is then; nil when there is none.
    func giveUpload(_ id: String, to run: String) async throws -> UploadRecord?

    /// The upload's run has ended, or it is given up.
    ///
    /// - Parameters:
    ///   - state: `ended` for one that runs, `expired` for one that is received; others stay as they are.
    ///   - run: whose result stands for that of its own run, which is on record then in its place; nil: its own.
    ///   - forgetAt: until when its record stays.
    /// - Returns: whether it was as it has to be for that.
    func endUpload(
        _ id: String, as state: UploadRecord.State, by run: String?, forgetAt: Timestamp
    ) async throws -> Bool

    /// Removes records, whatever they say.
    func forgetUploads(_ ids: [String]) async throws
}

extension UploadStore {
    /// As above, by its own run.
    public func endUpload(_ id: String, as state: UploadRecord.State, forgetAt: Timestamp) async throws -> Bool {
        try await endUpload(id, as: state, by: nil, forgetAt: forgetAt)
    }
}
