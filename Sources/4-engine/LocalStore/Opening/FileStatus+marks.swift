internal import Glibc
internal import Platform

extension FileStatus {
    /// nil when there is nothing at the path.
    static func ifExists(_ path: Path) throws(SystemError) -> FileStatus? {
        do throws(SystemError) {
            return try FileStatus.of(path)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
    }

    /// Of a file whose last change is long enough ago that a further one would have another time: kernels stamp files
    /// with a clock that ticks every few milliseconds. Blocks for at most a moment. nil when there is nothing there.
    static func settled(_ path: Path) throws(SystemError) -> FileStatus? {
        var status = try ifExists(path)
        for _ in 0..<20 {
            guard let found = status else { return nil }
            let age = Timestamp.now().microseconds - found.changed / 1_000
            if age < 0 || age > 20_000 { return found }
            usleep(5_000)
            status = try ifExists(path)
        }
        return status
    }
}
