/// One thing that a long-lived service tells.
public struct LogEntry: Sendable, Hashable {
    /// How much it matters, least first.
    public enum Level: String, Sendable, CaseIterable, Hashable, Comparable {
        case debug, info, warning, error

        /// Least first: debug, info, warning, error.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .debug: 0
            case .info: 1
            case .warning: 2
            case .error: 3
            }
        }
    }

    /// A named value beside the message.
    public struct Field: Sendable, Hashable {
        /// In kebab-case.
        public let name: String
        /// As it is shown, without secrets.
        public let value: String

        /// - Parameter value: kept as its description.
        public init(_ name: String, _ value: some CustomStringConvertible) {
            self.name = name
            self.value = value.description
        }
    }

    /// Entries below the log's own level are not written.
    public let level: Level
    /// A stable word in kebab-case: "watch-overflow".
    public let event: String
    /// A sentence for people, without secrets.
    public let message: String
    /// In the order in which they are shown.
    public let fields: [Field]

    /// - Parameters: as the properties say.
    public init(_ level: Level, _ event: String, _ message: String, _ fields: [Field] = []) {
        self.level = level
        self.event = event
        self.message = message
        self.fields = fields
    }
}
