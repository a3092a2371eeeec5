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
