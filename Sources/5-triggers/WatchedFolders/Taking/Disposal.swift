internal import Diagnostics
internal import FileIntake
internal import Glibc
internal import Pipelines
internal import Platform

/// Moves or deletes a file whose run has ended, with what goes along: the reason beside it, and quarantine's reference.
struct Disposal: Sendable {
    let rules: WatchRules
    let dependencies: FolderIntake.Dependencies
    let pool: PoolShare

    /// Where a file is to go. Below a watched folder with sub-folders it keeps its place.
    ///
    /// - Throws: `FileMoveFailure`
    func target(of entry: LedgerEntry, _ text: String) async throws -> Path {
        let rules = rules
        return try await moving {
            let watched = rules.watched(holding: entry.path.folder) ?? entry.path.folder
            var folder = try rules.mover.folder(text, of: watched)
            if watched != entry.path.folder, FolderScan.isBelow(entry.path, watched) {
                folder = folder.appending(
                    Path(bytes: entry.path.folder.bytes.dropFirst(watched.bytes.count + 1)))
            }
            return try rules.mover.target(for: entry.path, in: folder)
        }
    }

    /// Does what was recorded; what was done before is no error.
    ///
    /// - Returns: whether the file has other names.
    /// - Throws: `FileMoveFailure`; what the journal throws.
    func dispose(of entry: LedgerEntry, _ run: RunRecord?) async throws -> Bool {
        let rules = rules
        let identity = SourceIdentity(
            path: entry.path, device: entry.file.device, inode: entry.file.inode, size: entry.size,
            modified: entry.modified)
        guard let target = entry.target else {
            let others = try await moving {
                if Self.isWritten(entry.path, rules) { throw FileMoveFailure.isWritten }
                return try rules.mover.delete(entry.path, expecting: identity)
            }
            Failpoint.pass("watch.moved")
            guard let others else { throw FileMoveFailure.gone }
            return others > 0
        }
        let hasOthers = try await moving {
            if Self.isWritten(entry.path, rules) { throw FileMoveFailure.isWritten }
            try rules.mover.move(entry.path, expecting: identity, to: target)
            // One that is gone already has been taken over by another program.
            let moved = try? FileStatus.of(target, followingLinks: false)
            return moved.map { $0.inode == entry.file.inode && $0.device == entry.file.device && $0.links > 1 } ?? false
        }
        Failpoint.pass("watch.moved")
        guard entry.status == .rejected || entry.status == .failed else { return hasOthers }
        let held = try await dependencies.quarantine.quarantineEntry(entry.run)
        if let held, held.state == .held, held.kept.way == .reference, held.kept.path != target {
            _ = try await dependencies.quarantine.relocate(
                held.id, to: KeptFile(.reference, path: target, note: held.kept.note))
        }
        try await tell(why: entry, run, target, quarantine: held?.id)
        return hasOthers
    }

    /// How many names the file has; 0 when it is not there.
    func links(of entry: LedgerEntry) async throws -> UInt64 {
        let rules = rules
        return try await moving {
            guard let status = try? rules.trusted.status(of: entry.path),
                status.device == entry.file.device, status.inode == entry.file.inode
            else { return 0 }
            return status.links
        }
    }

    /// Whether a writer has opened it since it was processed: what is written then would go unseen.
    private static func isWritten(_ path: Path, _ rules: WatchRules) -> Bool {
        guard let place = try? rules.trusted.locate(path), (try? place.status())?.kind == .regular,
            let file = try? place.openLocated(as: path)
        else { return false }
        return ReadLease.check(file) == .writer
    }

    /// Writes the reason beside the file.
    private func tell(why entry: LedgerEntry, _ run: RunRecord?, _ target: Path, quarantine: String?) async throws {
        let reason = ReasonFile(
            file: entry.path.name, run: entry.run, pipeline: rules.pipeline.name, status: entry.status ?? .failed,
            stage: run?.error?.stage ?? "", kind: run?.error?.kind ?? "",
            message: run?.error?.message ?? "The record of the run has been pruned.",
            at: run?.finishedAt ?? entry.takenAt, sha256: entry.sha256, quarantine: quarantine)
        let (log, rules) = (dependencies.log, rules)
        try await moving {
            do throws(SystemError) {
                try reason.write(beside: target)
            } catch {
                // Another program has moved the file on, or taken the name; the journal has the reason as well.
                guard [EEXIST, ENOENT, ENOTDIR].contains(error.code) else { throw error }
                log.warning(
                    "watch-reason", "The reason beside \(rules.relative(target)) could not be written: \(error)")
            }
        }
    }

    private func moving<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        do {
            return try await pool.run(body)
        } catch let error as FileMoveError {
            throw FileMoveFailure(error)
        } catch let error as SystemError {
            throw FileMoveFailure.later("\(error)")
        }
    }
}

/// What a failure to move means for what is done next.
enum FileMoveFailure: Error, Sendable {
    case taken
    case changed(Path)
    /// It is not where it was.
    case gone
    /// A writer has it open.
    case isWritten
    /// No waiting helps.
    case never(String)
    case later(String)

    init(_ error: FileMoveError) {
        self =
            switch error {
            case .taken: .taken
            case .changed(let path): .changed(path)
            case .displaced(let path, _): .changed(path)
            case .gone: .gone
            case .outside, .closed: .never("\(error)")
            case .system: .later("\(error)")
            }
    }
}
