public import Platform

/// Which database holds journal and catalog, as `database` of `compass.yaml` says.
public enum DatabaseDefinition: Sendable, Hashable {
    /// `sqlite:PATH`: a file on this machine.
    case sqlite(Path)

    /// Of a workspace that names none.
    public static let standard = DatabaseDefinition.sqlite(".compass/compass.db")

    /// The file of a database that is one on this machine; nil: the database is elsewhere.
    public var file: Path? {
        switch self {
        case .sqlite(let path): path
        }
    }

    /// With paths that start at a folder, where they are relative.
    public func located(in folder: Path) -> DatabaseDefinition {
        switch self {
        case .sqlite(let path): .sqlite(folder == "." ? path : folder.appending(path))
        }
    }
}
