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

/// Which notifications the end of the log has.
struct RecentLines {
    private var heads: Set<ArraySlice<UInt8>> = []
    private var rest: [UInt8] = []
    private var identity: (device: UInt64, inode: UInt64)?
    /// Up to where the file has been read.
    private(set) var end: Int64 = 0

    /// More ids than a mebibyte of lines holds; a long-lived process forgets and reads again from there.
    private static let limit = 10_000

    init() {}

    /// Of a file of which nothing has been read.
    init(_ status: FileStatus) {
        identity = (status.device, status.inode)
    }

    /// Whether this is about that file, and it has only grown.
    func isOf(_ status: FileStatus) -> Bool {
        guard let identity, heads.count < Self.limit else { return false }
        return identity == (status.device, status.inode) && status.size >= end
    }

    func contains(_ head: ArraySlice<UInt8>) -> Bool { heads.contains(head) }

    /// The last line, when it is cut off.
    var torn: ArraySlice<UInt8> { rest[...] }

    /// Takes note that the torn line has been removed from the file.
    mutating func dropTorn() {
        end -= Int64(rest.count)
        rest = []
    }

    /// Leaves a part of the file out. What follows may begin within a line, whose rest looks like no line of ours.
    mutating func skip(to offset: Int64) {
        rest = []
        end = offset
    }

    /// Takes the bytes that the file has before `end`.
    mutating func add(_ bytes: [UInt8], end: Int64) {
        let all = rest + bytes
        var start = all.startIndex
        while let feed = all[start...].firstIndex(of: UInt8(ascii: "\n")) {
            // A copy: a slice would keep all bytes alive.
            if let head = LogLine.head(of: all[start..<feed]) { heads.insert(ArraySlice(Array(head))) }
            start = feed + 1
        }
        rest = Array(all[start...])
        self.end = end
    }
}
