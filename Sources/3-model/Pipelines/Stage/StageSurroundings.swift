internal import Documents
public import HTTPMessages
public import Platform

/// Where stages act that act outside of the stores: a resource.
public struct StageSurroundings: Sendable {
    /// What relative paths of the pipeline begin at: the workspace's folder.
    public let root: Path
    /// Whether all that a run does is thrown away, so that nothing may be done that lasts.
    public let isRehearsal: Bool
    /// Which addresses requests may go to.
    public let reach: NetworkReach

    public init(root: Path, reach: NetworkReach, isRehearsal: Bool = false) {
        self.root = root
        self.reach = reach
        self.isRehearsal = isRehearsal
    }

    /// The failure of a stage in a rehearsal that would do what lasts.
    ///
    /// - Parameter deed: "makes a request".
    public static func refused(_ deed: String, _ context: StageContext) -> StageError {
        .failed(
            .permanent, "rehearsal",
            "Stage `\(context.stage)` \(deed), which a test does not do. "
                + "Give the test case its outcome: `mocks: { \(context.stage): { outputs: { … } } }`.")
    }
}
