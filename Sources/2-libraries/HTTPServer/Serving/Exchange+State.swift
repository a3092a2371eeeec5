extension Exchange {
    /// Where libmicrohttpd stands with a request.
    enum Phase {
        /// It is reading the head.
        case head
        /// It has read the head of a request without a body, and is about to say that this was all.
        case wholeHead
        /// It has read the head, and waits to be told to read the body.
        case beforeBody
        case body
        /// It has the whole request, and waits for the answer.
        case complete
        /// It has the answer, or is about to close the connection.
        case answered
    }

    /// What callbacks and tasks share.
    struct State {
        var phase = Phase.head
        /// Set exactly while the connection is suspended.
        var suspended: SuspendedConnection?
        /// For content that libmicrohttpd asks for; set from the answer to the end.
        var handle: SuspendedConnection?
        var isCut = false
        /// No callback comes any more.
        var isOver = false
        /// The handler is called, or will be.
        var hasBegun = false
        var request: HTTPRequest?
        var task: Task<Void, Never>?

        var expectsContinue = false
        /// Of the body; nil: it comes in chunks.
        var length: Int64?
        var received: Int64 = 0
        /// What was received and not asked for yet.
        var body: [UInt8] = []
        var isAsked = false
        var isBodyComplete = false
        /// Why there is no more of the body, or why nothing more is to be written.
        var failure: HTTPServerError?
        var reader: CheckedContinuation<Void, Never>?
        var pace = Pace()

        /// Waits to be queued.
        var answer: Answer?
        /// The rest of the body is dropped.
        var isDraining = false
        /// The answer was sent in the middle of the body.
        var isAnsweredPast = false
        /// Bytes that came after such an answer.
        var surplus = 0
        /// Bytes of the body of an answer that is no stream.
        var sent: Int64 = 0
        var stream = Stream()

        /// Whether what is left of the body is little, and on its way.
        var isShortOfBody: Bool {
            guard let length, !(expectsContinue && !isAsked) else { return false }
            return length - received <= Int64(HTTPBody.largestPart)
        }

        /// Whether its body is being read, and nothing may be on its way to the client.
        var isUnanswered: Bool {
            (phase == .body || phase == .beforeBody && isAsked) && answer == nil && !isAnsweredPast && !isCut && !isOver
                && !(expectsContinue && received == 0)
        }

        mutating func endBody() {
            isBodyComplete = true
            wakeReader()
        }

        mutating func wakeReader() {
            reader?.resume()
            reader = nil
        }

        /// Lets whoever reads the body or writes the answer go.
        mutating func fail(_ error: HTTPServerError) {
            if failure == nil { failure = error }
            wakeReader()
            stream.wake()
        }
    }

    /// How long the client has kept who reads its body waiting, for how many bytes.
    struct Pace {
        var waited: Duration = .zero
        var bytes = 0

        mutating func add(_ duration: Duration, bytes count: Int, limits: HTTPServer.Limits) {
            waited += duration
            bytes += count
            if bytes >= limits.bodyBytes { self = Pace() }
        }
    }

    /// The bytes of an answer between who writes them and libmicrohttpd.
    struct Stream {
        static let capacity = 256 << 10

        var isOpen = false
        var length: Int64?
        var written: Int64 = 0
        var buffer: [UInt8] = []
        /// How many bytes at the start of the buffer are taken.
        var head = 0
        var sent: Int64 = 0
        var hasEnded = false
        var hasFailed = false
        var writer: CheckedContinuation<Void, Never>?

        var room: Int { Self.capacity - (buffer.count - head) }

        mutating func wake() {
            writer?.resume()
            writer = nil
        }
    }
}
