package import Platform

/// Figures as people read them. Programs get the exact ones.
package enum HumanFormat {
    /// Decimal units with one digit behind the point: "512 B", "1.5 MB".
    package static func size(_ bytes: Int64) -> String {
        if bytes < 1_000 { return "\(bytes) B" }
        var value = Double(bytes) / 1_000
        var unit = 0
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
        // 999.95 would be shown as 1000.0.
        while value >= 999.95, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        return tenths(value) + " " + units[unit]
    }

    /// "0.3 ms", "12.4 ms", "3.2 s", "1m 05s", "2h 03m".
    package static func duration(milliseconds: Double) -> String {
        if milliseconds < 999.95 { return tenths(milliseconds) + " ms" }
        if milliseconds < 59_950 { return tenths(milliseconds / 1_000) + " s" }
        let seconds = Int64((milliseconds / 1_000).rounded())
        if seconds < 3_600 { return "\(seconds / 60)m \(twoDigits(seconds % 60))s" }
        let minutes = (seconds + 30) / 60
        return "\(minutes / 60)h \(twoDigits(minutes % 60))m"
    }

    /// Time left, in whole units: "3 s", "1m 05s".
    package static func timeLeft(seconds: Double) -> String {
        let whole = max(1, seconds.rounded(.up))
        return whole < 60 ? "\(Int64(whole)) s" : duration(milliseconds: whole * 1_000)
    }

    /// RFC 3339 in UTC, to the second: "2026-03-08T07:00:00Z".
    package static func time(_ time: Timestamp) -> String {
        String(time.description.prefix(19)) + "Z"
    }

    /// "1 document", "2 documents".
    package static func count(_ number: Int, _ label: String) -> String {
        "\(number) \(label)\(number == 1 ? "" : "s")"
    }

    /// "2 documents", "2 documents (1 in the trash)".
    package static func documents(_ number: Int, trashed: Int) -> String {
        count(number, "document") + (trashed == 0 ? "" : " (\(trashed) in the trash)")
    }

    /// "`title` stays as it is", "`title` and `words` stay as they are"; nil of no inputs.
    package static func unchanged(_ inputs: [String]) -> String? {
        let names = inputs.map { "`\(Printable.text($0))`" }
        guard let last = names.last else { return nil }
        if names.count == 1 { return last + " stays as it is" }
        return names.dropLast().joined(separator: ", ") + " and " + last + " stay as they are"
    }

    private static func tenths(_ value: Double) -> String {
        let scaled = Int64((value * 10).rounded())
        return "\(scaled / 10).\(scaled % 10)"
    }

    private static func twoDigits(_ value: Int64) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
