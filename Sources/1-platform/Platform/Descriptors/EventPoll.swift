internal import CLinux
internal import Glibc

/// Tells one thread what happens to many descriptors, epoll(7).
///
/// Descriptors may be added and removed from any thread, also while another one waits. A descriptor that is closed while no
/// copy of it exists is removed by that.
public final class EventPoll: Sendable {
    /// What is told of a descriptor, beside errors, which always are.
    public struct Interest: OptionSet, Sendable {
        /// A bit for each member.
        public let rawValue: UInt8

        /// - Parameter rawValue: a bit for each member; others mean nothing.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// There is something to read, or somebody to be let in.
        public static let readable = Interest(rawValue: 1)
        /// The other side sends no more.
        public static let ended = Interest(rawValue: 2)
        /// Each thing is told once, when it happens, instead of as long as it lasts.
        public static let once = Interest(rawValue: 4)
    }

    /// What has happened to a descriptor.
    public struct Event: Sendable {
        /// As it was given with the descriptor.
        public let key: UInt64
        /// There is something to read, or somebody to be let in.
        public let isReadable: Bool
        /// The other side sends no more: it has closed the connection, or its half of it.
        public let hasEnded: Bool
        /// The connection is closed in both directions, or has failed.
        public let isBroken: Bool
    }

    /// Of the descriptor that `wake` uses.
    private static let wakeKey = UInt64.max
    private let poll: FileDescriptor
    private let wakeReader: FileDescriptor
    private let wakeWriter: FileDescriptor

    /// - Throws: `SystemError`
    public init() throws(SystemError) {
        poll = FileDescriptor(owning: try systemCall("create an epoll") { compass_poll_create() })
        (wakeReader, wakeWriter) = try UnixSocket.pair()
        try add(wakeReader.number, [.readable], key: Self.wakeKey)
    }

    /// - Parameters:
    ///   - number: an open descriptor, which stays the caller's.
    ///   - key: anything but `UInt64.max`.
    /// - Throws: `SystemError`
    public func add(_ number: Int32, _ interest: Interest, key: UInt64) throws(SystemError) {
        var events: UInt32 = 0
        if interest.contains(.readable) { events |= compass_poll_readable }
        if interest.contains(.ended) { events |= compass_poll_left }
        if interest.contains(.once) { events |= compass_poll_edge }
        try systemCall("watch a descriptor") { compass_poll_add(poll.number, number, events, key) }
    }

    /// - Throws: `SystemError`; `ENOENT` when it is not there.
    public func remove(_ number: Int32) throws(SystemError) {
        try systemCall("watch a descriptor no longer") { compass_poll_remove(poll.number, number) }
    }

    /// Waits until something happens; empty when `wake` was called and nothing else.
    ///
    /// - Throws: `SystemError`
    public func wait() throws(SystemError) -> [Event] {
        var count: Int32 = 0
        let found = try withEvents { events throws(SystemError) in
            count = try systemCall("wait for events") { compass_poll_wait(poll.number, events) }
            return (0..<Int(count)).map { events[$0] }
        }
        return found.compactMap { event in
            if event.key == Self.wakeKey {
                var bytes = [UInt8](repeating: 0, count: 64)
                _ = recv(wakeReader.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                return nil
            }
            return Event(
                key: event.key, isReadable: event.events & compass_poll_readable != 0,
                hasEnded: event.events & compass_poll_left != 0, isBroken: event.events & compass_poll_broken != 0)
        }
    }

    /// Lets `wait` return. From any thread.
    public func wake() {
        var byte: UInt8 = 1
        // A full socket has been told already.
        _ = send(wakeWriter.number, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    private func withEvents<Result>(
        _ body: (UnsafeMutablePointer<compass_poll_event>) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let events = UnsafeMutablePointer<compass_poll_event>.allocate(capacity: 64)
        events.initialize(repeating: compass_poll_event(), count: 64)
        defer { events.deallocate() }
        return try body(events)
    }
}
