internal import Accounts
internal import Diagnostics
internal import Documents
internal import Pipelines
internal import Platform
internal import Representations

extension IdentifierKind {
    /// What several of them are called.
    var plural: String {
        switch self {
        case .version: "documents"
        case .run: "runs"
        case .batch: "batches"
        case .entry: "entries of quarantine"
        case .upload: "uploads"
        case .link: "links"
        case .notification: "notifications"
        case .token: "tokens"
        case .session: "sessions"
        case .subject: "things that were changed"
        }
    }

    /// There is nothing that a text could mean.
    func absent(_ text: String) -> any Error {
        switch self {
        case .version:
            CatalogError(.notFound, "There is no document `\(Printable.text(text))`.", advice: [.listDocuments])
        case .run: Problem.noRun(text)
        case .batch: Problem.noBatch(text)
        case .entry: Problem.noEntry(text)
        case .upload: Uploads.absent(text)
        case .link: Links.absent(text)
        case .notification: Problem.noNotification(text)
        case .token: AccountError.noToken(text)
        case .session: AccountError.noSession(text)
        case .subject:
            Problem(.notFound, "There is nothing `\(Printable.short(text))` that the audit has changes of.")
        }
    }
}

extension Workspace {
    /// What an id is the id of, so that a person can tell it from others; empty where nothing more is known.
    func words(for id: String, of kind: IdentifierKind) async throws -> String {
        switch kind {
        case .version:
            return words(for: try await catalog.version(id))
        case .run:
            guard let run = try await journal.run(id)?.run else { return "" }
            return "\(run.pipeline), \(run.shownName), \(run.status.rawValue)"
        case .batch:
            return try await batches.batch(id).map { "\($0.pipeline), \($0.status.rawValue)" } ?? ""
        case .entry:
            return try await quarantine.quarantineEntry(id).map { "\($0.file), \($0.state.rawValue)" } ?? ""
        case .upload:
            return try await stores.uploads.upload(id, owner: nil).map { "\($0.name), \($0.state.rawValue)" } ?? ""
        case .link:
            return try await stores.links.link(id, owner: nil).map { $0.label ?? "of \($0.owner)" } ?? ""
        case .notification:
            return try await outbox.notification(id).map {
                "\($0.notification.subject), by \($0.notification.channel), \($0.state.rawValue)"
            } ?? ""
        case .token, .session, .subject: return ""
        }
    }

    /// The same of a version of a document.
    func words(for version: DocumentVersion) -> String {
        "\(version.title), \(version.type.label), version \(version.number), of \(version.owner)"
            + (version.trashedAt == nil ? "" : ", in the trash")
    }
}
