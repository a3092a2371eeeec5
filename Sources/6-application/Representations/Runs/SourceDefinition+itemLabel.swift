package import Pipelines

extension SourceDefinition {
    /// What one item is called.
    package var itemLabel: String {
        switch self {
        case .files: "file"
        case .documents: "document"
        case .schools: "school"
        }
    }
}
