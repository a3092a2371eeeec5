public import Platform

/// The times of a schedule in a zone. Pure: it looks at no clock.
///
/// Day-light saving as cronie: an expression whose minute or hour text starts with `*` keeps its real intervals; every
/// other one fires once in a repeated hour, the first time, and right after the gap where its time does not exist.
public struct Schedule: Sendable, Hashable {
    public let expression: CronExpression
    public let zone: TimeZone

    public init(_ expression: CronExpression, in zone: TimeZone) {
        self.expression = expression
        self.zone = zone
    }

    /// The first time that is strictly later than `time`; whole seconds. nil: there is none before the year 2500.
    public func next(after time: Timestamp) -> Timestamp? { nil }

    /// The last time at or before `time` and after `bound`; nil: none. Takes no longer for long spans than for short ones.
    public func last(atOrBefore time: Timestamp, after bound: Timestamp) -> Timestamp? { nil }
}
