internal import Glibc
internal import Platform

/// A fresh folder, removed with everything in it when the last reference goes.
final class TemporaryFolder: Sendable {
    let path: Path

    init() throws {
        var template = Array("/tmp/compass-store-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("create a temporary folder") }
        path = Path(bytes: template.map(UInt8.init(bitPattern:)))
    }

    func file(_ name: String) -> Path { path.appending(Path(name)) }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ path: Path) {
        for name in (try? Files.list(path)) ?? [] {
            let entry = path.appending(name)
            if (try? FileStatus.of(entry, followingLinks: false))?.kind == .folder {
                remove(entry)
            } else {
                _ = entry.withCString { unlink($0) }
            }
        }
        _ = path.withCString { rmdir($0) }
    }
}
