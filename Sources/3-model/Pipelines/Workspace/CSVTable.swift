public import Diagnostics
internal import Platform
internal import YAMLTree

/// Reads things with an id each from lines of comma-separated values, the first of which names the columns. The file may be in
/// any charset that `DocumentText` knows, with commas, semicolons or tabs. Other columns are passed over.
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
    /// - Returns: all of them, in the order of the file, none when there are errors; and all issues.
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
            var rows = try CSVRows(bytes)
            guard let head = try rows.next() else { return ([], issues) }
            let names = head.fields.map { $0.lowercased() }
            guard columns.allSatisfy(names.contains) else {
                let list = columns.map { "`\($0)`" }.joined(separator: " and ")
                report("missing-key", "the first line must name the columns \(list)", head.line)
                return ([], issues)
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
                let id = fields["id"] ?? ""
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
}
