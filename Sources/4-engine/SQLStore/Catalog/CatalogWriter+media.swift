internal import Documents
internal import Platform
internal import SQL

extension CatalogWriter {
    /// Nothing is forgotten of an object of which less is known this time.
    func set(_ facts: MediaFacts, ofObject key: String) throws {
        guard !facts.isEmpty else { return }
        try connection.execute(
            """
            INSERT INTO media_facts (
                object_key, duration, width, height, frame_rate, video_codec, audio_codec, pages)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (object_key) DO UPDATE SET
                duration = coalesce(excluded.duration, duration), width = coalesce(excluded.width, width),
                height = coalesce(excluded.height, height), frame_rate = coalesce(excluded.frame_rate, frame_rate),
                video_codec = coalesce(excluded.video_codec, video_codec),
                audio_codec = coalesce(excluded.audio_codec, audio_codec), pages = coalesce(excluded.pages, pages)
            """,
            [
                key, facts.duration, facts.width, facts.height, facts.frameRate, facts.videoCodec, facts.audioCodec,
                facts.pages,
            ])
    }

    func addRenditions(_ renditions: [Rendition], of object: String) throws {
        guard try isOfVersion(object) else {
            // It was erased while they were made.
            return try queueDeletion(of: renditions.map(\.key))
        }
        for rendition in renditions {
            let former = try connection.rows(
                "SELECT key FROM renditions WHERE object_key = ? AND kind = ? AND key <> ?",
                [object, rendition.kind.rawValue, rendition.key]
            ) { try $0.text(0) }
            try queueDeletion(of: former)
            try connection.execute(
                "DELETE FROM renditions WHERE object_key = ? AND kind = ?", [object, rendition.kind.rawValue])
            try connection.execute(
                """
                INSERT INTO renditions (object_key, kind, key, mime_type, size, width, height)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    object, rendition.kind.rawValue, rendition.key, rendition.mimeType, rendition.size, rendition.width,
                    rendition.height,
                ])
            // It is needed again, whatever was to become of an earlier object with its key.
            try connection.execute("DELETE FROM object_deletions WHERE object_key = ?", [rendition.key])
        }
    }

    func removeRenditions(_ keys: [String]) throws {
        for key in keys { try connection.execute("DELETE FROM renditions WHERE key = ?", [key]) }
    }

    /// What is known of an object goes with the last version that has it, and so does what was made of it.
    func forgetMedia(ofObject key: String) throws {
        guard try !isOfVersion(key) else { return }
        try connection.execute("DELETE FROM media_facts WHERE object_key = ?", [key])
        let renditions = try connection.rows("SELECT key FROM renditions WHERE object_key = ?", [key]) {
            try $0.text(0)
        }
        guard !renditions.isEmpty else { return }
        try queueDeletion(of: renditions)
        try connection.execute("DELETE FROM renditions WHERE object_key = ?", [key])
    }

    private func isOfVersion(_ object: String) throws -> Bool {
        try connection.first(ObjectReferenceTable.isOfVersion, [object]) { _ in true } ?? false
    }

    private func queueDeletion(of keys: [String]) throws {
        for key in keys {
            try connection.execute(
                """
                INSERT INTO object_deletions (object_key, queued_at) VALUES (?, ?)
                ON CONFLICT (object_key) DO NOTHING
                """, [key, now.microseconds])
        }
    }
}
