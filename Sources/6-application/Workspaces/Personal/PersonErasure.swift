package import Accounts
internal import Diagnostics
package import Documents
internal import Pipelines
internal import Platform
internal import UploadFolder
package import Representations

/// Erases a person everywhere in a workspace: documents, runs, what was announced, quarantine, uploads, links, the account and
/// the audit. It cannot be undone. A process that dies in it leaves the rest to the next one that is asked for the same.
package struct PersonErasure: Sendable {
    package let person: String
    /// What goes, as far as it could be counted.
    package let holdings: PersonHoldings
    let workspace: Workspace
    /// How long is waited for the end of what goes on: of who sends a file, of a run that has begun meanwhile. Longer than the
    /// server waits for the next bytes of a client.
    let timeout: Duration
    /// How often is looked for more that has come meanwhile.
    private let rounds: Int
    var records: any PersonRecords { workspace.stores.personal }

    /// Looks at what there is, and changes nothing.
    ///
    /// - Parameters:
    ///   - timeout: how long is waited for what goes on.
    ///   - rounds: how often is looked, at most, for what has come meanwhile.
    /// - Throws: `Problem` when there is nothing of them, runs of theirs go on, or they are the only admin of several people; the
    ///   database's errors.
    package init(
        of person: String, in workspace: Workspace, by actor: Actor, timeout: Duration = .seconds(60), rounds: Int = 10
    ) async throws {
        try actor.requireAdmin(to: "erase a person")
        (self.person, self.workspace, self.timeout, self.rounds) = (person, workspace, timeout, rounds)
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
    package static func isUnfinished(in workspace: Workspace) async throws -> Bool {
        let last = try await workspace.accounts.entries(AuditQuery(subject: subject), limit: 1, after: nil).items.first
        return last.map { $0.outcome != .succeeded } ?? false
    }

    /// What the audit has in the place of the person.
    private static let subject = "erased"

    /// All that goes, as a part of a sentence.
    package var description: String { description(of: holdings) }

    /// The same of what has gone.
    package func description(of holdings: PersonHoldings) -> String {
        let parts = Self.parts(of: holdings)
        return parts.isEmpty
            ? "what an erasure that did not come to its end may have left of `\(Printable.text(person))`"
            : "everything of `\(Printable.text(person))`: \(Self.list(parts))"
    }

    /// What goes, each with how many there are: "3 documents", "5 versions (1.2 MB)".
    package var parts: [String] { Self.parts(of: holdings) }

    private static func parts(of holdings: PersonHoldings) -> [String] {
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

    /// Erases all of it, also what comes while it works.
    ///
    /// When the task is cancelled it ends between two steps.
    ///
    /// - Returns: what went.
    /// - Throws: `Problem` when runs of theirs go on or somebody sends a file for them who cannot be stopped, and nothing has
    ///   gone then, or when so much comes meanwhile that there is no end; the stores' errors. What is left then goes when it is
    ///   asked for again.
    package func perform(by actor: Actor) async throws -> ErasureReport {
        // Before anything goes. Bytes may have become whole, and a run, meanwhile.
        let holds = try await endSending()
        try await Self.requireEnd(of: person, in: workspace)
        let now = Timestamp.now()
        // Who it was is what nobody is to know.
        let entry = AuditEntry(
            id: Identifier.run(at: now), at: now, by: AuditEntry.By(actor), action: "people.forget",
            subject: AuditEntry.Subject("person", Self.subject), detail: nil)
        try await workspace.accounts.begin([entry])
        do {
            let erased = try await erase(keeping: entry, holds)
            try await workspace.accounts.finish(audit: [entry.id], outcome: .succeeded, reason: nil, at: .now())
            return erased
        } catch {
            // The reason is not the error's message, which may name the person. An entry that cannot be finished is without an
            // outcome, which counts as not done as well; what is told is why the erasure ended.
            try? await workspace.accounts.finish(
                audit: [entry.id], outcome: .failed, reason: "It did not come to its end; it is to be asked for again.",
                at: .now())
            guard let problem = error as? Problem, problem.kind == .refused else { throw error }
            throw Problem.refused(
                "\(problem.message) A part is erased by now: ask for the same again, and the rest goes.",
                advice: problem.advice)
        }
    }

    /// Others may add to what is theirs as long as it works, as may runs and admins for them. So it goes round until a round
    /// finds nothing, and looks once more behind the last step.
    private func erase(keeping entry: AuditEntry, _ holds: [String: UploadHold]) async throws -> ErasureReport {
        let known = Known(person, holds: holds)
        for _ in 0..<rounds {
            try Task.checkCancellation()
            if try await eraseRound(known) { continue }
            let left = try await eraseRest(known, keeping: entry.id)
            if try await isGone(known, besides: entry) {
                var gone = known.gone
                gone.runs = known.ownRuns.count
                (gone.acceptances, gone.audited, gone.hasAccount) = (
                    holdings.acceptances, holdings.audited, holdings.hasAccount
                )
                return ErasureReport(
                    person: person, holdings: gone, watchedFiles: known.files.sorted(), left: left)
            }
        }
        try await Self.requireEnd(of: person, in: workspace)
        throw Problem.refused(
            "More of `\(Printable.text(person))` comes all the time while it is erased. End what sends or makes it, such as a "
                + "program with a token or a webhook, a watched folder or a schedule.")
    }

    private func isGone(_ known: Known, besides entry: AuditEntry) async throws -> Bool {
        var rest = try await records.holdings(of: person)
        // Who erases themself, or has the name of the account that does, is named by the entry about it.
        if entry.by.name == person { rest.audited = 0 }
        guard rest.isEmpty else { return false }
        // What others asked for them and did not get names them as well.
        return try await records.eraseTraces(of: person, runs: known.runs, keeping: entry.id) == 0
    }

    static func requireEnd(of person: String, in workspace: Workspace) async throws {
        let unfinished = try await workspace.stores.personal.unfinishedRuns(of: person, limit: 10)
        guard let first = unfinished.first else { return }
        let several = unfinished.count > 1 ? "Runs \(unfinished.joined(separator: ", "))" : "Run \(first)"
        throw Problem.refused(
            "\(several) of `\(Printable.text(person))` \(unfinished.count > 1 ? "have" : "has") not come to an end.",
            advice: [.cancelRun(first), .resumeAbandoned])
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
