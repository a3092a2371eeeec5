package import Documents
internal import Platform
internal import Representations

/// What a person calls a document by: the id of one of its versions, the beginning of one, or its title, in any case.
package struct DocumentName: Sendable {
    /// As it was typed.
    package let text: String

    /// The beginning of an id has at least that many characters: fewer are a title, or nothing.
    private static let minPrefix = 4
    /// So many that may be meant are listed.
    private static let maxCandidates = 10

    package init(_ text: String) {
        self.text = text
    }

    /// The version that is meant: that of the id, the current one of a document by its title.
    ///
    /// - Parameter trashed: whether what lies in the trash is looked for first.
    /// - Throws: `CatalogError` of kind `notFound`; `Problem` that lists those that may be meant, when there are several.
    package func version(in catalog: any CatalogReading, trashed: Bool = false) async throws -> DocumentVersion {
        do {
            return try await catalog.version(text)
        } catch let error as CatalogError where error.kind == .notFound {
            if let version = try await onlyOne(of: prefixed(in: catalog)) { return version }
            for trashed in [trashed, !trashed] {
                let titled = try await catalog.documents(
                    titled: text, trashed: trashed, limit: Self.maxCandidates + 1)
                // Written exactly so, it is that one.
                let exact = titled.filter { $0.title == text }
                if let version = try onlyOne(of: exact.count == 1 ? exact : titled) { return version }
            }
            throw error
        }
    }

    private func prefixed(in catalog: any CatalogReading) async throws -> [DocumentVersion] {
        let text = text.lowercased()
        guard text.utf8.count >= Self.minPrefix,
            text.utf8.allSatisfy({ Self.isHexadecimal($0) || $0 == UInt8(ascii: "-") })
        else { return [] }
        return try await catalog.versions(idPrefix: text, limit: Self.maxCandidates + 1)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private func onlyOne(of versions: [DocumentVersion]) throws -> DocumentVersion? {
        guard versions.count > 1 else { return versions.first }
        let more = versions.count > Self.maxCandidates
        throw Problem.invalidRequest(
            "`\(Printable.text(text))` may mean \(more ? "more than \(Self.maxCandidates)" : "\(versions.count)") "
                + "documents; give more of the id of the one that is meant",
            details: versions.prefix(Self.maxCandidates).map { version in
                "  \(version.id)  \(Printable.text(version.title)), \(version.type.label), version \(version.number), "
                    + "of \(Printable.text(version.owner))" + (version.trashedAt == nil ? "" : ", in the trash")
            })
    }
}
