internal import Platform
internal import Synchronization

/// Writes an object's bytes to its file: past the page cache and on a thread of its own where the object is large and the
/// file system grants it, and else through the page cache on the thread that calls.
///
/// Direct writes cost a fifth of the processor time, since nothing is copied and no page has to be found, and the disk is busy
/// from the first byte on. Whether they are granted shows with the first block, which the caller's thread writes.
final class ObjectOutput {
    private enum Way {
        case notBegun
        case buffered(Writeback)
        case direct(DirectThread)
    }

    private let file: FileDescriptor
    private let buffers: Buffers
    private let size: Int64?
    private var way = Way.notBegun
    private var total: Int64 = 0

    /// - Parameters:
    ///   - file: empty.
    ///   - buffers: where those that were written go back to.
    ///   - size: that the file will have if it is to be written directly; nil: it is not.
    init(_ file: FileDescriptor, from buffers: Buffers, directSize size: Int64?) {
        self.file = file
        self.buffers = buffers
        self.size = size
    }

    /// How many bytes have been written.
    var written: Int64 {
        if case .direct(let thread) = way { return thread.written }
        return total
    }

    /// Writes a buffer or sees to it, and lets go of it.
    ///
    /// - Parameter buffer: full, unless it is the last one.
    /// - Throws: `SystemError`, also of a buffer before.
    func write(_ buffer: Buffer) throws(SystemError) {
        if case .direct(let thread) = way { return try thread.put(buffer) }
        defer { buffers.put(back: buffer) }
        if case .notBegun = way, let size, try isGranted(size) {
            if try file.writeDirectly(buffer.filled) {
                way = .direct(DirectThread(file, buffers, written: Int64(buffer.count)))
                return
            }
        } else {
            try file.write(buffer.filled)
        }
        total += Int64(buffer.count)
        var writeback = Writeback(file: file)
        if case .buffered(let begun) = way { writeback = begun }
        writeback.advance(to: total)
        way = .buffered(writeback)
    }

    /// To be called when all buffers are free.
    ///
    /// - Throws: `SystemError` of any buffer.
    func finish() throws(SystemError) {
        if case .direct(let thread) = way { try thread.check() }
    }

    private func isGranted(_ size: Int64) throws(SystemError) -> Bool {
        do {
            try file.setDirect(true)
        } catch {
            if error.isUnsupported { return false }
            throw error
        }
        do {
            // Otherwise each write would change the file's size, and the file system would take its blocks one by one.
            try file.preallocate(size)
        } catch {
            guard error.isUnsupported else { throw error }
        }
        return true
    }
}

/// Writes buffers past the page cache, one after the other, while the next ones are read.
private final class DirectThread: Sendable {
    private final class State: Sendable {
        let written: Atomic<Int64>
        let failure = Mutex<SystemError?>(nil)

        init(written: Int64) {
            self.written = Atomic(written)
        }
    }

    private let state: State
    private let thread: SerialThread<Buffer>

    init(_ file: FileDescriptor, _ buffers: Buffers, written: Int64) {
        let state = State(written: written)
        self.state = state
        // Touched by this thread alone, which SerialThread cannot say.
        let isDirect = Mutex(true)
        thread = SerialThread(name: "write") { filled in
            for buffer in filled {
                defer { buffers.put(back: buffer) }
                // Behind bytes that are missing nothing is written.
                if state.failure.withLock({ $0 != nil }) { continue }
                do throws(SystemError) {
                    try isDirect.withLock { isDirect throws(SystemError) in
                        if isDirect {
                            isDirect = try file.writeDirectly(buffer.filled)
                        } else {
                            try file.write(buffer.filled)
                        }
                    }
                    state.written.add(Int64(buffer.count), ordering: .relaxed)
                } catch {
                    state.failure.withLock { $0 = error }
                }
            }
        }
    }

    var written: Int64 { state.written.load(ordering: .relaxed) }

    /// - Throws: what a buffer before has failed with; this one is let go of then, too.
    func put(_ buffer: Buffer) throws(SystemError) {
        thread.put(buffer)
        try check()
    }

    func check() throws(SystemError) {
        if let failure = state.failure.withLock({ $0 }) { throw failure }
    }
}

/// Has the kernel write a file to the disk while it is still being copied, so that the final fsync finds little left.
private struct Writeback {
    let file: FileDescriptor
    private var started: Int64 = 0

    /// Large enough for long transfers, small enough that the disk is never idle for long.
    private static let window: Int64 = 32 << 20

    init(file: FileDescriptor) {
        self.file = file
    }

    /// Tells how many bytes have been written to the file.
    mutating func advance(to total: Int64) {
        if total - started < Self.window { return }
        file.startWriteback(offset: started, count: total - started)
        started = total
    }
}
