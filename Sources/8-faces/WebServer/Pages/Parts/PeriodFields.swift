internal import Documents
internal import Platform
internal import Workspaces

/// The fields of a form that narrow a list to a time, in days by the server's clock.
enum PeriodFields {
    static func html(_ period: TimePeriod) -> HTML {
        "\(field("since", "Since", period.since))\(field("until", "Before", period.until))"
    }

    /// A form of these fields alone, for a list that is narrowed by links otherwise.
    ///
    /// - Parameters:
    ///   - path: of the list.
    ///   - parts: what its address keeps.
    ///   - label: what is listed.
    static func form(_ period: TimePeriod, path: String, keeping parts: [(String, String?)], label: String) -> HTML {
        let kept = parts.compactMap { name, value in
            value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" as HTML }
        }
        let all: HTML? =
            period.isAll ? nil : "<a class=\"button button-plain\" href=\"\(PagePath.with(path, parts))\">Any time</a>"
        return """
            <form class="run-filters" method="get" action="\(path)" role="search" aria-label="\(label)">\(kept)
            \(html(period))
            <button class="button">Show \(label.lowercased())</button>\(all)
            </form>
            """
    }

    private static func field(_ name: String, _ label: String, _ time: Timestamp?) -> HTML {
        let day = time.map(text) ?? ""
        // An address may name a time that is no beginning of a day, which a field of days would lose.
        let type = day.utf8.count > 10 ? "text" : "date"
        return "<label>\(label)<input type=\"\(type)\" name=\"\(name)\" value=\"\(day)\" maxlength=\"100\"></label>"
    }

    /// A day, or a time with its zone.
    static func text(_ time: Timestamp) -> String {
        let local = LocalClock.text(of: time)
        let isDay = local.hasSuffix(" 00:00:00") && time.microseconds % 1_000_000 == 0
        return isDay ? String(local.prefix(10)) : time.description
    }
}

extension TimePeriod {
    /// As an address has it.
    var parts: [(String, String?)] {
        [("since", since), ("until", until)].compactMap { name, time in
            time.map { (name, PeriodFields.text($0)) }
        }
    }
}
