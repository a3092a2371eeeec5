internal import Documents
internal import Engine
internal import Pipelines
internal import Platform

/// Where the items of a batch come from, page by page, in an order that stays the same.
protocol ItemSource: Sendable {
    /// The items behind a cursor.
    ///
    /// - Parameter cursor: a former page's `next`, also of an earlier process; nil: from the first.
    /// - Throws: what keeps the source from being read.
    func page(after cursor: String?) async throws -> Page<BatchItem>

    /// What could not be read and did not keep the rest from being read.
    var failure: StageError? { get }
}

extension ItemSource {
    var failure: StageError? { nil }
}

/// One item of a batch.
struct BatchItem: Sendable {
    /// Tells it from the others of its batch, for ever.
    let key: [UInt8]
    /// Of a file, relative to the workspace.
    var path: Path?
    /// What is asked for when its turn comes, without an id; nil: it is left out after all.
    let prepare: @Sendable () async throws -> RunRequest?
}
