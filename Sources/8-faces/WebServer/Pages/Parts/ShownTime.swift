internal import Platform

/// Times as pages show them. A script writes them again in the reader's own time zone; without it they are in UTC.
enum ShownTime {
    /// "Jan 15, 2025"
    static func date(_ time: Timestamp) -> HTML {
        "<time datetime=\"\(time.description)\" data-shown=\"date\">\(dateText(time))</time>"
    }

    /// "Jan 15, 2025, 10:30"
    static func dateAndTime(_ time: Timestamp) -> HTML {
        """
        <time datetime="\(time.description)" data-shown="time">\(dateText(time)), \
        \(String(time.description.dropFirst(11).prefix(5)))</time>
        """
    }

    /// "January 15, 2025"
    static func longDate(_ time: Timestamp) -> HTML {
        "<time datetime=\"\(String(time.description.prefix(10)))\">\(longDateText(time))</time>"
    }

    static func dateText(_ time: Timestamp) -> String { text(time) { String($0.prefix(3)) } }
    static func longDateText(_ time: Timestamp) -> String { text(time) { $0 } }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    private static func text(_ time: Timestamp, month: (String) -> String) -> String {
        let parts = time.description.prefix(10).split(separator: "-")
        guard parts.count == 3, let number = Int(parts[1]), months.indices.contains(number - 1),
            let day = Int(parts[2])
        else { return String(time.description.prefix(10)) }
        return "\(month(months[number - 1])) \(day), \(parts[0])"
    }
}
