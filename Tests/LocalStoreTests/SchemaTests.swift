import Platform
import SQL
import SQLite
import Testing

@testable import LocalStore

@Suite struct SchemaTests {
    /// A new database of this process's own, and what is in its schema and its tables.
    private struct Made: Equatable {
        /// By name, each as far as SQLite reads it.
        var objects: [String: String] = [:]
        var rows: [String: Int64] = [:]
        var searchConfiguration: [String] = []

        init(_ schema: Schema?) throws {
            let connection = try Connection.inMemory()
            try Migrator(migrations: Migration.all, path: Path("/x"), schema: schema).run(on: connection)
            let all = try connection.rows(
                "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
            ) { (type: try $0.text(0), name: try $0.text(1), table: try $0.text(2), sql: try $0.text(3)) }
            for object in all {
                objects[object.name] = "\(object.type) of \(object.table): \(Self.tokens(of: object.sql))"
                guard object.type == "table" else { continue }
                rows[object.name] = try connection.rows("SELECT count(*) FROM pragma_table_info(?)", [object.name]) {
                    try $0.integer(0)
                }.first
            }
            for table in rows.keys where !table.hasPrefix("search") {
                try connection.script("CREATE TEMP TABLE counted AS SELECT count(*) AS rows FROM \(table)")
                rows["rows of \(table)"] = try connection.first("SELECT rows FROM temp.counted") { try $0.integer(0) }
                try connection.script("DROP TABLE temp.counted")
            }
            searchConfiguration = try connection.rows("SELECT k || '=' || v FROM search_config ORDER BY k") {
                try $0.text(0)
            }
        }

        /// Without what makes no difference: white space, and quotes around names, which renaming a table leaves.
        private static func tokens(of sql: String) -> String {
            sql.filter { !$0.isWhitespace && $0 != "\"" }
        }
    }

    @Test("a new database: is exactly what all migrations make of an empty one")
    func same() throws {
        let (made, migrated) = (try Made(.newest), try Made(nil))
        for (name, object) in migrated.objects { #expect(made.objects[name] == object, "\(name)") }
        #expect(made == migrated)
        #expect(made.objects.count > 70)
        #expect(Schema.newest.version == Migration.all.count)
    }
}
