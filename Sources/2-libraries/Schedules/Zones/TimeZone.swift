public import Platform

/// The rules of one IANA time zone, read once from the system's tzdata (RFC 9636). A value that is cheap to copy.
///
/// Rules that have no end are known up to the year 2501; from there the last offset holds.
public struct TimeZone: Sendable, Hashable {
    /// As it was asked for: `America/New_York`.
    public let name: String
    let rules: ZoneRules

    /// Without rules; always there.
    public static let utc = TimeZone(name: "UTC", rules: .utc)

    /// Reads the zone from the folder that the environment variable `TZDIR` names, or from `/usr/share/zoneinfo`.
    /// Blocks for a small file. Changes of tzdata are seen by zones that are read later.
    ///
    /// - Throws: `TimeZoneError` when the system knows no such zone, or its data cannot be read. Never falls back to
    ///   UTC.
    public init(named name: String) throws(TimeZoneError) {
        self = try ZoneFolder.ofSystem.zone(named: name)
    }

    /// The folder that zones are read from.
    public static var folder: Path { ZoneFolder.ofSystem.path }

    init(name: String, rules: ZoneRules) {
        self.name = name
        self.rules = rules
    }

    /// In seconds east of Greenwich: -18,000 in New York's winter.
    public func offset(at time: Timestamp) -> Int { rules.offsets[rules.stretch(at: time.wholeSeconds)] }

    /// What clocks show; parts of a second are dropped.
    public func local(at time: Timestamp) -> LocalTime {
        let second = time.wholeSeconds
        return LocalTime(seconds: second + rules.offsets[rules.stretch(at: second)])
    }

    /// When clocks show a time.
    public func instants(of local: LocalTime) -> LocalInstants {
        let first = rules.firstSecond(reaching: local.seconds)
        var stretch = rules.stretch(at: first)
        var found: [Int] = []
        // Not only in the stretch that reaches it: clocks that were put forward over it may be put back behind it.
        repeat {
            let second = local.seconds - rules.offsets[stretch]
            if second >= rules.starts[stretch], second < rules.end(of: stretch) { found.append(second) }
            stretch += 1
        } while stretch < rules.starts.count && rules.starts[stretch] <= first + 2 * ZoneRules.largestOffset
        guard let one = found.first else { return .gap(Timestamp(seconds: first)) }
        if found.count == 1 { return .one(Timestamp(seconds: one)) }
        return .overlap(first: Timestamp(seconds: one), second: Timestamp(seconds: found[1]))
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why a time zone is not to be had.
public struct TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for.
    public let name: String
    public let message: String
    /// What may have been meant, or what to install.
    public let hint: String?

    public init(name: String, message: String, hint: String? = nil) {
        self.name = name
        self.message = message
        self.hint = hint
    }

    public var description: String { message + (hint.map { ": \($0)" } ?? "") }
}

extension TimeZone {
    /// RFC 3339 with the zone's offset: "2026-03-08T03:00:00-04:00", and "Z" in `UTC`. Parts of a second are written
    /// when there are any. Offsets of old times with odd seconds are cut to the minute; the instant stays right.
    public func text(of time: Timestamp) -> String {
        let second = time.wholeSeconds
        let offset = rules.offsets[rules.stretch(at: second)] / 60 * 60
        var text = LocalTime(seconds: second + offset).description
        let microseconds = Int(time.microseconds) - second * 1_000_000
        if microseconds != 0 {
            let digits = String(1_000_000 + microseconds).dropFirst()
            text += "." + (microseconds % 1_000 == 0 ? digits.dropLast(3) : digits)
        }
        if self == .utc { return text + "Z" }
        let minutes = abs(offset) / 60
        return text + (offset < 0 ? "-" : "+") + Self.padded(minutes / 60) + ":" + Self.padded(minutes % 60)
    }

    /// Reads "2026-03-08T02:30:00-05:00", "…Z", or the zone's local time: "2026-03-08T02:30", "2026-03-08". A local
    /// time that comes twice means the first time, one in a gap the end of the gap.
    ///
    /// - Throws: `TimeTextError`
    public func timestamp(reading text: String) throws(TimeTextError) -> Timestamp {
        var parser = TimeTextParser(text)
        let (local, microseconds, offset) = try parser.parse()
        let start: Timestamp
        if let offset {
            start = Timestamp(seconds: local.seconds - offset)
        } else {
            let instants = instants(of: local)
            if case .gap(let end) = instants { return end }
            start = instants.first
        }
        return Timestamp(microseconds: start.microseconds + Int64(microseconds))
    }

    private static func padded(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
}
