extension Migration {
    /// - `uploads.document`: the facts of the document that an upload is to be a version of, as JSON; NULL where its title tells.
    static let documentsOfUploads = Migration(
        version: 19, name: "documents of uploads",
        sql: """
            ALTER TABLE uploads ADD COLUMN document TEXT;
            """)
}
