internal import Glibc
package import LocalStore
package import Pipelines
package import Platform
package import Representations

/// The workspace's database. What can be wrong with one, and what helps, is each kind's own.
package enum DatabaseChecks {
    /// Reads the whole database. To be asked while this process has no connection to it.
    package static func findings(_ database: DatabaseDefinition) -> [Finding] {
        switch database {
        case .sqlite(let path): findings(path)
        }
    }

    private static func findings(_ path: Path) -> [Finding] {
        do throws(StoreError) {
            try DatabaseHealth.requireFile(path)
        } catch {
            let advice = error.code == .cannotOpen ? DanglingLink.advice : Self.advice
            return [.problem("database", error.message, advice: advice)]
        }
        guard let status = try? FileStatus.of(path) else {
            return [.ok("database", "\(path) does not exist yet; the first run creates it")]
        }
        if status.size == 0 {
            return [.ok("database", "\(path) is empty; the first write fills it")]
        }
        do {
            if let process = try DatabaseHealth.blocker(of: path) { return [blocked(path, process)] }
            return try findings(DatabaseHealth.examine(path), size: LocalStore.size(of: path), path: path)
        } catch let error as StoreError where error.code == .earlierSchema {
            return [
                .problem(
                    "database", error.message, advice: "the guide \"Backup, restore and moving\" tells what comes over")
            ]
        } catch {
            return [.problem("database", "\(error)", advice: advice)]
        }
    }

    private static let advice = "the guide \"When things go wrong\" explains how to restore a database from a copy"

    private static func blocked(_ path: Path, _ process: Int32) -> Finding {
        .problem(
            "database", "process \(process) keeps \(path) locked, so that nothing can be written",
            advice:
                "`ps -fp \(process)` shows what it is: end it, or have it commit; another program should read a copy",
            ["process": .integer(Int64(process))])
    }

    package static func findings(_ health: DatabaseHealth, size: Int64, path: Path) -> [Finding] {
        let figures: Record = [
            "size": .integer(size), "schema-version": .integer(Int64(health.schemaVersion)),
            "journal-mode": .string(health.journalMode),
        ]
        var findings: [Finding] = []
        if let first = health.damage.first {
            findings.append(
                .problem(
                    "database", "\(path) is damaged (\(HumanFormat.count(health.damage.count, "finding"))): \(first)",
                    advice:
                        "stop compass, keep a copy of \(path) with its -wal file, then put a backup in its place: "
                        + "the guide \"When things go wrong\" shows how", figures))
        }
        for part in health.foreignParts {
            findings.append(
                .problem(
                    "database", "\(path) has the \(Printable.short(part)), which compass has not made",
                    advice:
                        "its author should remove it: compass cannot promise anything beside it, and restores no "
                        + "backup that has it", figures))
        }
        if health.journalMode != "wal" {
            findings.append(
                .warning(
                    "database", "\(path) is in journal mode \(health.journalMode) instead of wal",
                    advice:
                        "the next write switches it back; the file system must support shared memory, which "
                        + "network file systems do not", figures))
        }
        if health.schemaVersion < health.knownVersion {
            findings.append(
                .warning(
                    "database",
                    "\(path) has schema version \(health.schemaVersion), this program knows \(health.knownVersion)",
                    advice: "nothing: the next write brings it up to date", figures))
        }
        if health.schemaVersion > health.knownVersion {
            findings.append(
                .problem(
                    "database",
                    "\(path) has schema version \(health.schemaVersion), and this program knows none after "
                        + "\(health.knownVersion): a newer version of compass has used it",
                    advice:
                        "use that version or a later one, with the service too; or stop everything and bring back a copy "
                        + "from before it was used", figures))
        }
        let beside = [path, Path(bytes: path.bytes + Array("-wal".utf8)), Path(bytes: path.bytes + Array("-shm".utf8))]
        let refusals = beside.filter(Files.exists).compactMap { RightsChecks.refusal($0, R_OK | W_OK) }
        if let finding = unwritable(refusals, in: path.folder, figures) { findings.append(finding) }
        if findings.isEmpty {
            findings.append(
                .ok(
                    "database",
                    "\(path) is sound: \(HumanFormat.size(size)), schema version \(health.schemaVersion), write-ahead log",
                    figures))
        }
        return findings
    }

    /// Its files are written together and have one owner, so that they are told of once.
    ///
    /// - Parameter refusals: why each of its files cannot be used that cannot.
    package static func unwritable(_ refusals: [SystemError], in folder: Path, _ figures: Record) -> Finding? {
        guard let first = refusals.first else { return nil }
        let rest = refusals.count - 1
        return .problem(
            "database",
            "the database cannot be written: \(first)"
                + (rest == 0 ? "" : ", and \(HumanFormat.count(rest, "file")) beside it"),
            advice: "run compass as the user that the files belong to: ls -l \(folder)", figures)
    }
}
