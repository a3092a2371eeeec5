internal import Accounts
internal import Digests
internal import Glibc
public import Platform
internal import SQL

/// Attempts to sign in, counted by person and by address, through any connection.
struct AttemptTable {
    let connection: any SQLConnection

    /// What attempts are counted for, as a digest: nobody reads from the database what was typed as an id.
    private struct Counted {
        let key: [UInt8]
        let limit: SignInLimit

        init(person: String) {
            key = SHA256.digest(of: Array("person\u{0}\(person)".utf8)).bytes
            limit = .person
        }

        init(address: String) {
            key = SHA256.digest(of: Array("address\u{0}".utf8) + AttemptTable.network(of: address)).bytes
            limit = .address
        }
    }

    private struct Row {
        var failures: Int
        /// Of the first of them.
        var since: Timestamp
        var last: Timestamp
    }

    static let hasForgotten = "SELECT 1 FROM sign_in_attempts WHERE last_at <= ? LIMIT 1"
    static let forgotten = "DELETE FROM sign_in_attempts WHERE last_at <= ?"

    /// - Returns: how long one has to wait; nil: the attempt was counted, and may be made.
    func begin(person: String, address: String?, at time: Timestamp) throws -> Duration? {
        let counted = [Counted(person: person)] + (address.map { [Counted(address: $0)] } ?? [])
        let rows = try counted.map { try row($0.key, at: time, limit: $0.limit) }
        let waits = zip(counted, rows).compactMap { counted, row -> Duration? in
            guard let row else { return nil }
            let end = row.last.advanced(by: counted.limit.wait(after: row.failures))
            // A clock that was set back keeps nobody out for longer than the longest wait.
            return time < end
                ? min(.microseconds(end.microseconds - time.microseconds), SignInLimit.longestWait) : nil
        }
        if let longest = waits.max() { return longest }
        for (counted, row) in zip(counted, rows) {
            var row = row ?? Row(failures: 0, since: time, last: time)
            row.failures += 1
            row.last = time
            try put(row, for: counted.key)
        }
        return nil
    }

    func succeeded(person: String, address: String?) throws {
        try connection.execute("DELETE FROM sign_in_attempts WHERE key = ?", [Counted(person: person).key])
        guard let address else { return }
        try connection.execute(
            "UPDATE sign_in_attempts SET failures = failures - 1 WHERE key = ? AND failures > 0",
            [Counted(address: address).key])
    }

    /// What still counts: attempts of the last quarter of an hour, and after too many, all until there is none for so long.
    private func row(_ key: [UInt8], at time: Timestamp, limit: SignInLimit) throws -> Row? {
        let row = try connection.first(
            "SELECT failures, since, last_at FROM sign_in_attempts WHERE key = ?", [key]
        ) { row in
            Row(
                failures: Int(try row.integer(0)), since: Timestamp(microseconds: try row.integer(1)),
                last: Timestamp(microseconds: try row.integer(2)))
        }
        guard let row else { return nil }
        let from = row.failures < limit.free ? row.since : row.last
        return time < from.advanced(by: SignInLimit.window) ? row : nil
    }

    private func put(_ row: Row, for key: [UInt8]) throws {
        try connection.execute(
            """
            INSERT INTO sign_in_attempts (key, failures, since, last_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE
            SET failures = excluded.failures, since = excluded.since, last_at = excluded.last_at
            """,
            [key, row.failures, row.since.microseconds, row.last.microseconds] as [any Bindable])
    }

    /// What one customer of a provider has of addresses: the address itself, or of IPv6 the first 64 bits, of which anybody
    /// has all the rest.
    private static func network(of address: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return Array(address.utf8) }
        // IPv4 in the form of IPv6, ::ffff:a.b.c.d (RFC 4291, 2.5.5.2).
        let isMapped = bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? Array(bytes[12...].map(String.init).joined(separator: ".").utf8) : Array(bytes[0..<8])
    }
}

/// As `SignInAttempts`.
extension SQLDatabase {
    public func beginAttempt(person: String, address: String?, at time: Timestamp) async throws -> Duration? {
        try await write(durable: false) {
            try AttemptTable(connection: $0).begin(person: person, address: address, at: time)
        }
    }

    public func attemptSucceeded(person: String, address: String?) async throws {
        try await write(durable: false) {
            try AttemptTable(connection: $0).succeeded(person: person, address: address)
        }
    }
}
