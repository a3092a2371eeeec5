package import Accounts
internal import Diagnostics
package import Documents
internal import Pipelines
internal import Platform
internal import QuarantineFolder
package import Representations
internal import UploadFolder

/// Erases a person everywhere in a workspace: documents, runs, what was announced, quarantine, uploads, links, the account and
/// the audit. It cannot be undone. A process that dies in it leaves the rest to the next one that is asked for the same.
package struct PersonErasure: Sendable {
    package let person: String
    /// What goes, as far as it could be counted.
    package let holdings: PersonHoldings
    private let workspace: Workspace
    private var records: any PersonRecords { workspace.stores.personal }

    private static let page = 500

    /// Looks at what there is, and changes nothing.
    ///
    /// - Throws: `Problem` when there is nothing of them, runs of theirs go on, or they are the only admin of several people; the
    ///   database's errors.
    package init(of person: String, in workspace: Workspace, by actor: Actor) async throws {
        try actor.requireAdmin(to: "erase a person")
        (self.person, self.workspace) = (person, workspace)
        try await Self.requireEnd(of: person, in: workspace)
        if let account = try await workspace.accounts.person(person), account.role == .admin {
            var (others, admins) = (0, 0)
            var cursor: String?
            repeat {
                let page = try await workspace.accounts.people(limit: 1_000, after: cursor)
                others += page.items.count { $0.id != person }
                admins += page.items.count { $0.id != person && $0.role == .admin }
                cursor = page.next
            } while cursor != nil
            if others > 0, admins == 0 { throw AccountError.lastAdmin(person) }
        }
        holdings = try await workspace.stores.personal.holdings(of: person)
        if holdings.isEmpty, try await !Self.isUnfinished(in: workspace) {
            // Tells the nearest, where it is a slip.
            try await workspace.requireOwner(person)
            throw PersonExport.nothing(of: person)
        }
    }

    /// Whether the last erasure did not come to its end, so that something of whoever it was may be left of which nothing is on
    /// record any more.
    private static func isUnfinished(in workspace: Workspace) async throws -> Bool {
        let last = try await workspace.accounts.entries(AuditQuery(subject: subject), limit: 1, after: nil).items.first
        return last.map { $0.outcome != .succeeded } ?? false
    }

    /// What the audit has in the place of the person.
    private static let subject = "erased"

    /// All that goes, as a part of a sentence.
    package var description: String {
        parts.isEmpty
            ? "what an erasure that did not come to its end may have left of `\(Printable.text(person))`"
            : "everything of `\(Printable.text(person))`: \(Self.list(parts))"
    }

    /// What goes, each with how many there are: "3 documents", "5 versions (1.2 MB)".
    package var parts: [String] {
        let counted = [
            (holdings.documents, "document"), (holdings.versions, "version"), (holdings.runs, "run"),
            (holdings.notifications, "notification"), (holdings.uploads, "upload"), (holdings.links, "link"),
            (holdings.acceptances, "acceptance"),
        ].filter { $0.0 > 0 }.map { count, word in
            HumanFormat.count(count, word) + (word == "version" ? " (\(HumanFormat.size(holdings.bytes)))" : "")
        }
        var parts = counted
        if holdings.quarantined > 0 { parts.append("\(holdings.quarantined) of quarantine") }
        if holdings.audited > 0 { parts.append("\(holdings.audited) of the audit") }
        if holdings.hasAccount { parts.append("the account with its sessions and tokens") }
        return parts
    }

    private static func list(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and \(last)"
    }

    /// Erases all of it.
    ///
    /// - Returns: what went.
    /// - Throws: `Problem` when runs of theirs have begun meanwhile; the stores' errors. What is left then goes when it is
    ///   asked for again.
    package func perform(by actor: Actor) async throws -> ErasureReport {
        let now = Timestamp.now()
        // Who it was is what nobody is to know.
        let entry = AuditEntry(
            id: Identifier.run(at: now), at: now, by: AuditEntry.By(actor), action: "people.forget",
            subject: AuditEntry.Subject("person", Self.subject), detail: nil)
        try await workspace.accounts.begin([entry])
        do {
            let erased = try await erase(keeping: entry.id)
            try await workspace.accounts.finish(audit: [entry.id], outcome: .succeeded, reason: nil, at: .now())
            return erased
        } catch {
            // Its message may name the person.
            try? await workspace.accounts.finish(
                audit: [entry.id], outcome: .failed, reason: "It did not come to its end; it is to be asked for again.",
                at: .now())
            throw error
        }
    }

    private func erase(keeping entry: String) async throws -> ErasureReport {
        var left: [String] = []
        do {
            // First, so that they add nothing any more.
            _ = try await workspace.accounts.remove(person, at: .now())
        } catch let error as AccountError where error.kind == .noPerson {
            // They have none, or an earlier try has removed it.
        }
        Failpoint.pass("forget.account-removed")
        try await Self.requireEnd(of: person, in: workspace)
        try await eraseUploads()
        let names = try await names()
        let runs = try await ownRuns().union(records.runs(naming: names, besidesThoseOf: person))
        let all = runs.sorted()
        try await discardQuarantine(all)
        try await records.eraseNotifications(ofRuns: all)
        try await eraseLines(of: runs)
        let files = try await records.eraseWatchedFiles(of: person, runs: runs).filter { Files.exists($0) }
        _ = try await records.eraseRuns(all)
        Failpoint.pass("forget.runs-erased")
        _ = try await records.eraseLinks(of: person)
        try await eraseDocuments()
        left += try await workspace.eraseQueuedObjects()
        try await eraseUnneededObjects()
        left += try await workspace.eraseQueuedObjects()
        try await workspace.objects.removeEmptyFolders(of: objectSegment)
        try await records.eraseTraces(of: person, runs: runs, keeping: entry)
        // Of a delivery that was under way.
        try await eraseLines(of: runs)
        try await workspace.sweepQuarantine()
        let copies = try await WorkerPool(name: "copies", width: 1).run { try workspace.removeUnfinishedCopies() }
        left += copies.map { "an export has a copy of documents in \($0): it is being made, or could not be removed" }
        Failpoint.pass("forget.records-erased")
        try await Self.requireEnd(of: person, in: workspace)
        try await records.scrub()
        return ErasureReport(person: person, holdings: holdings, watchedFiles: files.map(\.text), left: left)
    }

    private static func requireEnd(of person: String, in workspace: Workspace) async throws {
        let unfinished = try await workspace.stores.personal.unfinishedRuns(of: person, limit: 10)
        guard let first = unfinished.first else { return }
        let several = unfinished.count > 1 ? "Runs \(unfinished.joined(separator: ", "))" : "Run \(first)"
        throw Problem.refused(
            "\(several) of `\(Printable.text(person))` \(unfinished.count > 1 ? "have" : "has") not come to an end.",
            advice: [.cancelRun(first), .resumeAbandoned])
    }

    /// The person, and all that stands for documents of theirs.
    private func names() async throws -> Set<String> {
        var names: Set<String> = [person]
        try await workspace.forEachDocument(of: person) { versions in
            for version in versions { names.formUnion([version.id, version.series]) }
        }
        return names
    }

    private func ownRuns() async throws -> Set<String> {
        var runs: Set<String> = []
        var last = ""
        while true {
            let page = try await records.runs(of: person, after: last, limit: Self.page)
            guard let end = page.last else { return runs }
            last = end
            runs.formUnion(page)
        }
    }

    private func eraseUploads() async throws {
        let folder = workspace.uploadFolder
        while true {
            let page = try await workspace.stores.uploads.uploads(
                UploadQuery(owner: person, state: nil), limit: Self.page, after: nil)
            if page.items.isEmpty { return }
            let ids = page.items.map(\.id)
            // The bytes first: without its record nobody knows whose they were.
            try await WorkerPool(name: "forget", width: 1).run { for id in ids { try folder.remove(id) } }
            // The audit named uploads by their files before it named them by their ids.
            try await records.eraseAudit(about: ids + page.items.map(\.name))
            try await workspace.stores.uploads.forgetUploads(ids)
        }
    }

    private func discardQuarantine(_ runs: [String]) async throws {
        for run in runs {
            var query = QuarantineQuery()
            (query.run, query.state) = (run, nil)
            for entry in try await workspace.quarantine.quarantined(query, limit: 10, after: nil).items {
                guard let claim = try workspace.quarantineFolder.claim(entry.id) else {
                    throw Problem.refused("Another process is releasing or discarding \(entry.id) just now. Try again.")
                }
                _ = try await workspace.quarantine.resolve(entry.id, as: .discarded, to: nil)
                try await workspace.quarantineFolder.discard(entry.kept)
                try await records.eraseAudit(about: [entry.id, Path(entry.file).name.text])
                withExtendedLifetime(claim) {}
            }
        }
    }

    private func eraseLines(of runs: Set<String>) async throws {
        for name in workspace.channels.names {
            guard let channel = workspace.channels[name] as? any ErasingChannel else { continue }
            _ = try await channel.erase(ofRuns: runs)
        }
    }

    private func eraseDocuments() async throws {
        try await workspace.forEachDocument(of: person) { versions in
            try await records.eraseAudit(about: versions.flatMap { [$0.id, $0.name] } + [versions[0].series])
            do {
                _ = try await workspace.catalog.deleteDocument(of: versions[0].id, expecting: nil)
            } catch let error as CatalogError where error.kind == .notFound {
                // Somebody else has deleted it.
            }
            Failpoint.pass("forget.document-erased")
        }
    }

    /// The first part of the keys of their objects; others whose names look alike may share it.
    private var objectSegment: String {
        ObjectKey(owner: person, type: .resume, timestamp: 0, name: "").segments[0]
    }

    /// What processes that died have left in the store.
    private func eraseUnneededObjects() async throws {
        guard let listing = workspace.objects as? any ObjectListing else { return }
        let (segment, references) = (objectSegment, workspace.references)
        _ = try await listing.forEachPage(of: Self.page) { objects in
            let theirs = objects.map(\.key).filter { $0.segments[0] == segment }.map(\.text)
            if !theirs.isEmpty { _ = try await references.queueUnneeded(theirs) }
        }
    }
}

extension Workspace {
    /// Who has documents, runs or uploads and no account, by their ids: nothing else names those whose erasure was cut short. At
    /// most 1,000.
    package func ownersWithoutAccount() async throws -> [String] {
        try await stores.personal.ownersWithoutAccount(limit: 1_000)
    }

    /// Calls `body` with all versions of each of somebody's documents, newest first, also of those in the trash. The document
    /// may be erased meanwhile.
    package func forEachDocument(of owner: String, _ body: ([DocumentVersion]) async throws -> Void) async throws {
        for trashed in [false, true] {
            var query = DocumentQuery()
            (query.owner, query.trashed, query.sort) = (owner, trashed, .oldest)
            var cursor: String?
            repeat {
                let page = try await catalog.documents(query, limit: 200, after: cursor)
                // A version that lies in the trash by itself comes with its document.
                for document in page.items where document.isCurrent {
                    do {
                        try await body(try await catalog.versions(ofSeriesOf: document.id))
                    } catch let error as CatalogError where error.kind == .notFound {
                        continue
                    }
                }
                cursor = page.next
            } while cursor != nil
        }
    }
}
