internal import Diagnostics
internal import Documents
internal import Platform

/// Prints a page of a listing: one JSON object a line, or a table for people. Where there is more, the cursor of the next
/// page goes to standard error as `next: CURSOR`, so that standard output holds nothing but the items.
struct Listing<Item: Sendable> {
    let page: Page<Item>
    /// An item as one JSON object, with stable names.
    let record: (Item) -> Record
    let columns: [Table.Column]
    /// A cell for each column.
    let cells: (Item) -> [String]
    /// What people read when there is nothing.
    let emptyText: String
    /// Whether it is the first page that is printed; no other has a header, or says that there is nothing.
    var isFirst = true

    func print(json: Bool, on streams: StandardStreams) throws {
        if json {
            for item in page.items { try streams.print(json: record(item)) }
        } else if page.items.isEmpty {
            if isFirst { streams.note(sentence: emptyText) }
        } else {
            var table = Table(columns)
            for item in page.items { table.add(cells(item)) }
            try streams.write(
                table.render(
                    width: streams.terminal.width, style: streams.terminal.style, hasHeader: isFirst))
        }
        if let next = page.next { streams.report(next: next) }
    }
}

extension StandardStreams {
    /// Says how to go on behind a page: the cursor, whole, so that it can be copied.
    func report(next cursor: String) {
        let text = TextWrapping.line(cursor, behind: "next: ", hang: 0, width: errorTerminal.width)
        report(String(text.dropLast()))
    }
}

/// Options that every listing takes.
enum ListingOptions {
    static let json = CommandOption.flag("json", "Print one JSON object a line.")
    static let limit = CommandOption.value(
        "limit", short: "n", "N", ArgumentKind.integer(in: 1...10_000), "Show at most that many.", standard: 50,
        shown: "50")
    static let after = CommandOption.optional(
        "after", "CURSOR", ArgumentKind<String>.word,
        "Continue after a former page; the cursor stands in its last line on standard error.")

    static let everything = CommandOption.flag(
        "all", "Show all there are, page by page, whatever `--limit` says.")
    static let since = CommandOption<String?>.optional(
        "since", "TIME", .word,
        "Only from then on: a day (2026-03-08) or time (2026-03-08T02:30) by the local clock or with its zone, or for so long "
            + "(7d).")
    static let until = CommandOption<String?>.optional(
        "until", "TIME", .word, "Only what was before then; a day begins at midnight.")

    static let all: [OptionSpec] = [limit.spec, after.spec, everything.spec, json.spec]
    /// Of a list of what has a time.
    static let timed: [OptionSpec] = [since.spec, until.spec] + all
}

/// Names and values, one below the other, as a detail view shows them. Values are made safe to show.
struct FieldList {
    private var fields: [(name: String, value: String)] = []

    /// Values that say nothing, nil or empty, are left out.
    mutating func add(_ name: String, _ value: String?) {
        if let value, !value.isEmpty { fields.append((name, Printable.text(value))) }
    }

    /// Each line indented by two spaces and ending in a newline; long values are wrapped on a terminal.
    func render(width: Int?, style: Style = .plain) -> String {
        let column = (fields.map { DisplayWidth.of($0.name) }.max() ?? 0) + 4
        var result = ""
        for field in fields {
            let padding = String(repeating: " ", count: column - 2 - DisplayWidth.of(field.name))
            result += TextWrapping.line(
                field.value, behind: "  " + style.dim(field.name) + padding, width: width)
        }
        return result
    }
}
