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
        let known = try schools(after: "", limit: 10_000)
        let index = SchoolIndex(known)
        for text in unknown {
            if let message = index.ambiguity(of: text) { throw CatalogError(.unknownSchool, message) }
        }
        let names = unknown.map { "`\(Printable.text($0))`" }.joined(separator: ", ")
        if unknown.count == 1, let nearest = Self.nearest(to: first, among: known, by: index) {
            throw CatalogError(.unknownSchool, "There is no school \(names). Did you mean \(nearest)?")
        }
        // A word of a name, or several schools in one text, were not meant as an id to be added.
        let isPart = unknown.contains { !School.isID($0) || Self.isWord($0, ofNames: known) }
        throw CatalogError(
            .unknownSchool,
            unknown.count == 1 ? "There is no school \(names)." : "There are no schools \(names).",
            advice: isPart ? [.separateSchools, .listSchools] : [.addSchool(unknown.count == 1 ? first : nil)])
    }

    /// "`duke`", or "`Duke University` (`duke`)" of a name that is near.
    private static func nearest(to text: String, among known: [School], by index: SchoolIndex) -> String? {
        // Who has written the name, or a blank beside the id, means that one.
        let id = text.lowercased().split(separator: " ").joined(separator: "-")
        let meant = index.id(of: text) ?? known.first { $0.id == id }?.id
        if let id = meant ?? Spelling.nearest(to: text, in: known.map(\.id)) { return "`\(id)`" }
        // A word of a name is near to a short one, and was not meant as all of it.
        if isWord(text, ofNames: known) { return nil }
        guard let name = Spelling.nearest(to: text, in: known.map(\.name)) else { return nil }
        let ids = known.filter { $0.name == name }.map { "`\($0.id)`" }
        return "`\(Printable.text(name))` (\(ids.joined(separator: " or ")))"
    }

    private static func isWord(_ text: String, ofNames schools: [School]) -> Bool {
        schools.contains { school in
            let words = school.name.lowercased().split(separator: " ")
            return words.count > 1 && words.contains(text.lowercased()[...])
        }
    }

    /// By id.
    func schools(after id: String, limit: Int) throws -> [School] {
        try connection.rows("SELECT id, name FROM schools WHERE id > ? ORDER BY id LIMIT ?", [id, limit]) {
            try School(storedID: $0.text(0), name: $0.text(1))
        }
    }
}
