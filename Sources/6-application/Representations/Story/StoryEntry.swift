package import Accounts
package import Documents
package import Platform

/// One thing that happened to a document.
package struct StoryEntry: JSONRepresentable, Sendable {
    package enum What: Sendable {
        /// A version was made, with the runs that led to it.
        case version(DocumentVersion, runs: [StoryRun])
        /// A version, or the whole document (nil), went into the trash and lies there.
        case trashed(version: Int?)
        /// A school was given leave to view it.
        ///
        /// - Parameter hasEnded: whether the trash has ended it since.
        case shared(ShareRecord, hasEnded: Bool)
        /// A link was made that shows it.
        case linked(DocumentLink)
        /// Such a link was ended before its time.
        case linkRevoked(DocumentLink)
        /// Links to it were looked at in the hour that began then.
        case viewed(LinkViews)
        /// Somebody asked for a change.
        case changed(AuditEntry)
    }

    package let at: Timestamp
    package let what: What

    package init(at: Timestamp, _ what: What) {
        self.at = at
        self.what = what
    }

    /// In one word.
    package var word: String {
        switch what {
        case .version: "version"
        case .trashed: "trashed"
        case .shared: "shared"
        case .linked: "linked"
        case .linkRevoked: "link-revoked"
        case .viewed: "viewed"
        case .changed: "changed"
        }
    }

    /// As `docs/json.md` has it.
    package var record: Record {
        var record: Record = ["at": .string(at.description), "what": .string(word)]
        for entry in details.entries { record[entry.key] = entry.value }
        return record
    }

    private var details: Record {
        switch what {
        case .version(let version, let runs):
            [
                "id": .string(version.id), "version": .integer(Int64(version.number)),
                "current": .boolean(version.isCurrent), "name": .string(version.name), "size": .integer(version.size),
                "sha256": .string(version.sha256), "run": .string(version.run), "runs": runs.json,
            ]
        case .trashed(let version): ["version": version.map { .integer(Int64($0)) } ?? .null]
        case .shared(let share, let hasEnded):
            [
                "school": .string(share.school), "by": Value(share.by), "run": Value(share.run),
                "ended": .boolean(hasEnded),
            ]
        case .linked(let link), .linkRevoked(let link):
            [
                "link": .string(link.id), "label": Value(link.label), "made-by": .string(link.madeBy),
                "run": Value(link.run), "expires-at": .string(link.expiresAt.description),
            ]
        case .viewed(let views): ["link": .string(views.link), "views": .integer(Int64(views.views))]
        case .changed(let entry):
            [
                "actor-kind": .string(entry.by.kind.rawValue), "actor": .string(entry.by.name),
                "address": Value(entry.by.address), "action": .string(entry.action), "detail": Value(entry.detail),
                "outcome": Value(entry.outcome?.rawValue), "reason": Value(entry.reason),
            ]
        }
    }
}
