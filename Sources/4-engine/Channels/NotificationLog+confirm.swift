internal import Glibc
internal import Pipelines
internal import Platform

extension NotificationLog {
    /// Which of the notifications have a line, which is on disk then.
    func confirm(_ notifications: [Notification]) -> [Confirmation] {
        do throws(SystemError) {
            guard let file = try existing() else { return notifications.map { _ in .deliver } }
            let heads = notifications.map { Array(LogLine($0).head) }
            let found = try search(file, for: Set(heads))
            return heads.map { found.contains($0) ? .arrived(detail: "written before") : .deliver }
        } catch {
            let reason =
                "The notification may have been written, and \(path) cannot be searched for it: \(error.reason) "
                + "(\(error.name)). It is tried again once that is put right."
            return notifications.map { _ in .later(reason: reason, after: nil) }
        }
    }

    private func existing() throws(SystemError) -> FileDescriptor? {
        do throws(SystemError) {
            return try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    private func search(
        _ file: FileDescriptor, for wanted: Set<[UInt8]>
    ) throws(SystemError) -> Set<[UInt8]> {
        // Nobody is in the middle of a line.
        try systemCall("lock", on: path.description) { flock(file.number, LOCK_SH) }
        defer { flock(file.number, LOCK_UN) }
        let size = try file.status().size
        var (found, rest, offset): (Set<[UInt8]>, [UInt8], Int64) = ([], [], 0)
        while offset < size {
            let bytes = try file.bytes(at: offset, count: Int(min(1 << 20, size - offset)))
            if bytes.isEmpty { break }
            offset += Int64(bytes.count)
            rest += bytes
            var start = rest.startIndex
            while let feed = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                if let head = LogLine.head(of: rest[start..<feed]).map(Array.init), wanted.contains(head) {
                    found.insert(head)
                }
                start = feed + 1
            }
            rest.removeSubrange(..<start)
        }
        if !found.isEmpty { try file.synchronize() }
        return found
    }
}
