package import Accounts
internal import Documents
internal import Platform
internal import Representations

extension Workspace {
    package var accounts: any AccountStore { stores.accounts }

    /// Makes a change that somebody asks for, and keeps on record that they did: before it is made, and then what came of it.
    /// An entry without an outcome tells that the process died in between, or goes on.
    ///
    /// - Parameters:
    ///   - actor: who asks.
    ///   - action: a verb behind what it acts on: "documents.share".
    ///   - subject: what is changed; a longer id than any is cut.
    ///   - detail: what the change consists of, in short. Never a secret.
    ///   - outcome: what a change that throws nothing has come to, when that is no success.
    /// - Throws: what `change` throws, and nothing else then; the database's errors, before the change; a `Problem` when the
    ///   change was made and its outcome could not be recorded.
    package func audited<Result>(
        _ actor: Actor, _ action: String, _ subject: AuditEntry.Subject, detail: String? = nil,
        outcome: (Result) -> AuditEntry.Outcome = { _ in .succeeded }, _ change: () async throws -> Result
    ) async throws -> Result {
        try await audited(
            actor, action, [subject], detail: detail, outcome: { result, _ in outcome(result) }, change)
    }

    /// The same for a change of several things, each of which has an entry.
    ///
    /// - Parameter outcome: of each.
    package func audited<Result>(
        _ actor: Actor, _ action: String, _ subjects: [AuditEntry.Subject], detail: String? = nil,
        outcome: (Result, AuditEntry.Subject) -> AuditEntry.Outcome, _ change: () async throws -> Result
    ) async throws -> Result {
        let now = Timestamp.now()
        let entries = subjects.map { subject in
            AuditEntry(
                id: Identifier.run(at: now), at: now, by: AuditEntry.By(actor), action: action,
                subject: AuditEntry.Subject(subject.kind, AuditText.cut(subject.id)),
                detail: detail.map(AuditText.cut))
        }
        try await accounts.begin(entries)
        let result: Result
        do {
            result = try await change()
        } catch {
            let problem = Problem(error)
            // The change's own error is what has to be told; that this one was lost too, the missing outcome tells.
            try? await accounts.finish(
                audit: entries.map(\.id), outcome: AuditEntry.Outcome(problem.kind),
                reason: AuditText.cut(problem.kind == .cancelled ? "It was cancelled." : problem.message), at: .now())
            throw error
        }
        do {
            let outcomes = zip(subjects, entries).map { (outcome(result, $0), $1.id) }
            for (outcome, ended) in Dictionary(grouping: outcomes, by: \.0) {
                try await accounts.finish(audit: ended.map(\.1), outcome: outcome, reason: nil, at: .now())
            }
        } catch {
            throw Problem(.failed, "It was done, but the audit could not record it: \(error)")
        }
        return result
    }
}

/// Texts in the audit, which come from whoever asks.
enum AuditText {
    /// So that nobody fills the disk with names of what does not exist.
    private static let longest = 500

    static func cut(_ text: String) -> String {
        text.utf8.count <= longest ? text : String(text.prefix(longest / 4)) + "…"
    }
}

extension AuditEntry.Outcome {
    fileprivate init(_ kind: Problem.Kind) {
        self =
            switch kind {
            case .invalidRequest, .invalidFiles, .notFound, .refused: .refused
            case .cancelled, .failed: .failed
            }
    }
}

/// What changes are about, as the audit names it.
extension AuditEntry.Subject {
    /// - Parameter id: of the version that the document was named by.
    package static func document(_ id: String) -> Self { Self("document", id) }
    package static func school(_ id: String) -> Self { Self("school", id) }
    package static func run(_ id: String) -> Self { Self("run", id) }
    package static func batch(_ id: String) -> Self { Self("batch", id) }
    /// - Parameter id: of an entry in quarantine.
    package static func entry(_ id: String) -> Self { Self("entry", id) }
    package static func person(_ id: String) -> Self { Self("person", id) }
    package static func session(_ id: String) -> Self { Self("session", id) }
    package static func token(_ id: String) -> Self { Self("token", id) }
    package static func link(_ id: String) -> Self { Self("link", id) }
    package static func upload(_ id: String) -> Self { Self("upload", id) }
    /// - Parameter kind: of legal document.
    package static func legal(_ kind: String) -> Self { Self("legal", kind) }
    /// All of the workspace's that a rule means, rather than one thing.
    package static let workspace = Self("workspace", "workspace")
}
