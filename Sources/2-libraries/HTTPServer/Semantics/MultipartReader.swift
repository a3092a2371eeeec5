internal import Synchronization

/// The parts of a body of `multipart/form-data` (RFC 7578), one after the other as they come. It never holds more than one
/// piece of the body and one head, however long the parts are.
///
/// Read by one task at a time, as `HTTPBody` is. The limit on the length of all is the route's to set.
public final class MultipartReader: Sendable {
    /// What a body may have.
    public struct Limits: Sendable, Hashable {
        /// Bytes of the head of a part; also of what stands before the first boundary and behind the last one, where browsers
        /// put nothing.
        public var headSize: Int
        /// How many there may be.
        public var parts: Int

        /// What no form of a browser exceeds: 8 KiB for each head, 100 parts.
        public init(headSize: Int = 8_192, parts: Int = 100) {
            self.headSize = headSize
            self.parts = parts
        }
    }

    private struct State {
        var parser: MultipartParser
        /// Of the part that was given out last, from 1.
        var current = 0
        /// Whether its bytes have all been given out.
        var isOver = true
        /// Of the part that is given out next.
        var following: MultipartHead?
        var isAtEnd = false
        /// A body that is broken stays so.
        var failure: MultipartError?
    }

    private let read: @Sendable () async throws -> [UInt8]?
    private let state: Mutex<State>

    /// - Parameter type: the `Content-Type` of the request, which holds the boundary.
    /// - Throws: `MultipartError.unsoundType`
    public convenience init(
        _ body: HTTPBody, type: MediaType, limits: Limits = Limits()
    ) throws(MultipartError) {
        try self.init(type: type, limits: limits) { try await body.next() }
    }

    /// - Parameter read: gives the next bytes; nil: there are no more.
    /// - Throws: `MultipartError.unsoundType`
    init(
        type: MediaType, limits: Limits = Limits(), read: @escaping @Sendable () async throws -> [UInt8]?
    ) throws(MultipartError) {
        guard type.essence == "multipart/form-data", let boundary = type.parameters["boundary"],
            Self.isBoundary(boundary)
        else { throw .unsoundType }
        self.read = read
        state = Mutex(State(parser: MultipartParser(boundary: boundary, limits: limits)))
    }

    /// The next part. What is left of the one before is passed over.
    ///
    /// - Returns: nil: there are no more, and the body has been read to its end.
    /// - Throws: `MultipartError`; as `HTTPBody.next`
    public func next() async throws -> MultipartPart? {
        while true {
            let found = state.withLock { state -> (part: MultipartPart?, isEnd: Bool) in
                guard let head = state.following else { return (nil, state.isAtEnd) }
                state.following = nil
                state.current += 1
                state.isOver = false
                return (MultipartPart(head: head, number: state.current, reader: self), false)
            }
            if found.part != nil || found.isEnd { return found.part }
            _ = try await advance()
        }
    }

    /// - Parameter number: of the part that asks.
    fileprivate func bytes(of number: Int) async throws -> [UInt8]? {
        let (current, isOver) = state.withLock { ($0.current, $0.isOver) }
        if current != number { throw MultipartError.passed }
        return isOver ? nil : try await advance()
    }

    fileprivate func lengthIfLast(inBodyOf length: Int64) -> Int64 {
        state.withLock { length - $0.parser.startOfPart - $0.parser.sizeOfEnd }
    }

    /// Goes on to the next bytes of the current part, to its end, to the next part or to the end of all.
    ///
    /// - Returns: nil: it was no bytes.
    private func advance() async throws -> [UInt8]? {
        while true {
            let event = try state.withLock { state throws(MultipartError) in try Self.event(&state) }
            switch event {
            case .bytes(let bytes): return bytes
            case .part, .partEnd, .end: return nil
            case .more:
                let piece = try await read()
                state.withLock { state in
                    if let piece { state.parser.feed(piece) } else { state.parser.finish() }
                }
            }
        }
    }

    private static func event(_ state: inout State) throws(MultipartError) -> MultipartParser.Event {
        if let failure = state.failure { throw failure }
        do throws(MultipartError) {
            let event = try state.parser.next()
            switch event {
            case .part(let head): state.following = head
            case .partEnd: state.isOver = true
            case .end: state.isAtEnd = true
            case .bytes, .more: break
            }
            return event
        } catch {
            state.failure = error
            throw error
        }
    }

    /// RFC 2046, section 5.1.1.
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.utf8.last != 0x20
            && text.utf8.allSatisfy { PercentEncoding.isAlphanumeric($0) || "'()+_,-./:=? ".utf8.contains($0) }
    }
}

/// One part of a body. Its bytes can be read until the next part is asked for.
public struct MultipartPart: Sendable, AsyncSequence {
    /// Its name, and what else its headers say.
    public let head: MultipartHead
    fileprivate let number: Int
    fileprivate let reader: MultipartReader

    /// How long the part is if no other follows it, as long as it is the one that was given out last.
    ///
    /// - Parameter length: of the whole body, as the client has announced it.
    /// - Returns: what browsers would have announced so; less than nothing: no part ends there.
    public func lengthIfLast(inBodyOf length: Int64) -> Int64 { reader.lengthIfLast(inBodyOf: length) }

    /// Waits for the next bytes.
    ///
    /// - Returns: at least one; nil: the part has ended.
    /// - Throws: `MultipartError`; as `HTTPBody.next`
    public func next() async throws -> [UInt8]? { try await reader.bytes(of: number) }

    /// All of it, or what is left.
    ///
    /// - Throws: as `next`, and `MultipartError.partTooLarge`
    public func collect(atMost limit: Int) async throws -> [UInt8] {
        var result: [UInt8] = []
        while let bytes = try await next() {
            if bytes.count > limit - result.count { throw MultipartError.partTooLarge(name: head.name, limit: limit) }
            if result.isEmpty { result = bytes } else { result += bytes }
        }
        return result
    }

    /// Goes on where the part was read to: a part is read once.
    public func makeAsyncIterator() -> Iterator { Iterator(part: self) }

    /// The bytes of a part as they come.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let part: MultipartPart

        /// Some bytes, never none; nil: the part has ended.
        /// - Throws: as the part's own `next`
        public mutating func next() async throws -> [UInt8]? { try await part.next() }
    }
}
