internal import Documents
internal import Platform
internal import SQL

/// What is known of objects' contents, through any connection.
struct MediaTable {
    let connection: any SQLConnection

    static let facts = """
        SELECT duration, width, height, frame_rate, video_codec, audio_codec, pages FROM media_facts
        WHERE object_key = ?
        """
    static let renditions = "SELECT kind, key, mime_type, size, width, height FROM renditions WHERE object_key = ?"

    static let page = """
        SELECT kind, key, mime_type, size, width, height FROM renditions WHERE key > ? ORDER BY key LIMIT ?
        """

    func renditions(after key: String, limit: Int) throws -> [Rendition] {
        try connection.rows(Self.page, [key, limit]) { try Rendition($0) }
    }

    func media(of objects: [String]) throws -> [String: ObjectMedia] {
        var found: [String: ObjectMedia] = [:]
        for object in objects where found[object] == nil {
            var media = ObjectMedia()
            if let facts = try connection.first(Self.facts, [object], { try MediaFacts($0) }) { media.facts = facts }
            media.renditions = try connection.rows(Self.renditions, [object]) { try Rendition($0) }
                .sorted { $0.kind.rawValue < $1.kind.rawValue }
            if media != ObjectMedia() { found[object] = media }
        }
        return found
    }
}

extension MediaFacts {
    fileprivate init(_ row: borrowing Row) throws {
        self.init(
            duration: try row.integerOrNil(0), width: try row.integerOrNil(1), height: try row.integerOrNil(2),
            frameRate: try row.realOrNil(3), videoCodec: try row.textOrNil(4), audioCodec: try row.textOrNil(5),
            pages: try row.integerOrNil(6))
    }
}

extension Rendition {
    fileprivate init(_ row: borrowing Row) throws {
        let name = try row.text(0)
        guard let kind = Kind(rawValue: name) else {
            throw TableError(
                .mismatch, operation: "read a rendition",
                message: "`\(name)` is no kind of rendition that this program knows")
        }
        self.init(
            kind: kind, key: try row.text(1), mimeType: try row.text(2), size: try row.integer(3),
            width: try row.integer(4), height: try row.integer(5))
    }
}
