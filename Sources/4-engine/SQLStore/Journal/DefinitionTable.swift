internal import Platform
internal import SQL
internal import Synchronization

/// The texts of definitions that runs and batches are pinned to, through any connection.
struct DefinitionTable {
    let connection: any SQLConnection

    /// A definition that is known already stays as it is.
    func add(_ definition: PinnedDefinitions.Definition, at now: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO definitions (hash, pipeline, source, pinned_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (hash) DO NOTHING
            """, [definition.hash, definition.pipeline, definition.source, now.microseconds])
    }

    /// The same where most are known: looking is cheaper than trying.
    func restore(_ definition: PinnedDefinitions.Definition?, at now: Timestamp) throws {
        guard let definition, try !contains(definition.hash) else { return }
        try add(definition, at: now)
    }

    func source(of hash: String) throws -> String? {
        try connection.first("SELECT source FROM definitions WHERE hash = ?", [hash]) { try $0.text(0) }
    }

    private func contains(_ hash: String) throws -> Bool {
        try connection.first("SELECT 1 FROM definitions WHERE hash = ?", [hash]) { _ in true } ?? false
    }
}

/// The definitions that this process has pinned.
final class PinnedDefinitions: Sendable {
    struct Definition: Sendable {
        let hash: String
        let pipeline: String
        let source: String
    }

    private let known = Mutex<[String: Definition]>([:])

    func add(_ definition: Definition) {
        known.withLock { $0[definition.hash] = definition }
    }

    subscript(hash: String) -> Definition? { known.withLock { $0[hash] } }
}
