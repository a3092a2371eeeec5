package import Accounts
package import Platform

/// What went with a person who was erased.
package struct ErasureReport: JSONRepresentable, Sendable {
    package let person: String
    /// What has gone; acceptances and the audit as they were counted before.
    package let holdings: PersonHoldings
    /// Files that still lie in watched folders, and would be taken anew.
    package let watchedFiles: [String]
    /// A message for each object that could not be deleted.
    package let left: [String]

    package init(person: String, holdings: PersonHoldings, watchedFiles: [String], left: [String]) {
        (self.person, self.holdings, self.watchedFiles, self.left) = (person, holdings, watchedFiles, left)
    }

    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "person": .string(person), "documents": .integer(Int64(holdings.documents)),
            "versions": .integer(Int64(holdings.versions)), "bytes": .integer(holdings.bytes),
            "runs": .integer(Int64(holdings.runs)), "notifications": .integer(Int64(holdings.notifications)),
            "quarantined": .integer(Int64(holdings.quarantined)), "uploads": .integer(Int64(holdings.uploads)),
            "links": .integer(Int64(holdings.links)), "acceptances": .integer(Int64(holdings.acceptances)),
            "audited": .integer(Int64(holdings.audited)), "had-account": .boolean(holdings.hasAccount),
            "watched-files": .list(watchedFiles.map { .string($0) }), "left": .list(left.map { .string($0) }),
        ]
    }
}

/// What was written for a person who asked for all that is kept about them.
package struct ExportReport: JSONRepresentable, Sendable {
    package let person: String
    package let folder: String
    /// Those in the trash among them.
    package var documents = 0
    package var trashed = 0
    package var versions = 0
    package var bytes: Int64 = 0
    package var runs = 0
    package var notifications = 0
    package var quarantined = 0
    package var uploads = 0
    package var links = 0
    package var audited = 0
    /// A sentence for each file that is damaged or missing.
    package var problems: [String] = []

    package init(person: String, folder: String) { (self.person, self.folder) = (person, folder) }

    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "person": .string(person), "folder": .string(folder), "documents": .integer(Int64(documents)),
            "trashed": .integer(Int64(trashed)), "versions": .integer(Int64(versions)), "bytes": .integer(bytes),
            "runs": .integer(Int64(runs)),
            "notifications": .integer(Int64(notifications)), "quarantined": .integer(Int64(quarantined)),
            "uploads": .integer(Int64(uploads)), "links": .integer(Int64(links)), "audited": .integer(Int64(audited)),
            "problems": .list(problems.map { .string($0) }),
        ]
    }
}
