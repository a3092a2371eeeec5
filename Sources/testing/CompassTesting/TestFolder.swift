internal import Glibc
public import Platform

/// A fresh folder, removed with all it holds when the last reference goes.
public final class TestFolder: Sendable {
    /// Absolute, without symbolic links.
    public let path: Path

    /// - Parameter parent: where it lies; nil: in the system's folder for temporary files.
    /// - Throws: `SystemError`
    public init(in parent: Path? = nil) throws {
        let parent = parent ?? getenv("TMPDIR").map { Path(cString: $0) } ?? "/tmp"
        var template = parent.appending("compass-test-XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
        guard let made else { throw SystemError("create a folder in", on: parent.description) }
        path = try Files.resolve(Path(cString: made))
    }

    deinit {
        Self.remove(path)
    }

    /// Where a file of that name would be.
    public func file(_ name: String) -> Path { path.appending(Path(name)) }

    /// Writes a file, with the folders above it.
    @discardableResult
    public func write(_ name: Path, _ bytes: [UInt8]) throws -> Path {
        let file = path.appending(name)
        try Files.createFolders(file.folder)
        try Files.replace(file, with: bytes)
        return file
    }

    /// Removes a file, or a folder with all it holds, as far as that is possible.
    public static func remove(_ path: Path) {
        if (try? FileStatus.of(path, followingLinks: false))?.kind == .folder {
            _ = path.withCString { chmod($0, 0o700) }
            for name in (try? Files.list(path)) ?? [] { remove(path.appending(name)) }
            _ = path.withCString { rmdir($0) }
        } else {
            _ = path.withCString { unlink($0) }
        }
    }
}
