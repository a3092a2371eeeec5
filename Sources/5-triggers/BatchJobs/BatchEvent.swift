public import Platform

/// What a batch tells while it goes on, beside the results of its runs.
public enum BatchEvent: Sendable, Hashable {
    /// So many items are known to be there in all, those that are done included.
    case counted(Int)
    /// A file that is meant and not taken this time, and why: "it is open for writing".
    case leftOut(Path, String)
}
