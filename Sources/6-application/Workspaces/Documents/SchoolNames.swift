package import Documents

/// What a person calls schools by: ids or names, in any case, several with commas between them.
package struct SchoolNames: Sendable {
    private let texts: [String]

    /// - Parameter texts: each a school, or several with commas between them.
    package init(_ texts: [String]) {
        self.texts = texts
    }

    /// The ids of those schools, each once, in their order. What names none stays as it is: whoever is given the ids refuses
    /// it, with the nearest that there is.
    package func ids(in catalog: any CatalogReading) async throws -> [String] {
        let schools = try await Self.all(in: catalog)
        var ids: [String] = []
        // A name may have a comma in it.
        for text in texts {
            let parts = Self.id(text, among: schools) == nil ? text.split(separator: ",").map(String.init) : [text]
            // Commas alone name nothing, and are refused as such.
            for part in parts.isEmpty ? [""] : parts {
                let id = Self.id(part, among: schools) ?? part.trimmed
                if !ids.contains(id) { ids.append(id) }
            }
        }
        return ids
    }

    /// The id of one school.
    ///
    /// - Throws: `CatalogError` of kind `unknownSchool`, with the nearest that there is.
    package static func known(_ text: String, in catalog: any CatalogReading) async throws -> String {
        let id = id(text, among: try await all(in: catalog)) ?? text
        try await catalog.requireSchools([id])
        return id
    }

    private static func id(_ text: String, among schools: [School]) -> String? {
        let text = text.trimmed.lowercased()
        return (schools.first { $0.id == text } ?? schools.first { $0.name.lowercased() == text })?.id
    }

    private static func all(in catalog: any CatalogReading) async throws -> [School] {
        var schools: [School] = []
        var cursor: String?
        repeat {
            let page = try await catalog.schools(limit: 10_000, after: cursor)
            schools += page.items
            cursor = page.next
        } while cursor != nil
        return schools
    }
}

extension String {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
