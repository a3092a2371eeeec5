public import Pipelines
public import Platform

/// What became of the files that a look through a folder has taken.
public struct IntakeTally: Sendable, Hashable {
    public var counts: [RunStatus: Int] = [:]
    /// Duplicates of documents that were there before.
    public var duplicates = 0
    /// Not taken: not whole in time, or the intake had stopped.
    public var waiting = 0
    /// Files and folders that could not be read, most often for want of rights.
    public var unreadable = 0
    /// The folder to begin at, when it was not there at the end; absolute.
    public var missing: Path?

    public init() {}
}
