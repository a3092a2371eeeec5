internal import Diagnostics
internal import Documents
internal import Platform
internal import SQL

extension CatalogReader {
    /// - Throws: `CatalogError` of kind `unknownSchool` that names every unknown one.
    func requireSchools(_ ids: [String]) throws {
        var unknown: [String] = []
        for id in ids where !unknown.contains(id) {
            let isKnown = try connection.first("SELECT 1 FROM schools WHERE id = ?", [id]) { _ in true } ?? false
            if !isKnown { unknown.append(id) }
        }
        guard let first = unknown.first else { return }
        if unknown.contains("") {
            throw CatalogError(.unknownSchool, "The id of a school is empty.", advice: [.listSchools])
        }
        let index = SchoolIndex(try schools(after: "", limit: 10_000))
        for text in unknown {
            if let message = index.ambiguity(of: text) { throw CatalogError(.unknownSchool, message) }
        }
        let names = unknown.map { "`\(Printable.text($0))`" }.joined(separator: ", ")
        if unknown.count == 1, let nearest = index.nearest(to: first) {
            throw CatalogError(.unknownSchool, "There is no school \(names). Did you mean \(Self.text(nearest))?")
        }
        // A word of a name, or several schools in one text, were not meant as an id to be added.
        let isPart = unknown.contains { !School.isID($0) || index.isWord($0) }
        throw CatalogError(
            .unknownSchool,
            unknown.count == 1 ? "There is no school \(names)." : "There are no schools \(names).",
            advice: isPart ? [.separateSchools, .listSchools] : [.addSchool(unknown.count == 1 ? first : nil)])
    }

    /// "`duke`", or "`Duke University` (`duke`)" of a name that is near.
    private static func text(_ nearest: SchoolIndex.Nearest) -> String {
        let ids = nearest.ids.map { "`\($0)`" }.joined(separator: " or ")
        return nearest.name.map { "`\(Printable.text($0))` (\(ids))" } ?? ids
    }

    /// By id.
    func schools(after id: String, limit: Int) throws -> [School] {
        try connection.rows("SELECT id, name FROM schools WHERE id > ? ORDER BY id LIMIT ?", [id, limit]) {
            try School(storedID: $0.text(0), name: $0.text(1))
        }
    }
}
