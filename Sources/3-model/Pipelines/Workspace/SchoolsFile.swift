public import Diagnostics
public import Documents
internal import Platform
internal import YAMLTree

/// Reads files of schools: a list of `{ id, name }`, or a mapping of ids to names. `compass.yaml` may hold the same.
public enum SchoolsFile {
    /// No such file is larger, in bytes.
    public static let limit = 16 * 1_048_576

    /// Reads a file and checks all of it.
    ///
    /// - Parameter file: what messages call it.
    /// - Returns: the schools, in the order of the file, none when there are errors; and all issues.
    public static func load(_ bytes: [UInt8], file: String) -> (schools: [School], issues: IssueList) {
        var issues = IssueList()
        guard let root = YAMLRoot.parse(bytes, file: file, allowingEmpty: true, issues: &issues) else {
            return ([], issues)
        }
        var check = FormatCheck(issues: issues)
        let schools = read(root, &check)
        return (check.issues.hasErrors ? [] : schools, check.issues)
    }

    /// The schools of a list or a mapping, in its order, those that have no error.
    static func read(_ root: YAMLNode, _ check: inout FormatCheck) -> [School] {
        var schools: [School] = []
        var lines: [String: Int] = [:]
        for (id, name, node) in entries(root, &check) {
            do throws(CatalogError) {
                schools.append(try School(id: id, name: name))
            } catch {
                let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
                check.report(error.kind.rawValue, message, at: node)
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
