/// What lint knows of the world around a pipeline.
public struct LintContext: Sendable {
    /// The names of the workspace's channels; nil: not known, so not checked.
    public var channels: [String]?

    public init(channels: [String]? = nil) {
        self.channels = channels
    }
}
