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
        /// Whether other columns are cut before this one is.
        var isMain = false
        /// Where it is left out when a terminal is too narrow: the one with the lowest number goes first; nil: never.
        var leftOut: Int?
        /// Whether it tells what came of a thing: without it a row is of no use, so the main column is cut before it goes.
        var isOutcome = false

        static func text(_ title: String) -> Column { Column(title: title) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
        static func flexible(_ title: String) -> Column { Column(title: title, mayShrink: true) }
        static func main(_ title: String) -> Column { Column(title: title, mayShrink: true, isMain: true) }
        static func outcome(_ title: String) -> Column { Column(title: title, isOutcome: true) }

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

    /// The header and the rows, each line ending in a newline. With a width, columns are cut until the lines fit, and left out
    /// where that is not enough; what tells the outcome goes only when the main column would be of no use otherwise. Without
    /// one (a pipe) everything is there in full.
    func render(width: Int?, style: Style = .plain, hasHeader: Bool = true) -> String {
        let natural = columns.indices.map { index in
            rows.reduce(DisplayWidth.of(columns[index].title)) { max($0, DisplayWidth.of($1[index])) }
        }
        let (shown, widths) = width.map { layout(natural, in: $0) } ?? (Array(columns.indices), natural)
        let header = line(columns.map(\.title), widths, shown)
        return (hasHeader ? style.bold(header) + "\n" : "") + rows.map { line($0, widths, shown) + "\n" }.joined()
    }

    /// The columns that are shown, and the width of every one.
    private typealias Layout = (shown: [Int], widths: [Int])

    private func layout(_ natural: [Int], in width: Int) -> Layout {
        let cut = { (least: Int) in { (column: Column) in column.isMain ? least : Self.least } }
        let whole = cut(.max)
        // Nothing is left out that a main column has room for when it is cut; what need not be cut is whole.
        if let fitting = fit(natural, to: width, least: [whole, cut(Self.enoughOfMain)], leavingOut: { !$0.isOutcome })
            ?? fit(natural, to: width, least: [cut(Self.leastOfMain)], leavingOut: { !$0.isOutcome })
            ?? fit(natural, to: width, least: [whole], leavingOut: { _ in true })
        {
            return fitting
        }
        let shown = columns.indices.filter { columns[$0].leftOut == nil }
        var widths = natural
        shrink(&widths, shown, to: width) { _ in Self.least }
        return (shown, widths)
    }

    /// The narrowest that a column is cut to.
    private static let least = 8
    /// What a main column is cut to beside columns that only add to it: so a terminal of 80 columns has room for a file, its pipeline,
    /// and what came of it when and in which time.
    private static let enoughOfMain = 20
    /// The same of the main one beside what tells the outcome: so a terminal of 40 columns has room for both and an id, also where
    /// that has the thirteen characters which tell ids of one millisecond from each other.
    private static let leastOfMain = 14

    /// Leaves columns out, one by one, until the others fit when they are cut.
    ///
    /// - Parameter least: the narrowest that a column may be cut to; of several, the first by which all that is shown fits counts.
    /// - Returns: nil: it does not fit, whatever goes.
    private func fit(
        _ natural: [Int], to width: Int, least: [(Column) -> Int], leavingOut mayGo: (Column) -> Bool
    ) -> Layout? {
        var shown = Array(columns.indices)
        while true {
            for least in least {
                var widths = natural
                shrink(&widths, shown, to: width, least: least)
                if surplus(widths, shown, width) <= 0 { return (shown, widths) }
            }
            let candidates = shown.filter { columns[$0].leftOut != nil && mayGo(columns[$0]) }
            guard let next = candidates.min(by: { columns[$0].leftOut ?? 0 < columns[$1].leftOut ?? 0 }) else {
                return nil
            }
            shown.removeAll { $0 == next }
        }
    }

    private func surplus(_ widths: [Int], _ shown: [Int], _ width: Int) -> Int {
        shown.reduce(0) { $0 + widths[$1] } + 2 * (shown.count - 1) - width
    }

    /// Takes from the widest of the columns that may shrink, until it fits or each is down to its least width.
    private func shrink(_ widths: inout [Int], _ shown: [Int], to width: Int, least: (Column) -> Int) {
        var surplus = surplus(widths, shown, width)
        while surplus > 0 {
            let candidates = shown.filter { columns[$0].mayShrink && widths[$0] > least(columns[$0]) }
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
