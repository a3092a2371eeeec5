internal import Documents
internal import Pipelines
package import Representations

extension Workspace {
    /// How many documents there are, and what room all that is kept takes.
    ///
    /// - Parameter owner: nil: everybody's. The database is everybody's, and is not counted for one.
    /// - Throws: the database's errors; `SystemError`.
    package func statistics(owner: String?) async throws -> WorkspaceStatistics {
        WorkspaceStatistics(
            documents: try await catalog.statistics(owner: owner),
            quarantine: try await quarantine.quarantineUse(owner: owner),
            databaseBytes: owner == nil ? try Stores.size(of: definition.database.located(in: root)) : nil)
    }
}
