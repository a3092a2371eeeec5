package import Documents
package import Platform

extension LegalDocument: JSONRepresentable {
    /// As `docs/json.md` has it, without the text.
    package var record: Record {
        [
            "kind": .string(kind), "version": .string(version), "effective-at": .string(effectiveAt.description),
            "sha256": .string(sha256), "published-at": Value(publishedAt?.description),
            "published-by": Value(publishedBy), "bundled": .boolean(isBundled),
        ]
    }
}

/// A version in a list.
package struct LegalListing: JSONRepresentable, Sendable {
    /// Its text is empty.
    package let document: LegalDocument
    package let isInForce: Bool

    package init(document: LegalDocument, isInForce: Bool) {
        self.document = document
        self.isInForce = isInForce
    }

    package var record: Record {
        var record = document.record
        record["in-force"] = .boolean(isInForce)
        return record
    }
}

extension LegalAcceptance: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "person": .string(person), "kind": .string(kind), "version": .string(version), "sha256": .string(sha256),
            "accepted-at": .string(acceptedAt.description), "address": Value(address),
        ]
    }
}

/// Who has accepted which version of a kind.
package struct LegalStatus: Sendable {
    /// One person.
    package struct Line: JSONRepresentable, Sendable {
        package let kind: String
        /// The version in force.
        package let current: String
        package let person: String
        /// The last that the person has accepted; nil: none.
        package let standing: LegalStanding?
        package let hasAcceptedCurrent: Bool

        package init(
            kind: String, current: String, person: String, standing: LegalStanding?, hasAcceptedCurrent: Bool
        ) {
            self.kind = kind
            self.current = current
            self.person = person
            self.standing = standing
            self.hasAcceptedCurrent = hasAcceptedCurrent
        }

        package var record: Record {
            [
                "person": .string(person), "kind": .string(kind), "current-version": .string(current),
                "accepted-version": Value(standing?.version),
                "accepted-at": Value(standing?.acceptedAt.description),
                "accepted-current": .boolean(hasAcceptedCurrent),
            ]
        }
    }

    package let kind: String
    /// The version in force.
    package let version: String
    /// By version.
    package let counts: [LegalVersionCount]
    /// By id.
    package let people: [Line]

    package init(kind: String, version: String, counts: [LegalVersionCount], people: [Line]) {
        self.kind = kind
        self.version = version
        self.counts = counts
        self.people = people
    }
}
