package import Documents

/// What a person calls schools by: ids or names, in any case, several with commas or blanks between them.
package struct SchoolNames: Sendable {
    private let texts: [String]

    /// - Parameter texts: each a school, or several.
    package init(_ texts: [String]) {
        self.texts = texts
    }

    /// The ids of those schools, each once, in their order. What names none stays as it is: whoever is given the ids refuses
    /// it, with the nearest that there is.
    package func ids(in catalog: any CatalogReading) async throws -> [String] {
        let schools = try await SchoolIndex(of: catalog)
        var ids: [String] = []
        for id in texts.flatMap(schools.ids(in:)) where !ids.contains(id) { ids.append(id) }
        return ids
    }

    /// The id of one school.
    ///
    /// - Throws: `CatalogError` of kind `unknownSchool`, with the nearest that there is.
    package static func known(_ text: String, in catalog: any CatalogReading) async throws -> String {
        let id = try await SchoolIndex(of: catalog).id(of: text) ?? text
        try await catalog.requireSchools([id])
        return id
    }
}

extension SchoolIndex {
    init(of catalog: any CatalogReading) async throws {
        self.init(try await catalog.allSchools())
    }
}

extension CatalogReading {
    package func allSchools() async throws -> [School] {
        var (schools, cursor): ([School], String?) = ([], nil)
        repeat {
            let page = try await self.schools(limit: 10_000, after: cursor)
            schools += page.items
            cursor = page.next
        } while cursor != nil
        return schools
    }
}
