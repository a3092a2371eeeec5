internal import Documents
internal import Platform
internal import SQL

/// Who looked at links, as far as that is kept, through any connection.
struct LinkViewTable {
    let connection: any SQLConnection

    static let ofSeries = """
        SELECT links.id, link_views.hour, link_views.views FROM link_documents
        JOIN links ON links.row = link_documents.link JOIN link_views ON link_views.link = link_documents.link
        WHERE link_documents.series = ? ORDER BY link_views.hour DESC, links.row DESC LIMIT ?
        """

    /// Beyond so many a link's visitors of an hour are not told apart any more, and not counted: who makes up visitors fills no
    /// disk.
    static let maxVisitors = 10_000

    private static let hour: Int64 = 3_600_000_000

    /// - Returns: whether the visitor is counted for that hour by this call.
    func record(_ view: LinkView, ofLink link: Int64) throws -> Bool {
        let hour = view.at.microseconds / Self.hour * Self.hour
        let known = try connection.first(
            "SELECT hour FROM link_visitors WHERE link = ? AND visitor = ?", [link, view.visitor]
        ) { try $0.integer(0) }
        if let known, known >= hour { return false }
        if known == nil {
            let visitors = try connection.first("SELECT count(*) FROM link_visitors WHERE link = ?", [link]) {
                try $0.integer(0)
            }
            if visitors ?? 0 >= Self.maxVisitors { return false }
        }
        try connection.execute(
            """
            INSERT INTO link_visitors (link, visitor, hour) VALUES (?, ?, ?)
            ON CONFLICT (link, visitor) DO UPDATE SET hour = excluded.hour
            """, [link, view.visitor, hour])
        try connection.execute(
            """
            INSERT INTO link_views (link, hour, views) VALUES (?, ?, 1)
            ON CONFLICT (link, hour) DO UPDATE SET views = link_views.views + 1
            """, [link, hour])
        try connection.execute(
            "UPDATE links SET views = views + 1, viewed_at = ? WHERE row = ?", [view.at.microseconds, link])
        return true
    }

    /// Newest first.
    func views(ofSeries series: Int64, limit: Int) throws -> [LinkViews] {
        try connection.rows(Self.ofSeries, [series, limit]) {
            LinkViews(
                link: try $0.text(0), hour: Timestamp(microseconds: try $0.integer(1)),
                views: Int(try $0.integer(2)))
        }
    }

    /// The salt of the day, or of a later one that has begun.
    func salt() throws -> (day: Int64, bytes: [UInt8])? {
        try connection.first("SELECT day, salt FROM link_salts WHERE id = 1") { (try $0.integer(0), try $0.bytes(1)) }
    }

    func replaceSalt(by salt: [UInt8], ofDay day: Int64) throws {
        // By the new salt nobody of before is known again.
        try connection.execute("DELETE FROM link_visitors")
        try connection.execute(
            """
            INSERT INTO link_salts (id, day, salt) VALUES (1, ?, ?)
            ON CONFLICT (id) DO UPDATE SET day = excluded.day, salt = excluded.salt
            """, [day, salt])
    }
}
