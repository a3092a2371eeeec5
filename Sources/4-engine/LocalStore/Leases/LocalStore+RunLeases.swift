public import Pipelines
public import Platform
internal import SQLite

extension LocalStore: RunLeases {
    public var lease: Duration { .seconds(30) }

    public func renew() async throws -> [String] {
        guard worker.number != nil else { return [] }
        let (worker, end) = (worker, endOfLease)
        return try await write(durable: false) { connection in
            // Without its row it has no run to lose; it joins again with its next one.
            guard let number = worker.number else { return [] }
            try WorkerTable(connection: connection).extend(number, until: end)
            return try RunOwners(connection: connection).cancelled(of: number)
        }
    }

    public func cancellations() async throws -> [String] {
        guard let number = worker.number else { return [] }
        return try await read { try RunOwners(connection: $0).cancelled(of: number) }
    }

    public func owned() async throws -> Set<String> {
        guard let number = worker.number else { return [] }
        return try await read { Set(try RunOwners(connection: $0).runs(of: number, limit: -1)) }
    }

    public func takeOver(limit: Int) async throws -> [String] {
        let (worker, now, end) = (worker, now(), endOfLease)
        // Most of the time nothing is abandoned, and looking takes no lock.
        let isAnything = try await read { connection in
            try !Self.abandoned(worker, at: now, connection).isEmpty
        }
        guard isAnything else { return [] }
        return try await write(durable: false) { connection in
            // Somebody else may have been here in the meantime.
            let abandoned = try Self.abandoned(worker, at: now, connection)
            try Self.bury(abandoned, at: now, connection)
            let owners = RunOwners(connection: connection)
            let runs = try owners.ofNobody(limit: limit)
            if !runs.isEmpty {
                let number = try worker.join(connection, until: end)
                for run in runs { try owners.takeOver(run, by: number) }
            }
            return runs
        }
    }

    public func beginTrial(of run: String) async throws {
        let (worker, end) = (worker, endOfLease)
        try await write(durable: false) { connection in
            let number = try worker.join(connection, until: end)
            try WorkerTable(connection: connection).beginTrial(of: run, by: number)
        }
    }

    public func endTrial(of run: String?) async throws {
        guard let number = worker.number else { return }
        try await write(durable: false) { connection in
            try WorkerTable(connection: connection).endTrial(of: run, by: number)
        }
    }

    /// Removes workers that are gone; their runs are nobody's then.
    private static func bury(_ workers: [Int64], at now: Timestamp, _ connection: Connection) throws {
        let table = WorkerTable(connection: connection)
        for number in workers where number != RunOwners.nobody {
            let trial = try table.lease(of: number)?.trial
            try RunOwners(connection: connection).bury(number, trial: trial)
            try OutboxTable(connection: connection).free(claimedBy: number, at: now)
            try table.remove(number)
        }
    }

    public func takeDebt(dueBy time: Timestamp?, except runs: Set<String>) async throws -> String? {
        if try await debts() == 0 { return nil }
        let (worker, now, end) = (worker, now(), endOfLease)
        return try await write(durable: false) { connection in
            let number = try worker.join(connection, until: end)
            return try RunOwners(connection: connection).takeDebt(dueBy: time, at: now, except: runs, by: number)
        }
    }

    public func debts() async throws -> Int {
        try await read { Int(try $0.first(RunOwners.debts) { try $0.integer(0) } ?? 0) }
    }

    public func seize(_ run: String) async throws -> Bool {
        let (worker, now, end) = (worker, now(), endOfLease)
        return try await write(durable: false) { connection in
            let owners = RunOwners(connection: connection)
            // A dead process is judged by all the runs that it had.
            try Self.bury(Self.abandoned(worker, at: now, connection), at: now, connection)
            return try owners.isUnfinished(run) && owners.seize(run, by: worker.join(connection, until: end))
        }
    }

    public func release(_ runs: [String]) async throws {
        guard let number = worker.number else { return }
        try await write(durable: false) { connection in
            let owners = RunOwners(connection: connection)
            for run in runs { try owners.release(run, of: number) }
        }
    }

    public func requestCancellation(of run: String) async throws -> CancellationAnswer {
        let (worker, now) = (worker, now())
        return try await write { connection in
            let found = try connection.first("SELECT status, worker FROM runs WHERE id = ?", [run]) {
                (status: try StoredWord.read($0.text(0)) as RunStatus, worker: try $0.integer(1))
            }
            guard let found else { return .unknown }
            guard found.status == .running else { return .finished(found.status) }
            // Also of an abandoned run: who takes it over is told.
            try connection.execute("UPDATE runs SET cancel_requested = 1 WHERE id = ?", [run])
            return try Self.isAlive(found.worker, worker, at: now, connection) ? .requested : .abandoned
        }
    }

    public func unfinished() async throws -> Int {
        try await read { connection in
            Int(try connection.first(RunOwners.unfinished) { try $0.integer(0) } ?? 0)
        }
    }

    /// Gives up the place among the workers. Its unfinished runs stay, for others to take over.
    func leave() async throws {
        guard let number = worker.number else { return }
        let now = now()
        try await write(durable: false) { connection in
            try OutboxTable(connection: connection).free(claimedBy: number, at: now)
            try WorkerTable(connection: connection).remove(number)
        }
    }

    var endOfLease: Timestamp { now().advanced(by: lease) }

    /// Numbers of workers that are gone; `nobody` when it has runs.
    private static func abandoned(
        _ worker: Worker, at now: Timestamp, _ connection: Connection
    ) throws -> [Int64] {
        var numbers: [Int64] = []
        if try RunOwners(connection: connection).hasRuns(RunOwners.nobody) { numbers.append(RunOwners.nobody) }
        for lease in try WorkerTable(connection: connection).leases() where try !worker.isAlive(lease, at: now) {
            numbers.append(lease.number)
        }
        return numbers
    }

    static func isAlive(
        _ number: Int64, _ worker: Worker, at now: Timestamp, _ connection: Connection
    ) throws -> Bool {
        guard let lease = try WorkerTable(connection: connection).lease(of: number) else { return false }
        return try worker.isAlive(lease, at: now)
    }
}
