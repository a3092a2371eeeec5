public import Diagnostics
public import Documents
internal import Platform
internal import YAMLTree

/// Reads files of schools: a list of `{ id, name }`, or a mapping of ids to names, in YAML or JSON; `compass.yaml` may hold the
/// same. A file whose name ends in `.csv` has lines of comma-separated values, the first of which names the columns.
public enum SchoolsFile {
    /// In bytes. YAML and JSON have the limit that they have everywhere.
    private static let (limitOfYAML, limitOfCSV) = (YAMLLimits.standard.bytes, CSVTable.limit)

    /// How large a file may be.
    ///
    /// - Parameter file: its name.
    public static func limit(of file: String) -> Int { isCSV(file) ? limitOfCSV : limitOfYAML }

    /// That a file is larger, and what to do: a sentence without a full stop.
    public static func tooLarge(_ file: String) -> String {
        let most = "\(file) is larger than \(limit(of: file)) bytes, which is the most that a file of schools may have"
        return isCSV(file)
            ? "\(most); split it, and import the parts one after the other"
            : "\(most) in YAML or JSON; one that ends in `.csv`, with the columns `id` and `name`, may have \(limitOfCSV)"
    }

    private static func isCSV(_ file: String) -> Bool { file.lowercased().hasSuffix(".csv") }

    /// Reads a file and checks all of it.
    ///
    /// - Parameter file: what messages call it.
    /// - Returns: the schools, in the order of the file, none when there are errors; and all issues.
    public static func load(_ bytes: [UInt8], file: String) -> (schools: [School], issues: IssueList) {
        if isCSV(file) { return loadCSV(bytes, file: file) }
        var issues = IssueList()
        guard let root = YAMLRoot.parse(bytes, file: file, allowingEmpty: true, issues: &issues) else {
            return ([], issues)
        }
        var check = FormatCheck(issues: issues)
        let schools = read(root, &check)
        return (check.issues.hasErrors ? [] : schools, check.issues)
    }

    private static func loadCSV(_ bytes: [UInt8], file: String) -> (schools: [School], issues: IssueList) {
        let (schools, issues) = CSVTable.load(bytes, file: file, of: "schools", columns: ["id", "name"]) {
            fields throws(CSVTable.Mistake) in
            do throws(CatalogError) {
                return try School(id: fields["id"] ?? "", name: fields["name"] ?? "")
            } catch {
                throw CSVTable.Mistake(error.kind.rawValue, error.message)
            }
        }
        return (schools, issues)
    }

    private static func withoutStop(_ message: String) -> String {
        message.hasSuffix(".") ? String(message.dropLast()) : message
    }

    /// The schools of a list or a mapping, in its order, those that have no error.
    static func read(_ root: YAMLNode, _ check: inout FormatCheck) -> [School] {
        var schools: [School] = []
        var lines: [String: Int] = [:]
        for (id, name, node) in entries(root, &check) {
            do throws(CatalogError) {
                schools.append(try School(id: id, name: name))
            } catch {
                check.report(error.kind.rawValue, withoutStop(error.message), at: node)
            }
            if let line = lines[id] {
                check.report(
                    "duplicate-id", "two schools have the id `\(Printable.short(id))`", at: node,
                    notes: ["the other stands in line \(line)"])
            } else {
                lines[id] = node.headSpan.line
            }
        }
        return schools
    }

    static let keys: [FormatKey] = [
        FormatKey("id", .text, "A short name: lower-case letters, digits, `.`, `_` and `-`.", required: true),
        FormatKey("name", .text, "For people.", required: true),
    ]

    private static func entries(_ root: YAMLNode, _ check: inout FormatCheck) -> [(
        id: String, name: String, node: YAMLNode
    )] {
        if let fields = root.fields {
            return fields.compactMap { key, value in
                guard let id = key.text else { return nil }
                check.check(value, .text, as: id)
                return value.string.map { (id, $0, key) }
            }
        }
        guard let elements = root.items else {
            check.report(
                "wrong-type", "a file of schools must be a list, and is \(root.summary)", at: root,
                hint: "write `- { id: stanford, name: Stanford University }`")
            return []
        }
        return elements.compactMap { node in
            check.mapping(node, keys, what: "a school")
            guard let id = node["id"], let text = id.string, let name = node["name"]?.string else {
                return nil
            }
            return (text, name, id)
        }
    }
}
