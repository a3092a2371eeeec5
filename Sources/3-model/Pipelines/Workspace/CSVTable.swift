public import Diagnostics
internal import Platform
internal import YAMLTree

/// Reads things with an id each from lines of comma-separated values, the first of which names the columns. The file may be in
/// any charset that `CSVText` knows, with what `CSVRows` takes for a separator. Other columns are passed over.
public enum CSVTable {
    /// What is wrong with a line.
    public struct Mistake: Error {
        let kind: String
        let message: String

        /// - Parameter message: a sentence; issues have it without its full stop.
        public init(_ kind: String, _ message: String) {
            self.kind = kind
            self.message = message.hasSuffix(".") ? String(message.dropLast()) : message
        }
    }

    /// How large a file may be, in bytes.
    public static let limit = 16 << 20

    /// After so many mistakes the rest of a file is not read.
    private static let maxIssues = YAMLLimits.standard.issues

    /// - Parameters:
    ///   - file: what messages call it.
    ///   - things: what they are called, in the plural.
    ///   - columns: that must be there; one of them is `id`.
    ///   - optional: that may be there.
    ///   - same: what is the same of ids that cannot both be there.
    ///   - make: makes one of the fields of a line, by the names of their columns.
    /// - Returns: all of them, in the order of the file, none when there are errors; and all issues. Warnings tell of columns that
    ///   are passed over, and of a charset that is a guess.
    public static func load<Element>(
        _ bytes: [UInt8], file: String, of things: String, columns: [String], optional: [String] = [],
        same: (String) -> String = { $0 }, make: ([String: String]) throws(Mistake) -> Element
    ) -> (elements: [Element], issues: IssueList) {
        var (elements, issues): ([Element], IssueList) = ([], IssueList())
        var (lines, mistakes): ([String: Int], Int) = ([:], 0)
        func report(_ kind: String, _ message: String, _ line: Int, notes: [String] = []) {
            mistakes += 1
            issues.report(.error(kind, message, at: SourceSpan(file: file, line: line, column: 1), notes: notes))
        }
        do throws(CSVRows.Fault) {
            let text = try CSVText(bytes)
            if let line = text.guessed {
                issues.report(
                    .warning(
                        "guessed-encoding", "the file is read as Windows-1252, since this line is not UTF-8",
                        at: SourceSpan(file: file, line: line, column: 1),
                        hint: "if it is wrong here, save the file as CSV in UTF-8"))
            }
            var rows = CSVRows(text)
            let list = columns.map { "`\($0)`" }.joined(separator: " and ")
            guard let head = try rows.next() else {
                report("empty-file", "the file is empty; its first line must name the columns \(list)", 1)
                return ([], issues)
            }
            let names = head.fields.map { $0.lowercased() }
            for name in columns + optional where names.count(where: { $0 == name }) > 1 {
                report("duplicate-key", "the first line names the column `\(name)` more than once", head.line)
            }
            guard columns.allSatisfy(names.contains) else {
                report("missing-key", "the first line must name the columns \(list)", head.line)
                return ([], issues)
            }
            if let warning = passedOver(
                names, besides: columns + optional, SourceSpan(file: file, line: head.line, column: 1))
            {
                issues.report(warning)
            }
            while mistakes < maxIssues, let row = try rows.next() {
                guard row.fields.count == head.fields.count else {
                    report(
                        "wrong-type",
                        "the first line has \(head.fields.count) fields, and this one has \(row.fields.count)", row.line
                    )
                    continue
                }
                var fields: [String: String] = [:]
                for name in columns + optional {
                    if let column = names.firstIndex(of: name) { fields[name] = row.fields[column] }
                }
                do throws(Mistake) {
                    elements.append(try make(fields))
                } catch {
                    report(error.kind, error.message, row.line)
                }
                guard let id = fields["id"], !id.isEmpty else { continue }
                if let line = lines[same(id)] {
                    let message = "two \(things) have the id `\(Printable.short(id))`"
                    report("duplicate-id", message, row.line, notes: ["the other stands in line \(line)"])
                } else {
                    lines[same(id)] = row.line
                }
            }
        } catch {
            report("unreadable-file", error.message, error.line)
        }
        return (issues.hasErrors ? [] : elements, issues)
    }

    /// That columns mean nothing here; nil: there are none.
    private static func passedOver(_ names: [String], besides known: [String], _ place: SourceSpan) -> Issue? {
        let others = names.filter { !$0.isEmpty && !known.contains($0) }
        if others.isEmpty { return nil }
        let missing = known.filter { !names.contains($0) }
        let list = others.map { "`\(Printable.short($0))`" }.joined(separator: ", ")
        return .warning(
            "unknown-key", "\(others.count == 1 ? "a column is" : "columns are") passed over: \(list)", at: place,
            hint: others.lazy.compactMap { Spelling.hint(for: $0, in: missing) }.first)
    }
}
