internal import Diagnostics
package import Pipelines
internal import Platform
internal import QuarantineFolder
internal import Representations

/// Gives files in quarantine up. No other process releases or discards them as long as this lives: show what goes, discard
/// one by one, and sweep in the end, also when nothing was discarded.
package final class QuarantineDiscard: Sendable {
    /// Those that were asked for, in that order.
    package let entries: [QuarantineEntry]
    private let workspace: Workspace
    private let claims: QuarantineClaims

    /// - Parameter ids: of entries; one that comes twice counts once.
    /// - Throws: `Problem` for an id that is none, an entry that is not held any more, or one that another process or a run
    ///   works with; `SystemError`; the journal's errors.
    package init(_ ids: [String], in workspace: Workspace) async throws {
        self.workspace = workspace
        claims = try await QuarantineClaims(ids, in: workspace) { run, entry in
            .refused("Run \(run) works with \(entry).", advice: [.cancelRun(run)])
        }
        entries = claims.entries.map(\.entry)
    }

    /// Erases what was kept of a file; the original is never touched. It cannot be undone.
    ///
    /// - Parameter entry: one of `entries`.
    /// - Returns: the entry as it is on record now; nil: it was not held any more.
    /// - Throws: the journal's errors; `SystemError` when bytes are left, which the next sweep removes.
    package func discard(_ entry: QuarantineEntry) async throws -> QuarantineEntry? {
        // The record first: bytes that are left when this process dies are swept, the reverse would be a lie.
        guard try await workspace.quarantine.resolve(entry.id, as: .discarded, to: nil) else { return nil }
        Failpoint.pass("quarantine.resolved")
        try await workspace.quarantineFolder.discard(entry.kept)
        return try await workspace.quarantine.entry(entry.id)
    }

    /// Removes what is left in the quarantine folder: a claim on a file that is kept by reference has made an empty folder.
    ///
    /// - Throws: `SystemError`; the journal's errors.
    package func sweep() async throws {
        // Not before all is discarded.
        withExtendedLifetime(claims) {}
        try await workspace.sweepQuarantine()
    }
}
