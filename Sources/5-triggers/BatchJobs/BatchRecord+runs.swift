internal import Digests
public import Pipelines
public import Platform

extension BatchRecord {
    /// The id of an item's run: always the same for the same batch and item.
    ///
    /// - Parameter key: what tells the item from the others: a version's id, a path, a school's id.
    public func run(ofItem key: [UInt8]) -> String {
        Identifier.run(at: startedAt, of: SHA256.digest(of: Array(id.utf8) + [0] + key).bytes)
    }

    /// What the ends of all its runs come to together: failed before rejected before succeeded.
    ///
    /// - Parameter isComplete: whether the source was read to its end.
    static func status(of counts: [RunStatus: Int], isComplete: Bool) -> RunStatus {
        func has(_ status: RunStatus) -> Bool { counts[status, default: 0] > 0 }
        if !isComplete || has(.failed) || has(.cancelled) { return .failed }
        return has(.rejected) ? .rejected : .succeeded
    }
}

/// What a batch tells while it goes on, beside the results of its runs.
public enum BatchEvent: Sendable, Hashable {
    /// So many items are known to be there in all, those that are done included.
    case counted(Int)
    /// A file that is meant and not taken this time, and why: "it is open for writing".
    case leftOut(Path, String)
}
