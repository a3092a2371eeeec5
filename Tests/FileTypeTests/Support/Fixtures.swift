import Platform

/// The committed sample files, see their README.
enum Fixtures {
    static let folder: Path = {
        let tests = Path(#filePath).folder.folder.folder
        return tests.appending("DocumentStagesTests/Fixtures")
    }()

    /// All sample files.
    static func paths() throws -> [Path] {
        try Files.list(folder).filter { $0 != "README.md" }.map { folder.appending($0) }
    }

    static func bytes(_ name: Path) throws -> [UInt8] {
        try Files.read(folder.appending(name), limit: 1 << 20)
    }
}
