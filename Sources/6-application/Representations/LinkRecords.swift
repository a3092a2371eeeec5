package import Documents
package import Platform

extension DocumentLink: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "id": .string(id), "owner": .string(owner), "documents": .list(documents.map { .string($0) }),
            "label": Value(label), "made-by": .string(madeBy), "run": Value(run),
            "created-at": .string(createdAt.description), "expires-at": .string(expiresAt.description),
            "revoked-at": Value(revokedAt?.description), "views": .integer(Int64(views)),
            "last-viewed-at": Value(lastViewedAt?.description),
        ]
    }
}

/// A link with what opens it, for whoever may give it away.
package struct IssuedLink: JSONRepresentable, Sendable {
    package let link: DocumentLink
    /// Opens it; the last part of its address.
    package let secret: String
    /// nil: nobody has said what the server's address is.
    package let address: String?
    /// The address on whatever server.
    package var path: String { LinkAddress.path + secret }

    package init(link: DocumentLink, secret: String, address: String?) {
        self.link = link
        self.secret = secret
        self.address = address
    }

    package var record: Record {
        var record = link.record
        record["secret"] = .string(secret)
        record["path"] = .string(path)
        record["url"] = Value(address)
        return record
    }
}

/// A link that somebody has opened.
package struct OpenedLink: Sendable {
    package let link: DocumentLink
    /// Its documents, in its order, with those in the trash.
    package let places: [LinkedDocument]

    package init(link: DocumentLink, places: [LinkedDocument]) {
        self.link = link
        self.places = places
    }

    /// The current versions of what it shows now, in its order.
    package var documents: [DocumentVersion] { places.compactMap(\.version) }
}
