public import Platform

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
