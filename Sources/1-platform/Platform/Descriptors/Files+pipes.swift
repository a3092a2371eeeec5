internal import Glibc

extension Files {
    /// How long a wait lasts before it is looked whether the task is cancelled, in milliseconds.
    private static let patience: Int32 = 100

    /// Reads a file of at most `limit` bytes that a person has named in a command of theirs. If it is a pipe, waits until
    /// somebody writes to it, and to its end, or until the task is cancelled. Whatever else it is, is read as `read` does. Blocks.
    ///
    /// Not for what others may have put at a path: they could keep the thread.
    ///
    /// - Throws: as `read`; `CancellationError`.
    public static func readNamed(_ path: Path, limit: Int) throws -> [UInt8] {
        let (file, status) = try open(path, limit: limit)
        do throws(SystemError) {
            if status.kind != .fifo { return try file.readToEnd(limit: limit) }
            if let bytes = try readPipe(file, limit: limit) { return bytes }
        } catch {
            throw SystemError("read", on: path.description, code: error.code)
        }
        throw CancellationError()
    }

    /// - Parameter pipe: opened without waiting. The kernel tells its end only after a writer has come since.
    /// - Returns: nil: the task is cancelled.
    private static func readPipe(_ pipe: FileDescriptor, limit: Int) throws(SystemError) -> [UInt8]? {
        var result: [UInt8] = []
        while !Task.isCancelled {
            var polled = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
            if try systemCall("wait", { poll(&polled, 1, patience) }) == 0 { continue }
            do throws(SystemError) {
                let bytes = try pipe.readSome(limit: 65_536)
                if bytes.isEmpty { return result }
                result += bytes
            } catch {
                // Another process that reads from it was faster.
                if error.code != EAGAIN { throw error }
            }
            if result.count > limit { throw SystemError("read", code: EFBIG) }
        }
        return nil
    }
}
