import Glibc
import Platform
import Testing

/// A folder that goes with this object, with the files in it.
final class TemporaryFolder: Sendable {
    let path: Path

    init() throws {
        var template = Array("/tmp/compass-filetype-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = Path(bytes: template.map(UInt8.init(bitPattern:)))
    }

    deinit {
        do {
            for name in try Files.list(path) {
                path.appending(name).withCString { _ = unlink($0) }
            }
        } catch {
            Issue.record(error)
        }
        path.withCString { _ = rmdir($0) }
    }

    /// Writes a file and returns its path.
    func write(_ name: String, _ bytes: [UInt8]) throws -> Path {
        let file = path.appending(Path(name))
        try FileDescriptor.open(file, flags: O_WRONLY | O_CREAT | O_TRUNC).write(bytes)
        return file
    }
}
