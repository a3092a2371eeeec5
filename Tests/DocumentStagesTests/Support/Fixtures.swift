import Documents
import Platform

/// The committed sample files, see their README.
enum Fixtures {
    static let folder = Path(#filePath).folder.folder.appending("Fixtures")

    /// Names of all sample files.
    static func names() throws -> [Path] {
        try Files.list(folder).filter { $0 != "README.md" }
    }

    static func open(_ name: Path) throws -> SourceFile {
        try SourceFile(opening: folder.appending(name))
    }
}
