internal import Glibc
internal import Platform
internal import SQL

/// The processes that work on runs, through any connection.
struct WorkerTable {
    let connection: any SQLConnection

    /// A worker's claim to be alive.
    struct Lease: Sendable {
        let number: Int64
        let end: Timestamp
        /// The run that it works on and on no other.
        let trial: String?
    }

    static let leases = "SELECT number, expires_at, trial FROM workers ORDER BY number"
    /// Whether it is gone and nothing is left of it.
    static let removing = """
        DELETE FROM workers
        WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM runs WHERE worker = ?1 AND status = 'running')
        """

    /// - Returns: a number higher than any before.
    func add(until end: Timestamp) throws -> Int64 {
        try connection.insert(
            "INSERT INTO workers (host, pid, started_at, expires_at) VALUES (?, ?, ?, ?)",
            [Self.host, Int64(getpid()), Timestamp.now().microseconds, end.microseconds], numbering: "number")
    }

    func extend(_ number: Int64, until end: Timestamp) throws {
        try connection.execute("UPDATE workers SET expires_at = ? WHERE number = ?", [end.microseconds, number])
    }

    /// Unless a run belongs to it.
    func remove(_ number: Int64) throws {
        try connection.execute(Self.removing, [number])
    }

    func leases() throws -> [Lease] {
        try connection.rows(Self.leases) {
            Lease(
                number: try $0.integer(0), end: Timestamp(microseconds: try $0.integer(1)), trial: try $0.textOrNil(2))
        }
    }

    /// Removes workers that are gone; their runs are nobody's then.
    func bury(_ workers: [Int64], at now: Timestamp) throws {
        for number in workers where number != RunOwners.nobody {
            let trial = try lease(of: number)?.trial
            try RunOwners(connection: connection).bury(number, trial: trial)
            try OutboxTable(connection: connection).free(claimedBy: number, at: now)
            try remove(number)
        }
    }

    func beginTrial(of run: String, by number: Int64) throws {
        try connection.execute("UPDATE workers SET trial = ? WHERE number = ?", [run, number])
    }

    /// - Parameter run: nil: any.
    func endTrial(of run: String?, by number: Int64) throws {
        try connection.execute(
            "UPDATE workers SET trial = NULL WHERE number = ?1 AND (?2 IS NULL OR trial = ?2)", [number, run])
    }

    func lease(of number: Int64) throws -> Lease? {
        try connection.first("SELECT expires_at, trial FROM workers WHERE number = ?", [number]) {
            Lease(number: number, end: Timestamp(microseconds: try $0.integer(0)), trial: try $0.textOrNil(1))
        }
    }

    private static let host: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()
}
