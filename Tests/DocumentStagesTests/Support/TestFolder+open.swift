import CompassTesting
import Documents
import Platform

extension TestFolder {
    /// Writes a file and opens it.
    func open(_ name: Path, _ bytes: [UInt8]) throws -> SourceFile {
        try SourceFile(opening: write(name, bytes))
    }
}
