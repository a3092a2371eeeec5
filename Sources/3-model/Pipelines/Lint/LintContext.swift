public import Platform

/// What lint knows of the world around a pipeline.
public struct LintContext: Sendable {
    /// The names of the workspace's channels; nil: not known, so not checked.
    public var channels: [String]?

    /// Folders that hold the workspace's own state, whose files nobody may take, beside `.compass`. Absolute, or relative
    /// to the workspace.
    public var stateFolders: [Path]

    public init(channels: [String]? = nil, stateFolders: [Path] = []) {
        self.channels = channels
        self.stateFolders = stateFolders
    }

    /// Always private, whatever the workspace's file says.
    static let state: Path = ".compass"
}
