package import Platform
package import WatchedFolders

extension IntakeStatus {
    /// With files named as runs and the log name them: below the workspace, those elsewhere by their whole path.
    ///
    /// - Parameter root: the workspace's folder, absolute.
    package func relative(to root: Path) -> IntakeStatus {
        let prefix = root == "/" ? root.bytes : root.bytes + [UInt8(ascii: "/")]
        func shown(_ path: Path) -> Path {
            path.bytes.starts(with: prefix) && !self.path.utf8.starts(with: "/".utf8)
                ? Path(bytes: path.bytes[prefix.count...]) : path
        }
        var status = self
        status.waiting = waiting.map {
            Waiting(path: shown($0.path), reason: $0.reason, detail: $0.detail, since: $0.since, size: $0.size)
        }
        status.ignored = ignored.map { Ignored(path: shown($0.path), reason: $0.reason) }
        return status
    }
}
