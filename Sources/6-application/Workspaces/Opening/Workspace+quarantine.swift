internal import Pipelines
internal import Platform
package import QuarantineFolder

extension Workspace {
    /// Where files in quarantine are kept; nothing is made before there is one.
    package var quarantineFolder: QuarantineFolder {
        QuarantineFolder(
            root == "." ? Self.quarantinePath : root.appending(Self.quarantinePath),
            copyUpTo: definition.quarantine.copyUpTo)
    }

    static let quarantinePath: Path = ".compass/quarantine"

    /// Removes what processes that died have left in the quarantine folder.
    @discardableResult
    package func sweepQuarantine() async throws -> Int {
        try await quarantineFolder.removeOrphans { id in
            if let entry = try await quarantine.quarantineEntry(id) { return entry.state == .held }
            return try await journal.run(id)?.run.status == .running
        }
    }
}
