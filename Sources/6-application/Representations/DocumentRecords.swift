package import Documents
package import Platform

/// A version of a document with all versions of it.
package struct DocumentHistory: JSONRepresentable, Sendable {
    package let version: DocumentVersion
    /// Newest first; `version` is one of them.
    package let versions: [DocumentVersion]

    package init(version: DocumentVersion, versions: [DocumentVersion]) {
        self.version = version
        self.versions = versions
    }

    package var record: Record {
        var record = version.record
        record["versions"] = versions.json
        return record
    }
}

/// What came of a request to make a version the current one.
package struct DocumentRestoration: JSONRepresentable, Sendable {
    /// As it is now.
    package let version: DocumentVersion
    /// Schools that may view the document again.
    package let restored: [String]
    /// Schools that could view it before it went into the trash and may not now.
    package let ended: [String]

    package init(version: DocumentVersion, restored: [String], ended: [String]) {
        self.version = version
        self.restored = restored
        self.ended = ended
    }

    package var record: Record {
        var record = version.record
        record["restored-shares"] = .list(restored.map { .string($0) })
        record["ended-shares"] = .list(ended.map { .string($0) })
        return record
    }
}

/// What came of a request to put something into the trash.
package struct DocumentTrashing: JSONRepresentable, Sendable {
    /// As it is now.
    package let version: DocumentVersion
    /// Schools that may not view the document any more.
    package let ended: [String]

    package init(version: DocumentVersion, ended: [String]) {
        self.version = version
        self.ended = ended
    }

    package var record: Record {
        var record = version.record
        record["ended-shares"] = .list(ended.map { .string($0) })
        return record
    }
}

extension DocumentStatistics: JSONRepresentable {
    package var record: Record {
        [
            "total": .integer(Int64(total)), "shared": .integer(Int64(shared)),
            "most-common-type": Value(mostCommonType?.rawValue), "storage-bytes": .integer(storageBytes),
        ]
    }
}
