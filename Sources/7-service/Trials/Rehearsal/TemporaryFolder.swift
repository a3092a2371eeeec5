internal import Glibc
internal import Platform

/// A fresh folder for its owner alone, below `$TMPDIR` or /tmp; removed with all it holds when the last reference goes.
final class TemporaryFolder: Sendable {
    /// Absolute, without symbolic links.
    let path: Path

    /// - Throws: `SystemError`
    init() throws(SystemError) {
        let parent = getenv("TMPDIR").map { Path(cString: $0) } ?? "/tmp"
        var template = parent.appending("compass-XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
        guard let made else { throw SystemError("create a folder in", on: parent.description) }
        path = try Files.resolve(Path(cString: made))
    }

    deinit {
        Self.remove(path)
    }

    /// Nobody can be told when something stays; the system cleans that folder up.
    private static func remove(_ path: Path) {
        if (try? FileStatus.of(path, followingLinks: false))?.kind == .folder {
            for name in (try? Files.list(path)) ?? [] { remove(path.appending(name)) }
            _ = path.withCString { rmdir($0) }
        } else {
            _ = path.withCString { unlink($0) }
        }
    }
}
