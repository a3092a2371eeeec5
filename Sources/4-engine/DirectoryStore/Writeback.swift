internal import Platform

/// Has the kernel write a file to the disk while it is still being copied, so that the final fsync finds little left.
struct Writeback {
    /// nil: nothing is written.
    let file: FileDescriptor?
    private var started: Int64 = 0

    /// Large enough for long transfers, small enough that the disk is never idle for long.
    private static let window: Int64 = 32 << 20

    init(file: FileDescriptor?) {
        self.file = file
    }

    /// Tells how many bytes have been written to the file.
    mutating func advance(to total: Int64) {
        if total - started < Self.window { return }
        file?.startWriteback(offset: started, count: total - started)
        started = total
    }
}
