/// Something that a stage tells those who follow its run. It is shown and logged, not stored.
public struct StageLog: Sendable, Hashable {
    /// How much it matters.
    public enum Level: String, Sendable, CaseIterable, Hashable {
        case debug
        case info
        case warning
        case error
    }

    public let level: Level
    public let message: String

    public init(_ level: Level, _ message: String) {
        self.level = level
        self.message = message
    }
}
