package import Documents
internal import Platform
internal import Representations

/// What a request that takes something away is about: a document, or one version of it.
package struct DocumentTarget: Sendable {
    /// The version that the request names the document by.
    let id: String
    /// Of the document, newest first.
    package let versions: [DocumentVersion]
    /// nil: the document.
    package let version: DocumentVersion?

    /// So many are named, more are counted.
    private static let maxNamed = 10

    /// - Parameters:
    ///   - id: of any version of the document.
    ///   - number: of the one version that is meant; nil: the document is.
    /// - Throws: `CatalogError` or `Problem` of kind `notFound`, the latter when the document has no version of that number.
    package init(_ id: String, version number: Int?, in catalog: any CatalogReading) async throws {
        self.id = id
        versions = try await catalog.versions(ofSeriesOf: id)
        version = try number.map { [versions] number in
            if let version = versions.first(where: { $0.number == number }) { return version }
            throw Problem(
                .notFound,
                "`\(Printable.text(versions[0].title))` has no version \(number). It has \(Self.numbers(versions)).")
        }
    }

    /// Which part of the document is meant, for the audit.
    package var scope: String { version.map { "version \($0.number)" } ?? "all versions" }

    /// The version that is meant, or else the one that the request names the document by.
    package var named: DocumentVersion { version ?? versions.first { $0.id == id } ?? versions[0] }

    /// Whether what is meant is in the trash.
    package var isTrashed: Bool { (version ?? current).trashedAt != nil }

    private var current: DocumentVersion { versions.first(where: \.isCurrent) ?? versions[0] }
    private var title: String { "`\(Printable.text(current.title))`" }

    /// All that goes with it, as a part of a sentence.
    package var description: String {
        guard let version else {
            let shares = current.sharedWith.map { Printable.text($0) }
            return "the document \(title) with \(Self.numbers(versions)), which is shared with "
                + (shares.isEmpty ? "no school" : Self.list(shares))
        }
        let rest = versions.filter { $0.id != version.id }
        let next = version.isCurrent ? rest.first { $0.trashedAt == nil } : nil
        return "version \(version.number) of \(title) (\(Printable.text(version.name)), "
            + "\(HumanFormat.size(version.size))); the document stays"
            + (rest.isEmpty ? "" : " with \(Self.numbers(rest))")
            + (next.map { ", and version \($0.number) becomes the current one" } ?? "")
    }

    private static func numbers(_ versions: [DocumentVersion]) -> String {
        if versions.count > maxNamed { return HumanFormat.count(versions.count, "version") }
        return (versions.count == 1 ? "version " : "versions ") + list(versions.map { "\($0.number)" })
    }

    /// "a, b and c"; more than ten are counted.
    package static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        if words.count > maxNamed {
            return words.prefix(maxNamed).joined(separator: ", ") + " and \(words.count - maxNamed) more"
        }
        return words.dropLast().joined(separator: ", ") + " and \(last)"
    }
}
