internal import CLinux
internal import Glibc
internal import Synchronization

/// Turns signals into events. The first one that asks the program to end asks it to finish gracefully, the second one is
/// force; others, such as `SIGHUP`, mean what the program says they do, as often as they come.
///
/// Signals belong to the process, so one listener may exist at a time.
public final class SignalListener: Sendable {
    /// The first signal that asks the program to end; ends after it. For one reader.
    public let first: AsyncStream<Int32>
    /// The signals of `hear`; several at short intervals may be told as one. For one reader.
    public let others: AsyncStream<Int32>

    private let roles: Roles
    private let readEnd: FileDescriptor
    private let writeEnd: Mutex<FileDescriptor?>
    private let thread: SerialThread<FileDescriptor>

    /// What the signals mean.
    private final class Roles: Sendable {
        let ending: Mutex<[Int32]>
        let heard = Mutex<[Int32]>([])

        init(ending: [Int32]) { self.ending = Mutex(ending) }

        func ends(_ signal: Int32) -> Bool { ending.withLock { $0.contains(signal) } }

        func hear(_ signal: Int32) {
            ending.withLock { $0.removeAll { $0 == signal } }
            heard.withLock { $0.append(signal) }
        }

        var all: [Int32] { ending.withLock { $0 } + heard.withLock { $0 } }
    }

    /// From the return on, no signal is lost.
    ///
    /// - Parameters:
    ///   - signals: such as `SIGINT` and `SIGTERM`; those that the process was started with ignored stay ignored.
    ///   - force: called for every one of them but the first, on a thread of its own, whatever else the process is doing.
    /// - Throws: `SystemError`
    public init(
        _ signals: [Int32], force: @escaping @Sendable (Int32) -> Void = endAtOnce
    ) throws(SystemError) {
        var ends: [Int32] = [0, 0]
        try systemCall("create a pipe for signals") { compass_pipe(&ends) }
        let readEnd = FileDescriptor(owning: ends[0])
        let writeEnd = FileDescriptor(owning: ends[1])
        let (first, ending) = AsyncStream.makeStream(of: Int32.self)
        let (others, hearing) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        self.first = first
        self.others = others
        let roles = Roles(ending: signals)
        self.roles = roles
        self.readEnd = readEnd
        self.writeEnd = Mutex(writeEnd)
        thread = SerialThread(name: "signals") { descriptors in
            for descriptor in descriptors {
                var isFirst = true
                var byte: UInt8 = 0
                while (try? systemCall("read", { read(descriptor.number, &byte, 1) })) == 1 {
                    let signal = Int32(byte)
                    if !roles.ends(signal) {
                        hearing.yield(signal)
                    } else if isFirst {
                        ending.yield(signal)
                        ending.finish()
                        isFirst = false
                    } else {
                        force(signal)
                    }
                }
                ending.finish()
                hearing.finish()
            }
        }
        thread.put(readEnd)
        try systemCall("catch signals") { compass_forward_signals(signals, signals.count, writeEnd.number) }
    }

    /// From the return on, a signal is told by `others` instead of doing what it does by default or asking the program to end,
    /// unless the process was started with it ignored.
    ///
    /// - Throws: `SystemError`
    public func hear(_ signal: Int32) throws(SystemError) {
        // Held all the while, so that the descriptor is not closed meanwhile.
        let result = writeEnd.withLock { writeEnd -> Result<Void, SystemError> in
            guard let writeEnd else { return .success(()) }
            do throws(SystemError) {
                try systemCall("catch signals") { compass_forward_signals([signal], 1, writeEnd.number) }
                roles.hear(signal)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// The signals do again what they do by default.
    public func stop() {
        let all = roles.all
        _ = compass_forward_signals(all, all.count, -1)
        // Closing it ends the thread's reading.
        writeEnd.withLock { $0 = nil }
    }

    /// Ends the process with 128 and the signal's number, without anything that is usually done at an exit.
    public static let endAtOnce: @Sendable (Int32) -> Void = { ProcessExit.now(status: 128 + $0) }
}
