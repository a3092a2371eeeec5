package import Documents
package import Platform

/// A version that a run has made, as it is told once the run has ended.
package struct MadeVersion: Sendable, Hashable {
    package let version: DocumentVersion
    /// The beginning of its id that names it, and not what is made at another time.
    package let shortID: String
    /// The number of an earlier version with the same bytes; nil: there is none.
    package let sameBytesAs: Int?

    /// The time of its making is so long, in the ids of versions.
    private static let timeLength = 13

    /// - Parameter distinctPrefix: the beginning of its id that no other version's id has now.
    package init(_ version: DocumentVersion, distinctPrefix: String, sameBytesAs: Int?) {
        self.version = version
        shortID = String(version.id.prefix(max(Self.timeLength, distinctPrefix.count)))
        self.sameBytesAs = sameBytesAs
    }

    /// Whether it is the first of its document.
    package var isNewDocument: Bool { version.number == 1 }

    /// "version 2 of `clip`".
    package var name: String { "version \(version.number) of `\(Printable.text(version.title))`" }

    /// In the words of a plan: "version 2 of `clip` (same bytes as version 1)".
    package var text: String {
        if let sameBytesAs { return name + " (same bytes as version \(sameBytesAs))" }
        return name + (isNewDocument ? ", a new \(version.type.label)" : ", with new bytes")
    }

    /// What is told of it beside the run, as `docs/json.md` has it.
    package var record: Record {
        [
            "new-document": .boolean(isNewDocument),
            "same-bytes-as": sameBytesAs.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}
