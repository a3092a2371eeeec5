public import Documents
public import Platform

extension Fact {
    /// Of a document of the catalog; known from the start in runs of `source.documents`.
    public static let catalogued: [Fact] = [
        .id, .series, .title, .version, .documentType, .mimeType, .size, .sha256, .objectKey, .fileURL, .sharedWith,
        .name, .stem, .extension, .owner, .isCurrent, .createdAt,
    ]

    public static let owner = Fact("owner", .string, "Whose document it is.")
    public static let isCurrent = Fact("current", .boolean, "Whether it is the current version of its document.")
    public static let createdAt = Fact("created-at", .string, "When the version was made, in RFC 3339.")
}

extension DocumentVersion {
    /// What a run for this version knows of it from the start: what `trigger.document` has.
    public var facts: Record {
        let file = Path(name)
        return Record(uniqueKeys: [
            (Fact.id.name, .string(id)), (Fact.series.name, .string(series)), (Fact.title.name, .string(title)),
            (Fact.version.name, .integer(Int64(number))), (Fact.documentType.name, .string(type.rawValue)),
            (Fact.mimeType.name, .string(mimeType)), (Fact.size.name, .integer(size)),
            (Fact.sha256.name, .string(sha256)), (Fact.objectKey.name, .string(objectKey)),
            (Fact.fileURL.name, .string(fileURL)), (Fact.sharedWith.name, sharedWith.value),
            (Fact.name.name, .string(name)), (Fact.stem.name, .string(file.stem.text)),
            (Fact.extension.name, .string(file.fileExtension)), (Fact.owner.name, .string(owner)),
            (Fact.isCurrent.name, .boolean(isCurrent)), (Fact.createdAt.name, .string(createdAt.description)),
        ])
    }
}
