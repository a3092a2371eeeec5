internal import Glibc
internal import Pipelines
internal import Platform

/// The file behind a `LogChannel`.
///
/// `@unchecked Sendable`: used by the channel's thread alone.
final class NotificationLog: @unchecked Sendable {
    let path: Path
    private var recent = RecentLines()

    /// How far back a repeated notification is looked for, in bytes.
    private static let memory: Int64 = 1 << 20

    init(path: Path) {
        self.path = path
    }

    /// Appends a line for each notification that has none, and waits until they are on disk.
    func append(_ notifications: [Notification]) -> [DeliveryOutcome] {
        do throws(SystemError) {
            let file = try locked()
            defer { flock(file.number, LOCK_UN) }
            try catchUp(file)
            guard try isText(file) else {
                let reason =
                    "The notification cannot be appended to \(path): that file is no text. Name another file for the "
                    + "channel."
                return notifications.map { _ in .retry(reason: reason, after: nil) }
            }
            let start = recent.end
            Failpoint.pass("log.before-lines")
            let outcomes = notifications.map { write($0, to: file) }
            Failpoint.pass("log.lines-written")
            do throws(SystemError) {
                try file.synchronize()
            } catch {
                // The kernel may forget the lines after that, and a later fsync would not tell: they are written again.
                ftruncate(file.number, off_t(start))
                throw error
            }
            Failpoint.pass("log.lines-synced")
            return outcomes
        } catch {
            recent = RecentLines()
            return notifications.map { _ in retry(error) }
        }
    }

    private func write(_ notification: Notification, to file: FileDescriptor) -> DeliveryOutcome {
        let line = LogLine(notification)
        if recent.contains(line.head) { return .delivered(detail: "written before") }
        // The rest of somebody else's line is closed.
        let bytes = (recent.torn.isEmpty ? [] : [UInt8(ascii: "\n")]) + line.bytes
        do throws(SystemError) {
            let count = try systemCall("write", on: path.description) {
                bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            }
            // Less than everything means that the disk is full; half a line helps nobody.
            if count < bytes.count {
                try shorten(file, to: recent.end)
                throw SystemError("write", on: path.description, code: ENOSPC)
            }
            recent.add(bytes, end: recent.end + Int64(count))
            return .delivered(detail: "written")
        } catch {
            return retry(error)
        }
    }

    /// Reads what others have appended since the last time, and removes a line of ours that a crash has cut off: a
    /// notification whose line is not whole is not written.
    private func catchUp(_ file: FileDescriptor) throws(SystemError) {
        let status = try file.status()
        guard status.kind == .regular else { throw SystemError("write", on: path.description, code: EINVAL) }
        if !recent.isOf(status) { recent = RecentLines(status) }
        let start = max(recent.end, status.size - Self.memory)
        if start > recent.end { recent.skip(to: start) }
        recent.add(try file.bytes(at: start, count: Int(status.size - start)), end: status.size)
        if !recent.torn.isEmpty, LogLine.mayBegin(with: recent.torn) {
            recent.dropTorn()
            try shorten(file, to: recent.end)
        }
    }

    /// Whether lines may be added: a database, which has zeros near its beginning, would write over them.
    private func isText(_ file: FileDescriptor) throws(SystemError) -> Bool {
        try !file.bytes(at: 0, count: 32).contains(0)
    }

    private func shorten(_ file: FileDescriptor, to size: Int64) throws(SystemError) {
        try systemCall("shorten", on: path.description) { ftruncate(file.number, off_t(size)) }
    }

    /// The file that has the name now, which nobody else writes to.
    private func locked() throws(SystemError) -> FileDescriptor {
        while true {
            let file = try open()
            try systemCall("lock", on: path.description) { flock(file.number, LOCK_EX) }
            // Whoever held the lock may have put a file without some lines in its place.
            if isNamed(file) { return file }
        }
    }

    /// Whether the path leads to an open file.
    func isNamed(_ file: FileDescriptor) -> Bool {
        guard let open = try? file.status(), let named = try? FileStatus.of(path, followingLinks: false) else {
            return false
        }
        return named.isSameFile(as: open)
    }

    private func open() throws(SystemError) -> FileDescriptor {
        let flags = O_RDWR | O_APPEND | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
        let file = try FileDescriptor.open(path, flags: flags | O_CREAT, mode: 0o600)
        if try file.status().size == 0 {
            // It may be new: then its name has to be on disk before its lines count.
            try FileDescriptor.open(path.folder, flags: O_RDONLY | O_DIRECTORY).synchronize()
        }
        return file
    }

    private func retry(_ error: SystemError) -> DeliveryOutcome {
        .retry(
            reason: "The notification cannot be appended to \(path): \(error.reason) (\(error.name)). "
                + "It is tried again once that is put right.", after: nil)
    }
}
