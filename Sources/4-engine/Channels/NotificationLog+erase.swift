internal import Glibc
internal import Platform

extension NotificationLog {
    /// Writes the file anew without the lines of some runs, unless it has none. Whoever appends meanwhile waits, and finds the
    /// new file.
    ///
    /// - Returns: how many lines were removed.
    /// - Throws: `SystemError`; the file is as it was then.
    func erase(ofRuns runs: Set<String>) throws -> Int {
        guard !runs.isEmpty, let file = try lockedExisting() else { return 0 }
        defer { flock(file.number, LOCK_UN) }
        let status = try file.status()
        guard status.kind == .regular else { return 0 }
        var count = 0
        try forEachLine(of: file) { if Self.isOf(runs, $0) { count += 1 } }
        if count == 0 { return 0 }
        let folder = try Folder(opening: path.folder)
        let passing = Path(bytes: [UInt8(ascii: ".")] + path.name.bytes.prefix(200) + Array(".\(getpid()).part".utf8))
        // Of a process of this number that died.
        _ = try folder.remove(passing)
        let copy = try folder.open(passing, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        do {
            try systemCall("change the mode of", on: path.description) { fchmod(copy.number, status.mode & 0o777) }
            var kept: [UInt8] = []
            try forEachLine(of: file) { line in
                if Self.isOf(runs, line) { return }
                kept += line
                if kept.count >= 1 << 20 {
                    try copy.write(kept)
                    kept = []
                }
            }
            try copy.write(kept)
            try copy.synchronize()
            Failpoint.pass("forget.log-written")
            try folder.replace(path.name, by: passing)
        } catch {
            // What cannot be removed is hidden, and goes with the next try.
            _ = try? folder.remove(passing)
            throw error
        }
        try folder.synchronize()
        Failpoint.pass("forget.log-named")
        return count
    }

    /// nil: there is none.
    private func lockedExisting() throws -> FileDescriptor? {
        while true {
            let file: FileDescriptor
            do {
                file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
            } catch {
                if error.code == ENOENT { return nil }
                throw error
            }
            try systemCall("lock", on: path.description) { flock(file.number, LOCK_EX) }
            if isNamed(file) { return file }
        }
    }

    /// Calls `body` with each line, with its line feed if it has one. A line is held in memory, and not the file.
    private func forEachLine(of file: FileDescriptor, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var (rest, offset): ([UInt8], Int64) = ([], 0)
        while true {
            let bytes = try file.bytes(at: offset, count: 1 << 20)
            if bytes.isEmpty { break }
            offset += Int64(bytes.count)
            rest += bytes
            var start = rest.startIndex
            while let feed = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try body(rest[start...feed])
                start = feed + 1
            }
            rest.removeSubrange(..<start)
        }
        if !rest.isEmpty { try body(rest[...]) }
    }

    /// What is no line of ours is nobody's.
    private static func isOf(_ runs: Set<String>, _ line: ArraySlice<UInt8>) -> Bool {
        guard LogLine.head(of: line) != nil, let text = String(validating: line, as: UTF8.self),
            let run = (try? Value(json: text))?["run"]?.string
        else { return false }
        return runs.contains(run)
    }
}
