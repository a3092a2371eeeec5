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
        /// Whether other columns are cut and left out before this one is cut.
        var isMain = false
        /// Where it is left out when a terminal is too narrow: the one with the lowest number goes first; nil: never.
        var leftOut: Int?

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
        static func flexible(_ title: String) -> Column { Column(title: title, mayShrink: true) }
        static func main(_ title: String) -> Column { Column(title: title, mayShrink: true, isMain: true) }

        func leftOut(_ order: Int) -> Column {
            var column = self
            column.leftOut = order
            return column
        }
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

    /// The header and the rows, each line ending in a newline. With a width, columns are cut and left out until the lines
    /// fit; without one (a pipe) everything is there in full.
    func render(width: Int?, style: Style = .plain, hasHeader: Bool = true) -> String {
        let natural = columns.indices.map { index in
            rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, DisplayWidth.of($1[index])) }
        }
        var shown = Array(columns.indices)
        var widths = natural
        if let width {
            shrink(&widths, shown, to: width) { !$0.isMain }
            while surplus(widths, shown, width) > 0, let next = nextLeftOut(shown) {
                shown.removeAll { $0 == next }
                widths = natural
                shrink(&widths, shown, to: width) { !$0.isMain }
            }
            shrink(&widths, shown, to: width) { _ in true }
        }
        let header = line(columns.map(\.title), widths, shown)
        return (hasHeader ? style.bold(header) + "\n" : "") + rows.map { line($0, widths, shown) + "\n" }.joined()
    }

    private func nextLeftOut(_ shown: [Int]) -> Int? {
        shown.filter { columns[$0].leftOut != nil }.min { columns[$0].leftOut ?? 0 < columns[$1].leftOut ?? 0 }
    }

    private func surplus(_ widths: [Int], _ shown: [Int], _ width: Int) -> Int {
        shown.reduce(0) { $0 + widths[$1] } + 2 * (shown.count - 1) - width
    }

    /// Takes from the widest of the columns that may shrink, until it fits or each is down to eight columns.
    private func shrink(_ widths: inout [Int], _ shown: [Int], to width: Int, where included: (Column) -> Bool) {
        var surplus = surplus(widths, shown, width)
        while surplus > 0 {
            let candidates = shown.filter { columns[$0].mayShrink && widths[$0] > 8 && included(columns[$0]) }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
            widths[widest] -= 1
            surplus -= 1
        }
    }

    private func line(_ cells: [String], _ widths: [Int], _ shown: [Int]) -> String {
        var line = ""
        for index in shown {
            let text = DisplayWidth.truncate(cells[index], to: widths[index])
            let padding = String(repeating: " ", count: widths[index] - DisplayWidth.of(text))
            if index != shown.first { line += "  " }
            line += columns[index].isNumber ? padding + text : text + padding
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
