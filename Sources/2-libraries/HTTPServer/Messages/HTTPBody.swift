/// The body of a request. It is read when it is asked for, by one task at a time; the client's `Expect: 100-continue` is
/// honoured at that moment. One that nobody asks for, and that is not short, costs the client its connection.
public final class HTTPBody: Sendable {
    /// No part is longer.
    public static let largestPart = 256 << 10

    /// As the client announces it; nil: it comes in chunks, and tells its length by its end.
    public let length: Int64?
    private let exchange: Exchange

    init(length: Int64?, of exchange: Exchange) {
        self.length = length
        self.exchange = exchange
    }

    /// Waits for the next part.
    ///
    /// From the first call on, as much as one part is read ahead, and no more.
    ///
    /// - Returns: at least one byte; nil: the body has ended.
    /// - Throws: `HTTPServerError.clientLeft`, `.bodyTooSlow`, `.bodyStopped`; `CancellationError`
    public func next() async throws -> [UInt8]? {
        try await exchange.nextPart()
    }

    /// Has whoever reads it get what has come, and then `HTTPServerError.bodyStopped`. From any task.
    public func stop() { exchange.stopBody() }

    /// The whole body, or what is left of it.
    ///
    /// - Throws: as `next`, and `HTTPServerError.bodyTooLarge`, at once where the client has announced too much.
    public func collect(atMost limit: Int) async throws -> [UInt8] {
        if let length, length > Int64(limit) { throw HTTPServerError.bodyTooLarge(limit: limit) }
        var result: [UInt8] = []
        while let part = try await next() {
            if part.count > limit - result.count { throw HTTPServerError.bodyTooLarge(limit: limit) }
            if result.isEmpty { result = part } else { result += part }
        }
        return result
    }
}
