internal import Documents
internal import Platform
internal import SQL

/// Legal documents, through any connection.
struct LegalTable {
    let connection: any SQLConnection

    private static let columns = "kind, version, effective_at, sha256, published_at, published_by"
    static let inForce = """
        SELECT \(columns), text FROM legal_documents WHERE kind = ? AND effective_at <= ?
        ORDER BY effective_at DESC, row DESC LIMIT 1
        """
    static let one = "SELECT \(columns), text FROM legal_documents WHERE kind = ? AND version = ?"
    static let ofKind = "SELECT \(columns) FROM legal_documents WHERE kind = ? ORDER BY row DESC"
    static let all = "SELECT \(columns) FROM legal_documents ORDER BY kind, row DESC"

    /// - Returns: false when the version is there already.
    func add(_ document: LegalDocument, publishedAt: Timestamp, by person: String) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO legal_documents (\(Self.columns), text) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (kind, version) DO NOTHING
            """,
            [
                document.kind, document.version, document.effectiveAt.microseconds, document.sha256,
                publishedAt.microseconds, person, document.text,
            ]) > 0
    }

    func document(kind: String, inForceAt time: Timestamp) throws -> LegalDocument? {
        try connection.first(Self.inForce, [kind, time.microseconds]) { try Self.read($0, text: $0.text(6)) }
    }

    func document(kind: String, version: String) throws -> LegalDocument? {
        try connection.first(Self.one, [kind, version]) { try Self.read($0, text: $0.text(6)) }
    }

    /// Without their texts: by kind, the last published first.
    func documents(kind: String?) throws -> [LegalDocument] {
        guard let kind else { return try connection.rows(Self.all) { try Self.read($0, text: "") } }
        return try connection.rows(Self.ofKind, [kind]) { try Self.read($0, text: "") }
    }

    private static func read(_ row: borrowing Row, text: String) throws -> LegalDocument {
        LegalDocument(
            kind: try row.text(0), version: try row.text(1),
            effectiveAt: Timestamp(microseconds: try row.integer(2)), text: text, sha256: try row.text(3),
            publishedAt: Timestamp(microseconds: try row.integer(4)), publishedBy: try row.text(5))
    }
}
