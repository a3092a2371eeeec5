internal import CCurl
public import Platform

/// Dates in headers.
public enum HTTPDate {
    /// Reads a date of RFC 9110, section 5.6.7, the obsolete formats included, by libcurl's parser, which takes a few more.
    /// nil of anything else, and when libcurl cannot be loaded.
    public static func read(_ text: String) -> Timestamp? {
        // Every format names a month; without one, libcurl would take a mere number for a date.
        guard text.utf8.contains(where: { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }),
            let seconds = try? CurlLibrary.load().table.pointee.getdate(text, nil), seconds != -1
        else { return nil }
        return Timestamp(microseconds: Int64(seconds) * 1_000_000)
    }
}
