package import Documents
package import Pipelines
package import Platform

/// A version of a document with all versions of it, who may view it and who was told of it.
package struct DocumentHistory: JSONRepresentable, Sendable {
    package let version: DocumentVersion
    /// Newest first; `version` is one of them.
    package let versions: [DocumentVersion]
    /// The titles that it had, the last one first.
    package let formerTitles: [FormerTitle]
    /// Those that stand, in the order in which they were made.
    package let shares: [ShareRecord]
    /// What runs have announced of it, newest first.
    package let notifications: [NotificationRecord]

    package init(
        version: DocumentVersion, versions: [DocumentVersion], formerTitles: [FormerTitle] = [],
        shares: [ShareRecord] = [], notifications: [NotificationRecord] = []
    ) {
        self.version = version
        self.versions = versions
        self.formerTitles = formerTitles
        self.shares = shares
        self.notifications = notifications
    }

    package var record: Record {
        var record = version.record
        record["versions"] = versions.json
        record["former-titles"] = .list(
            formerTitles.map { ["title": .string($0.title), "until": .string($0.until.description)] })
        record["shares"] = shares.json
        record["notifications"] = notifications.json
        return record
    }
}

extension ShareRecord: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "school": .string(school), "shared-at": .string(sharedAt.description), "by": Value(by), "run": Value(run),
        ]
    }

    /// Who made it: "maria", "run 01J…"; nil: nobody wrote it down.
    ///
    /// - Parameter shown: ids of runs as they are shown; others are told whole.
    package func maker(_ shown: [String: String]) -> String? { by ?? run.map { "run \(shown[$0] ?? $0)" } }
}

/// What came of a request to make a version the current one.
package struct DocumentRestoration: JSONRepresentable, Sendable {
    /// As it is now.
    package let version: DocumentVersion
    /// Whether it was the current one already, outside of the trash.
    package let wasCurrent: Bool
    /// Schools that may view the document again.
    package let restored: [String]
    /// Schools that could view it before it went into the trash and may not now.
    package let ended: [String]

    package init(version: DocumentVersion, wasCurrent: Bool, restored: [String], ended: [String]) {
        self.version = version
        self.wasCurrent = wasCurrent
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

/// The figures of a workspace, or of what one person has in it.
package struct WorkspaceStatistics: JSONRepresentable, Sendable {
    package let documents: DocumentStatistics
    package let quarantine: QuarantineUse
    /// nil: of one person, or of a database that is elsewhere.
    package let databaseBytes: Int64?

    package init(documents: DocumentStatistics, quarantine: QuarantineUse, databaseBytes: Int64?) {
        self.documents = documents
        self.quarantine = quarantine
        self.databaseBytes = databaseBytes
    }

    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "total": .integer(Int64(documents.total)), "shared": .integer(Int64(documents.shared)),
            "most-common-type": Value(documents.mostCommonType?.rawValue),
            "storage-bytes": .integer(documents.storageBytes), "quarantine-files": .integer(Int64(quarantine.files)),
            "quarantine-bytes": .integer(quarantine.bytes), "database-bytes": databaseBytes.map(Value.integer) ?? .null,
        ]
    }
}

extension DocumentVersion: JSONRepresentable {
    /// As `docs/json.md` has it. Names are stable; a key whose value is unknown is null, never absent.
    package var record: Record {
        // Lists have 50 of them: a literal would look for each name among those before it.
        Record(
            uniqueKeys: [
                ("id", .string(id)), ("series", .string(series)), ("version", .integer(Int64(number))),
                ("current", .boolean(isCurrent)), ("owner", .string(owner)), ("type", .string(type.rawValue)),
                ("title", .string(title)), ("description", Value(description)), ("school", Value(school)),
                ("name", .string(name)), ("mime-type", .string(mimeType)), ("size", .integer(size)),
                ("sha256", .string(sha256)), ("file-url", .string(fileURL)), ("object-key", .string(objectKey)),
                ("shared-with", .list(sharedWith.map { .string($0) })), ("run", .string(run)),
                ("created-at", .string(createdAt.description)), ("updated-at", .string(updatedAt.description)),
                ("trashed-at", Value(trashedAt?.description)),
            ] as [(String, Value)])
    }
}

extension School: JSONRepresentable {
    /// As `docs/json.md` has it.
    package var record: Record { ["id": .string(id), "name": .string(name)] }
}
