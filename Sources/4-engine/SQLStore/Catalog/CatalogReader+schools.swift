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
        let names = unknown.map { "`\(Printable.text($0))`" }.joined(separator: ", ")
        let known = try connection.rows("SELECT id FROM schools ORDER BY id LIMIT 10000") { try $0.text(0) }
        if unknown.count == 1, let nearest = Spelling.nearest(to: first, in: known) {
            throw CatalogError(.unknownSchool, "There is no school \(names). Did you mean `\(nearest)`?")
        }
        throw CatalogError(
            .unknownSchool,
            unknown.count == 1 ? "There is no school \(names)." : "There are no schools \(names).",
            advice: [.addSchool(unknown.count == 1 ? first : nil)])
    }

    /// By id.
    func schools(after id: String, limit: Int) throws -> [School] {
        try connection.rows("SELECT id, name FROM schools WHERE id > ? ORDER BY id LIMIT ?", [id, limit]) {
            try School(storedID: $0.text(0), name: $0.text(1))
        }
    }
}
