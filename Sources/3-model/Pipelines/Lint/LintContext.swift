public import Platform

/// What lint knows of the world around a pipeline.
public struct LintContext: Sendable {
    /// The names of the workspace's channels; nil: not known, so not checked.
    public var channels: [String]?

    /// Folders that hold the workspace's own state, whose files nobody may take, beside `PrivateFolders`. Absolute, or relative
    /// to the workspace.
    public var stateFolders: [Path]

    /// The workspace's folder, absolute, in each way to write it that is known; empty: not known, so that an absolute path
    /// is only compared with absolute folders. `PipelineLint` sets it.
    public var roots: [Path]

    public init(channels: [String]? = nil, stateFolders: [Path] = [], roots: [Path] = []) {
        self.channels = channels
        self.stateFolders = stateFolders
        self.roots = roots
    }
}
