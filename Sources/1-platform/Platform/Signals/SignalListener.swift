internal import CLinux
internal import Glibc
internal import Synchronization

/// Turns the signals that ask a program to end into events: the first one asks to finish gracefully, the second one is
/// force.
///
/// Signals belong to the process, so one listener may exist at a time.
public final class SignalListener: Sendable {
    /// The first signal; ends after it. For one reader.
    public let first: AsyncStream<Int32>

    private let signals: [Int32]
    private let readEnd: FileDescriptor
    private let writeEnd: Mutex<FileDescriptor?>
    private let thread: SerialThread<FileDescriptor>

    /// From the return on, no signal is lost.
    ///
    /// - Parameters:
    ///   - signals: such as `SIGINT` and `SIGTERM`; those that the process was started with ignored stay ignored.
    ///   - force: called for every signal but the first, on a thread of its own, whatever else the process is doing.
    /// - Throws: `SystemError`
    public init(
        _ signals: [Int32], force: @escaping @Sendable (Int32) -> Void = endAtOnce
    ) throws(SystemError) {
        var ends: [Int32] = [0, 0]
        try systemCall("create a pipe for signals") { compass_pipe(&ends) }
        let readEnd = FileDescriptor(owning: ends[0])
        let writeEnd = FileDescriptor(owning: ends[1])
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        first = stream
        self.signals = signals
        self.readEnd = readEnd
        self.writeEnd = Mutex(writeEnd)
        thread = SerialThread(name: "signals") { descriptors in
            for descriptor in descriptors {
                var isFirst = true
                var byte: UInt8 = 0
                while (try? systemCall("read", { read(descriptor.number, &byte, 1) })) == 1 {
                    if isFirst {
                        continuation.yield(Int32(byte))
                        continuation.finish()
                        isFirst = false
                    } else {
                        force(Int32(byte))
                    }
                }
                continuation.finish()
            }
        }
        thread.put(readEnd)
        try systemCall("catch signals") { compass_forward_signals(signals, signals.count, writeEnd.number) }
    }

    /// The signals do again what they do by default.
    public func stop() {
        _ = compass_forward_signals(signals, signals.count, -1)
        // Closing it ends the thread's reading.
        writeEnd.withLock { $0 = nil }
    }

    /// Ends the process with 128 and the signal's number, without anything that is usually done at an exit.
    public static let endAtOnce: @Sendable (Int32) -> Void = { _exit(128 + $0) }
}
