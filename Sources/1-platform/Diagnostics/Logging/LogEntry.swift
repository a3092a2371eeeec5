/// One thing that a long-lived service tells.
public struct LogEntry: Sendable, Hashable {
    /// How much it matters, least first.
    public enum Level: String, Sendable, CaseIterable, Hashable, Comparable {
        case debug, info, warning, error

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
        public let value: String

        public init(_ name: String, _ value: some CustomStringConvertible) {
            self.name = name
            self.value = value.description
        }
    }

    public let level: Level
    /// A stable word in kebab-case: "watch-overflow".
    public let event: String
    /// A sentence for people, without secrets.
    public let message: String
    public let fields: [Field]

    public init(_ level: Level, _ event: String, _ message: String, _ fields: [Field] = []) {
        self.level = level
        self.event = event
        self.message = message
        self.fields = fields
    }
}
