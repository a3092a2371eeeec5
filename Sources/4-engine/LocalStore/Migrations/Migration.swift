internal import SQLStore

/// A step of the schema. Once released, its text never changes: databases remember its checksum.
struct Migration: Sendable {
    /// From 1, without gaps.
    let version: Int
    let name: String
    let sql: String

    var checksum: String { Checksum.text(of: sql.utf8) }

    /// All there are, oldest first.
    static let all = [catalog, journal, outbox, survival, triggers, channelTurns, endings, takenContents]
}
