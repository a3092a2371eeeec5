package import Documents
package import Platform

/// A version that a run has made, as it is told once the run has ended.
package struct MadeVersion: Sendable, Hashable {
    package let number: Int
    /// The number of an earlier version with the same bytes; nil: there is none.
    package let sameBytesAs: Int?
    /// What people are shown of it; nil where only programs are told.
    package let shown: ShownVersion?

    package init(number: Int, sameBytesAs: Int?, shown: ShownVersion?) {
        self.number = number
        self.sameBytesAs = sameBytesAs
        self.shown = shown
    }

    /// Whether it is the first of its document.
    package var isNewDocument: Bool { number == 1 }

    /// In the words of a plan: "version 2 of `clip` (same bytes as version 1)"; nil where only programs are told.
    package var text: String? {
        guard let shown else { return nil }
        if let sameBytesAs { return shown.name + " (same bytes as version \(sameBytesAs))" }
        return shown.name + (isNewDocument ? ", a new \(shown.type.label)" : ", with new bytes")
    }

    /// What is told of it beside the run, as `docs/json.md` has it.
    package var record: Record {
        [
            "new-document": .boolean(isNewDocument),
            "same-bytes-as": sameBytesAs.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

/// What people are shown of a version that a run has made.
package struct ShownVersion: Sendable, Hashable {
    /// "version 2 of `clip`".
    package let name: String
    package let type: DocumentType
    /// The beginning of its id that names it, and not what is made at another time.
    package let shortID: String

    /// The time of its making is so long, in the ids of versions.
    private static let timeLength = 13

    /// - Parameter distinctPrefix: the beginning of its id that no other version's id has now.
    package init(_ version: DocumentVersion, distinctPrefix: String) {
        name = "version \(version.number) of `\(Printable.text(version.title))`"
        type = version.type
        shortID = String(version.id.prefix(max(Self.timeLength, distinctPrefix.count)))
    }
}
