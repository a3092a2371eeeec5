internal import Glibc
internal import Platform

/// One who is connected to the control socket, as a small machine: it reads a request, writes the answer, and lets the
/// rest of what is sent fall away until the other side has closed, since closing earlier would take the answer away.
struct ControlClient {
    private enum Phase {
        case reading([UInt8])
        case writing([UInt8], from: Int)
        case draining(Int)
        case done
    }

    let socket: FileDescriptor
    private let since: ContinuousClock.Instant
    private let timeout: Duration
    private var phase = Phase.reading([])
    /// When it last took bytes of its answer, or had asked for it.
    private var progressed: ContinuousClock.Instant?

    /// What is let fall at most, in bytes.
    private static let drainLimit = 1 << 20

    /// A request is a line or two, and nobody needs long to send it.
    private static let requestTimeout = Duration.seconds(2)
    /// How long one that has not said what it wants, or does not take what it asked for, keeps its place when others want
    /// it: one that reads takes its answer in less.
    private static let shortTimeout = Duration.milliseconds(100)

    /// - Parameters:
    ///   - since: when it came.
    ///   - timeout: when it is sent away, whatever it does.
    init(_ socket: FileDescriptor, since: ContinuousClock.Instant, timeout: Duration) {
        self.socket = socket
        self.since = since
        self.timeout = timeout
    }

    /// When it is sent away.
    var deadline: ContinuousClock.Instant { since + (isAsking ? min(timeout, Self.requestTimeout) : timeout) }

    /// From when on it makes room for others: once it has asked, this is put off with every byte that it takes.
    var givesWayAt: ContinuousClock.Instant { (progressed ?? since) + Self.shortTimeout }

    /// Whether its request has not come to its end.
    private var isAsking: Bool { if case .reading = phase { true } else { false } }

    var isDone: Bool { if case .done = phase { true } else { false } }

    /// What poll(2) waits for.
    var events: Int16 { if case .writing = phase { Int16(POLLOUT) } else { Int16(POLLIN) } }

    /// Goes as far as the other side lets it.
    ///
    /// - Parameter answer: makes the answer to a request.
    mutating func advance(_ answer: (ControlRequest) -> ControlResponse) {
        while step(answer) {}
    }

    /// - Returns: whether it may go on at once.
    private mutating func step(_ answer: (ControlRequest) -> ControlResponse) -> Bool {
        do throws(SystemError) {
            switch phase {
            case .reading(let former):
                let bytes = try socket.readSome(limit: 4_096)
                let all = former + bytes
                switch ControlRequest.read(all) {
                case .incomplete where bytes.isEmpty: phase = .done
                case .incomplete: phase = .reading(all)
                case .complete(let request): respond(answer(request), withBody: request.method != "HEAD")
                case .invalid: respond(.refusal(400, "This is no HTTP request."), withBody: true)
                case .tooLarge: respond(.refusal(431, "The request is too large."), withBody: true)
                }
            case .writing(let bytes, let start):
                let socket = socket
                let count = try systemCall("answer") {
                    bytes.withUnsafeBytes {
                        Glibc.send(
                            socket.number, $0.baseAddress?.advanced(by: start), $0.count - start,
                            Int32(MSG_NOSIGNAL))
                    }
                }
                progressed = .now
                if start + count < bytes.count {
                    phase = .writing(bytes, from: start + count)
                } else {
                    shutdown(socket.number, Int32(SHUT_WR))
                    phase = .draining(0)
                }
            case .draining(let former):
                let count = try socket.readSome(limit: 65_536).count
                phase = count == 0 || former + count > Self.drainLimit ? .done : .draining(former + count)
            case .done: return false
            }
            return !isDone
        } catch {
            if error.code != EAGAIN { phase = .done }
            return false
        }
    }

    private mutating func respond(_ response: ControlResponse, withBody: Bool) {
        phase = .writing(response.bytes(withBody: withBody), from: 0)
        // Making the answer is none of its time.
        progressed = .now
    }
}
