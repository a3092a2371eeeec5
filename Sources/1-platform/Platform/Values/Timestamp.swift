internal import CLinux
internal import Glibc

/// A point in time: microseconds since 1970-01-01T00:00:00Z, without leap seconds, as the system clock has it.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Since 1970-01-01T00:00:00Z, without leap seconds.
    public let microseconds: Int64

    /// - Parameter microseconds: since 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The system clock's time. It may go back; measure durations with `ContinuousClock`.
    public static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }

    /// Milliseconds since 1970.
    public var milliseconds: Int64 { microseconds / 1_000 }

    /// Whether `left` is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    /// Later by `duration`, to the microsecond; the first or the last there is where it would lead beyond it.
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let sum = Int128(microseconds) + Int128(seconds) * 1_000_000 + Int128(attoseconds / 1_000_000_000_000)
        return Timestamp(microseconds: Int64(clamping: sum))
    }

    /// RFC 3339 in UTC with milliseconds: "2026-03-08T07:00:00.000Z". Sorts as text like the times themselves.
    public var description: String {
        let seconds = microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
        let milliseconds = (microseconds - seconds * 1_000_000) / 1_000
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        let date = Self.civil(fromDays: days)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
            func put(_ value: Int64, at position: Int, digits: Int) {
                var value = value
                for index in stride(from: position + digits - 1, through: position, by: -1) {
                    buffer[index] = UInt8(ascii: "0") + UInt8(value % 10)
                    value /= 10
                }
            }
            put(date.year, at: 0, digits: 4)
            put(date.month, at: 5, digits: 2)
            put(date.day, at: 8, digits: 2)
            put(rest / 3_600, at: 11, digits: 2)
            put(rest / 60 % 60, at: 14, digits: 2)
            put(rest % 60, at: 17, digits: 2)
            put(milliseconds, at: 20, digits: 3)
            (buffer[4], buffer[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
            (buffer[13], buffer[16]) = (UInt8(ascii: ":"), UInt8(ascii: ":"))
            (buffer[10], buffer[19], buffer[23]) = (UInt8(ascii: "T"), UInt8(ascii: "."), UInt8(ascii: "Z"))
            return String(decoding: buffer, as: UTF8.self)
        }
    }

    /// The proleptic Gregorian date of a day counted from 1970-01-01; the algorithm is Howard Hinnant's
    /// "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    public static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

/// What is known of the machine's clock.
public enum SystemClock {
    /// Whether somebody, such as an NTP client, keeps it right, adjtimex(2).
    ///
    /// - Throws: `SystemError` where the kernel does not say, as in some containers.
    public static func isSynchronised() throws(SystemError) -> Bool {
        try systemCall("examine the clock") { compass_clock_is_synchronised() } == 1
    }
}
