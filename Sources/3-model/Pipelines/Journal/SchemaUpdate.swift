/// A part of a database that has to be made anew before the database can be used by this version of the program, and takes
/// long enough that whoever waits should know why.
public struct SchemaUpdate: Sendable, Hashable {
    /// What is made anew, for people: "search index".
    public let part: String
    /// How long it is likely to take; half or twice that is not unusual.
    public let expected: Duration

    public init(part: String, expected: Duration) {
        self.part = part
        self.expected = expected
    }

    /// For people, without a full stop.
    public var message: String {
        let seconds = max(Int((expected / .seconds(1)).rounded()), 1)
        return "bringing the database up to date: \(part), about \(seconds) s"
    }
}
