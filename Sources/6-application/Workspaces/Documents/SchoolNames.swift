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
        let schools = try await SchoolIndex(of: catalog)
        var ids: [String] = []
        // A name may have a comma in it.
        for text in texts {
            let parts = schools.id(of: text) == nil ? text.split(separator: ",").map(String.init) : [text]
            // Commas alone name nothing, and are refused as such.
            for part in parts.isEmpty ? [""] : parts {
                let id = schools.id(of: part) ?? part.trimmed
                if !ids.contains(id) { ids.append(id) }
            }
        }
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

/// The schools that there are, by what people call them.
struct SchoolIndex {
    private var ids: Set<String> = []
    /// In small letters; nil: several have that name, so that none of them is meant.
    private var named: [String: String?] = [:]

    init(of catalog: any CatalogReading) async throws {
        var cursor: String?
        repeat {
            let page = try await catalog.schools(limit: 10_000, after: cursor)
            for school in page.items {
                ids.insert(school.id)
                let name = school.name.lowercased()
                named[name] = .some(named[name] == nil ? school.id : nil)
            }
            cursor = page.next
        } while cursor != nil
    }

    /// The id of the one school that a text means: by its id or its name, in any case.
    func id(of text: String) -> String? {
        let text = text.trimmed.lowercased()
        return ids.contains(text) ? text : named[text] ?? nil
    }
}

extension String {
    /// Without blanks at its ends.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
