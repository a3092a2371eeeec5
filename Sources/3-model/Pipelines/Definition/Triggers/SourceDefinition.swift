public import Documents
public import Platform

/// What a batch runs over: each item is a run of its own.
public enum SourceDefinition: Sendable {
    case files(FileSource)
    case documents(DocumentSource)
    case schools(SchoolSource)
}

extension SourceDefinition {
    /// Whether its items are files; otherwise runs have no contents to read.
    public var hasFiles: Bool { if case .files = self { true } else { false } }

    /// Whether its items are documents of the catalog.
    public var hasDocuments: Bool { if case .documents = self { true } else { false } }
}

/// Files of the workspace: one run a file. Symbolic links and temporary names are left out, and so are files that are not
/// whole yet; the oldest come first.
public struct FileSource: Sendable {
    /// Relative to the workspace. Its captures become inputs.
    public var glob: PathPattern
    /// Which names are taken; empty: every name.
    public var include: [NameGlob] = []
    /// Which names are left alone.
    public var exclude: [NameGlob] = []
    /// How long ago a file must have changed last, by the time that nobody can set back; nil: any time.
    public var olderThan: TimeSpan?

    public init(glob: PathPattern) {
        self.glob = glob
    }

    /// What a path captures; nil: it is not meant.
    ///
    /// - Parameter path: relative to the workspace.
    public func match(_ path: Path) -> [String: String]? {
        let name = path.name
        guard include.isEmpty || include.contains(where: { $0.matches(name) }),
            !exclude.contains(where: { $0.matches(name) })
        else { return nil }
        return glob.match(path)
    }
}

/// Versions of the catalog: one run a version, in the order in which they were made. What lies in the trash is left out.
/// The values may be computed from inputs.
public struct DocumentSource: Sendable {
    /// A list of types, any of which will do; nil: all.
    public var types: CompiledValue?
    public var owner: CompiledValue?
    /// Shared with this school, or about it.
    public var school: CompiledValue?
    /// true: shared with at least one school; false: with none; nil: both.
    public var shared: Bool?
    /// Made at least that long ago.
    public var olderThan: TimeSpan?
    /// Made at most that long ago.
    public var newerThan: TimeSpan?
    /// true: current versions; false: former ones; nil: both.
    public var current: Bool?
    /// Only versions beyond so many newest ones of their document, which are not counted in the trash; nil: all.
    public var beyond: Int?

    public init() {}
}

/// Schools with which something was shared lately: one run a school. `trigger.school`, `trigger.documents`,
/// `trigger.titles` and `trigger.count` tell which documents.
public struct SchoolSource: Sendable {
    /// How long ago, at most, something was shared with it.
    public var newerThan: TimeSpan
    /// `trigger.documents` and `trigger.titles` have at most so many entries; `trigger.count` counts all.
    public static let maxDocuments = 1_000

    public init(newerThan: TimeSpan) {
        self.newerThan = newerThan
    }
}

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
