internal import Glibc

extension FileDescriptor {
    /// Copies the first bytes of this file to the position of another one, in the kernel. Blocks, and reads past no end.
    ///
    /// - Returns: how many there were.
    public func copy(to target: FileDescriptor, count: Int64) throws(SystemError) -> Int64 {
        var offset: off_t = 0
        while Int64(offset) < count {
            let copied = try systemCall("copy") {
                sendfile(target.number, number, &offset, Int(min(count - Int64(offset), 1 << 23)))
            }
            if copied == 0 { break }
        }
        return Int64(offset)
    }
}
