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

    func print(json: Bool, on streams: StandardStreams) throws {
        if json {
            for item in page.items { try streams.print(json: record(item)) }
        } else if page.items.isEmpty {
            streams.report(emptyText)
        } else {
            var table = Table(columns)
            for item in page.items { table.add(cells(item)) }
            try streams.write(table.render(width: streams.terminal.width, style: streams.terminal.style))
        }
        if let next = page.next { streams.report("next: \(next)") }
    }
}
