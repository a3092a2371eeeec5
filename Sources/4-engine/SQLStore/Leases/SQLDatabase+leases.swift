public import Pipelines
public import Platform
internal import SQL

/// As `RunLeases`.
extension SQLDatabase {
    public var lease: Duration { Worker.lease }

    public func renew() async throws -> [String] {
        let worker = process.worker
        guard worker.number != nil else { return [] }
        return try await write(durable: false) { connection in
            // Without its row it has no run to lose; it joins again with its next one.
            guard let number = worker.number else { return [] }
            try worker.renew(number, connection)
            return try RunOwners(connection: connection).cancelled(of: number)
        }
    }

    public func cancellations() async throws -> [String] {
        guard let number = process.worker.number else { return [] }
        return try await read { try RunOwners(connection: $0).cancelled(of: number) }
    }

    public func owned() async throws -> Set<String> {
        guard let number = process.worker.number else { return [] }
        return try await read { Set(try RunOwners(connection: $0).runs(of: number, limit: .max)) }
    }

    public func takeOver(limit: Int) async throws -> [String] {
        let (worker, now) = (process.worker, now())
        // Most of the time nothing is abandoned, and looking takes no lock.
        guard try await read({ try !worker.abandoned($0).isEmpty }) else { return [] }
        return try await write(durable: false) { connection in
            // Somebody else may have been here in the meantime.
            try WorkerTable(connection: connection).bury(worker.abandoned(connection), at: now)
            let owners = RunOwners(connection: connection)
            let runs = try owners.ofNobody(limit: limit)
            if !runs.isEmpty {
                let number = try worker.join(connection)
                for run in runs { try owners.takeOver(run, by: number) }
            }
            return runs
        }
    }

    public func beginTrial(of run: String) async throws {
        let worker = process.worker
        try await write(durable: false) { connection in
            try WorkerTable(connection: connection).beginTrial(of: run, by: worker.join(connection))
        }
    }

    public func endTrial(of run: String?) async throws {
        guard let number = process.worker.number else { return }
        try await write(durable: false) { connection in
            try WorkerTable(connection: connection).endTrial(of: run, by: number)
        }
    }

    public func takeDebt(dueBy time: Timestamp?, except runs: Set<String>) async throws -> String? {
        if try await debts() == 0 { return nil }
        let (worker, now) = (process.worker, now())
        return try await write(durable: false) { connection in
            let number = try worker.join(connection)
            return try RunOwners(connection: connection).takeDebt(dueBy: time, at: now, except: runs, by: number)
        }
    }

    public func debts() async throws -> Int {
        try await read { Int(try $0.first(RunOwners.debts) { try $0.integer(0) } ?? 0) }
    }

    public func seize(_ run: String) async throws -> Bool {
        let (worker, now) = (process.worker, now())
        return try await write(durable: false) { connection in
            let owners = RunOwners(connection: connection)
            // A dead process is judged by all the runs that it had.
            try WorkerTable(connection: connection).bury(worker.abandoned(connection), at: now)
            return try owners.isUnfinished(run) && owners.seize(run, by: worker.join(connection))
        }
    }

    public func release(_ runs: [String]) async throws {
        guard let number = process.worker.number else { return }
        try await write(durable: false) { connection in
            let owners = RunOwners(connection: connection)
            for run in runs { try owners.release(run, of: number) }
        }
    }

    public func requestCancellation(of run: String) async throws -> CancellationAnswer {
        let worker = process.worker
        return try await write { connection in
            let found = try connection.first("SELECT status, worker FROM runs WHERE id = ?", [run]) {
                (status: try StoredWord.read($0.text(0)) as RunStatus, worker: try $0.integer(1))
            }
            guard let found else { return .unknown }
            guard found.status == .running else { return .finished(found.status) }
            // Also of an abandoned run: who takes it over is told.
            try connection.execute("UPDATE runs SET cancel_requested = 1 WHERE id = ?", [run])
            let lease = try WorkerTable(connection: connection).lease(of: found.worker)
            return try lease.map(worker.isAlive) ?? false ? .requested : .abandoned
        }
    }

    public func unfinished() async throws -> Int {
        try await read { connection in
            Int(try connection.first(RunOwners.unfinished) { try $0.integer(0) } ?? 0)
        }
    }

    /// Gives up the place among the workers, before `StoreProcess.end`. Its unfinished runs stay, for others to take over.
    package func leave() async throws {
        guard let number = process.worker.number else { return }
        let now = now()
        try await write(durable: false) { connection in
            try OutboxTable(connection: connection).free(claimedBy: number, at: now)
            try WorkerTable(connection: connection).remove(number)
        }
    }
}
