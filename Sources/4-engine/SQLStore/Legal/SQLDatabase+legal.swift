public import Documents
public import Platform
internal import SQL

/// As `LegalStore`.
extension SQLDatabase {
    public func publish(_ document: LegalDocument) async throws -> (document: LegalDocument, isNew: Bool) {
        let publishedAt = document.publishedAt ?? now()
        return try await write { connection in
            let table = LegalTable(connection: connection)
            let isNew = try table.add(document, publishedAt: publishedAt, by: document.publishedBy ?? "")
            guard let stored = try table.document(kind: document.kind, version: document.version) else {
                throw TableError(.missing, operation: "publish a legal document", message: "its row is gone")
            }
            if stored.sha256 != document.sha256 || stored.effectiveAt != document.effectiveAt {
                let (version, kind) = (document.version, document.kind)
                throw LegalError(
                    .versionTaken,
                    "Version \(version) of `\(kind)` was published on \(stored.publishedAt ?? stored.effectiveAt) with "
                        + "\(stored.sha256 == document.sha256 ? "another date" : "another text"), and what is published never "
                        + "changes. Publish this under a new version.")
            }
            return (stored, isNew)
        }
    }

    public func legalDocument(kind: String, inForceAt time: Timestamp) async throws -> LegalDocument? {
        try await read { try LegalTable(connection: $0).document(kind: kind, inForceAt: time) }
    }

    public func legalDocument(kind: String, version: String) async throws -> LegalDocument? {
        try await read { try LegalTable(connection: $0).document(kind: kind, version: version) }
    }

    public func legalDocuments(kind: String?) async throws -> [LegalDocument] {
        try await read { try LegalTable(connection: $0).documents(kind: kind) }
    }

    public func accept(_ acceptance: LegalAcceptance) async throws -> (acceptance: LegalAcceptance, isNew: Bool) {
        try await write { connection in
            let table = AcceptanceTable(connection: connection)
            let isNew = try table.add(acceptance)
            let stored = try table.acceptance(
                of: acceptance.person, kind: acceptance.kind, version: acceptance.version)
            guard let stored else {
                throw TableError(.missing, operation: "record an acceptance", message: "its row is gone")
            }
            return (stored, isNew)
        }
    }

    public func acceptances(of person: String) async throws -> [LegalAcceptance] {
        try await read { try AcceptanceTable(connection: $0).acceptances(of: person) }
    }

    public func acceptances(
        kind: String, version: String, limit: Int, after cursor: String?
    ) async throws -> Page<LegalAcceptance> {
        let limit = Self.clamp(limit)
        let scope = "acceptances\u{0}\(kind)\u{0}\(version)"
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title } ?? ""
        return try await read { connection in
            let found = try AcceptanceTable(connection: connection)
                .acceptances(kind: kind, version: version, limit: limit + 1, after: start)
            let next =
                found.count > limit ? ListCursor(row: 0, title: found[limit - 1].person).text(scope: scope) : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }

    public func acceptanceCounts(kind: String) async throws -> [LegalVersionCount] {
        try await read { try AcceptanceTable(connection: $0).counts(kind: kind) }
    }

    public func standings(kind: String, limit: Int, after cursor: String?) async throws -> Page<LegalStanding> {
        let limit = Self.clamp(limit)
        let scope = "standings\u{0}\(kind)"
        let start = try cursor.map { try ListCursor(text: $0, scope: scope).title } ?? ""
        return try await read { connection in
            let found = try AcceptanceTable(connection: connection)
                .standings(kind: kind, limit: limit + 1, after: start)
            let next =
                found.count > limit ? ListCursor(row: 0, title: found[limit - 1].person).text(scope: scope) : nil
            return Page(items: Array(found.prefix(limit)), next: next)
        }
    }
}
