import Glibc
import Platform

/// A folder that goes with this value.
final class TemporaryFolder {
    let path: Path

    init() throws {
        var template = Array("/tmp/compass-pipelines-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemError("create a temporary folder") }
        path = Path(cString: made)
    }

    deinit {
        remove(path)
    }

    private func remove(_ path: Path) {
        if (try? FileStatus.of(path, followingLinks: false).kind) == .folder {
            for name in (try? Files.list(path)) ?? [] { remove(path.appending(name)) }
            _ = path.withCString { rmdir($0) }
        } else {
            _ = path.withCString { unlink($0) }
        }
    }
}
