internal import Platform
internal import SQL
internal import SQLite

/// What a database's schema is made of.
struct SchemaParts {
    private struct Part {
        let type: String
        let name: String
        let sql: String

        /// "trigger `t`"
        var text: String { "\(type) `\(name)`" }

        /// Without what makes no difference: white space, and quotes around names, which renaming a table leaves.
        var tokens: String { sql.filter { !$0.isWhitespace && $0 != "\"" } }
    }

    private let parts: [Part]

    init(_ connection: Connection) throws {
        // Statistics of the planner, counters and indexes of constraints are SQLite's own.
        parts = try connection.rows(
            "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ) { Part(type: try $0.text(0), name: try $0.text(1), sql: try $0.text(2)) }
    }

    /// What acts otherwise than this program means it: triggers that no migration makes, and whatever has the name of something
    /// that it makes and is something else; such as "trigger `t`". Tables, views and indexes of somebody's own are left alone.
    /// And what the migrations make and is not there.
    ///
    /// - Parameter version: of the schema; where this program does not know it, nothing is told.
    func compared(version: Int) throws -> (foreign: [String], missing: [String]) {
        guard Migration.all.contains(where: { $0.version == version }) else { return ([], []) }
        let connection = try Connection.inMemory()
        try Migrator(migrations: Migration.all.filter { $0.version <= version }, path: "a new database")
            .run(on: connection)
        let made = try SchemaParts(connection).parts
        let known = Dictionary(made.map { ($0.name, $0) }) { first, _ in first }
        let foreign = parts.filter { part in
            guard let own = known[part.name] else { return part.type == "trigger" }
            return part.type != own.type || part.tokens != own.tokens
        }
        let names = Set(parts.map(\.name))
        return (foreign.map(\.text), made.filter { !names.contains($0.name) }.map(\.text))
    }
}
