internal import Diagnostics
internal import Platform

/// Rows in aligned columns. Cells are made safe to show.
struct Table {
    /// How a column is set.
    struct Column {
        let title: String
        var isNumber = false
        /// Whether its cells may be cut to fit a terminal.
        var mayShrink = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
        static func flexible(_ title: String) -> Column { Column(title: title, mayShrink: true) }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: [Column]) {
        self.columns = columns
    }

    var isEmpty: Bool { rows.isEmpty }

    /// One cell for each column.
    mutating func add(_ cells: [String]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells.map(Printable.text))
    }

    /// The header and the rows, each line ending in a newline. With a width, columns that may shrink are cut until the
    /// lines fit; without one (a pipe) everything is there in full.
    func render(width: Int?, style: Style = .plain) -> String {
        var widths = columns.indices.map { index in
            rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, DisplayWidth.of($1[index])) }
        }
        if let width { shrink(&widths, to: width) }
        let header = line(columns.map(\.title), widths)
        return style.bold(header) + "\n" + rows.map { line($0, widths) + "\n" }.joined()
    }

    /// Takes from the widest of the columns that may shrink, until it fits or each is down to eight columns.
    private func shrink(_ widths: inout [Int], to width: Int) {
        var surplus = widths.reduce(0, +) + 2 * (widths.count - 1) - width
        while surplus > 0 {
            let candidates = columns.indices.filter { columns[$0].mayShrink && widths[$0] > 8 }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            surplus -= 1
        }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let text = DisplayWidth.truncate(cell, to: widths[index])
            let padding = String(repeating: " ", count: widths[index] - DisplayWidth.of(text))
            if index > 0 { line += "  " }
            line += columns[index].isNumber ? padding + text : text + padding
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
