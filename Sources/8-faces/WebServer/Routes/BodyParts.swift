internal import HTTPServer

/// The parts of a body as they come.
struct BodyParts: AsyncSequence, Sendable {
    let body: HTTPBody
    /// Reads them, for what a later request may go on with; nil: nobody could.
    var sender: UploadSender?

    func makeAsyncIterator() -> Iterator { Iterator(body: body, sender: sender) }

    struct Iterator: AsyncIteratorProtocol {
        let body: HTTPBody
        let sender: UploadSender?

        mutating func next() async throws -> [UInt8]? {
            if let sender { try await sender.next() } else { try await body.next() }
        }
    }
}
