import CompassTesting
import Documents
import Glibc
import Pipelines
import Platform
import QuarantineFolder

/// A quarantine folder in a fresh folder, beside the files that go into it.
struct TestQuarantine {
    let folder: TestFolder
    let quarantine: QuarantineFolder
    /// Of the quarantine folder.
    let root: Path

    init(copyUpTo: Int64 = 1_000_000) throws {
        folder = try TestFolder()
        root = folder.path.appending("quarantine")
        quarantine = QuarantineFolder(root, copyUpTo: copyUpTo)
    }

    func open(_ name: Path, _ bytes: [UInt8]) throws -> SourceFile {
        try SourceFile(opening: folder.write(name, bytes))
    }

    /// Every file in quarantine, hidden ones included, as paths below it.
    func files() throws -> [Path] {
        guard Files.exists(root) else { return [] }
        return try Files.list(root).flatMap { id in try Files.list(root.appending(id)).map { id.appending($0) } }
    }

    /// Writes into an existing file, as `cp other file` does.
    func overwrite(_ path: Path, _ bytes: [UInt8]) throws {
        try FileDescriptor.open(path, flags: O_WRONLY | O_TRUNC).write(bytes)
    }

    static func read(_ path: Path) throws -> [UInt8] { try Files.read(path, limit: 1 << 24) }
}
