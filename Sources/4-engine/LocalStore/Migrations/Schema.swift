/// The whole schema of a version as one script, for databases that are made new: to parse it takes a tenth of the time of all
/// migrations, of which each has SQLite read again what the ones before have made. It must leave exactly what they leave.
struct Schema: Sendable {
    /// The migration after which a database looks so.
    let version: Int
    let sql: String

    static let newest = Schema(
        version: 19,
        sql: [
            catalog, journal, triggers, Migration.listBlocks.sql, Migration.accounts.sql, Migration.serving.sql,
            Migration.owners.sql, Migration.media.sql, Migration.place.sql,
            Migration.formerTitles.sql, Migration.told.sql, Migration.documentsOfUploads.sql,
        ].joined(separator: "\n"))
}
