internal import Documents
internal import Platform
internal import SQL

/// Who has accepted which legal document, through any connection.
struct AcceptanceTable {
    let connection: any SQLConnection

    private static let columns = "person, kind, version, sha256, accepted_at, address"
    static let ofVersion = """
        SELECT \(columns) FROM legal_acceptances WHERE kind = ? AND version = ? AND person > ? ORDER BY person LIMIT ?
        """
    static let ofPerson = "SELECT \(columns) FROM legal_acceptances WHERE person = ? ORDER BY row DESC"
    static let counts = """
        SELECT version, count(*) FROM legal_acceptances WHERE kind = ? GROUP BY version ORDER BY version
        """
    static let standings = """
        SELECT person, version, accepted_at FROM legal_acceptances
        WHERE kind = ?1 AND person > ?2 AND row = (
            SELECT max(row) FROM legal_acceptances AS own WHERE own.kind = ?1 AND own.person = legal_acceptances.person)
        ORDER BY person LIMIT ?3
        """

    /// - Returns: false when the person has accepted the version before.
    func add(_ acceptance: LegalAcceptance) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO legal_acceptances (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (kind, person, version) DO NOTHING
            """,
            [
                acceptance.person, acceptance.kind, acceptance.version, acceptance.sha256,
                acceptance.acceptedAt.microseconds, acceptance.address,
            ] as [any Bindable]) > 0
    }

    func acceptance(of person: String, kind: String, version: String) throws -> LegalAcceptance? {
        try connection.first(
            "SELECT \(Self.columns) FROM legal_acceptances WHERE kind = ? AND person = ? AND version = ?",
            [kind, person, version]
        ) { try Self.read($0) }
    }

    func acceptances(of person: String) throws -> [LegalAcceptance] {
        try connection.rows(Self.ofPerson, [person]) { try Self.read($0) }
    }

    /// By person.
    func acceptances(
        kind: String, version: String, limit: Int, after person: String
    ) throws -> [LegalAcceptance] {
        try connection.rows(Self.ofVersion, [kind, version, person, limit]) { try Self.read($0) }
    }

    func counts(kind: String) throws -> [LegalVersionCount] {
        try connection.rows(Self.counts, [kind]) {
            LegalVersionCount(version: try $0.text(0), people: Int(try $0.integer(1)))
        }
    }

    /// By person.
    func standings(kind: String, limit: Int, after person: String) throws -> [LegalStanding] {
        try connection.rows(Self.standings, [kind, person, limit]) {
            LegalStanding(
                person: try $0.text(0), version: try $0.text(1),
                acceptedAt: Timestamp(microseconds: try $0.integer(2)))
        }
    }

    private static func read(_ row: borrowing Row) throws -> LegalAcceptance {
        LegalAcceptance(
            person: try row.text(0), kind: try row.text(1), version: try row.text(2), sha256: try row.text(3),
            acceptedAt: Timestamp(microseconds: try row.integer(4)), address: try row.textOrNil(5))
    }
}
