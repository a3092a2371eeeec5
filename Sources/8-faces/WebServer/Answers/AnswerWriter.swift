internal import Compression
internal import Digests
internal import HTTPMessages
internal import HTTPServer
internal import Platform

/// Makes the response of an answer: entity tag, conditions, compression, and the headers that every answer has.
struct AnswerWriter: Sendable {
    /// A text below this gains nothing.
    static let minCompressedSize = 860

    /// - Parameter request: nil: it could not be read.
    func response(_ answer: Answer, to request: HTTPRequest?) -> HTTPResponse {
        var headers = HTTPHeaders()
        for header in SecurityHeaders.all where !answer.headers.contains(where: { $0.name == header.name }) {
            headers.add(header.name, header.value)
        }
        for header in answer.headers { headers.add(header.name, header.value) }
        switch answer.content {
        case .none:
            headers.set("Cache-Control", answer.cacheControl ?? "no-store")
            return HTTPResponse(status: answer.status, headers: headers, body: .none)
        case .raw(let body):
            if let cacheControl = answer.cacheControl { headers.set("Cache-Control", cacheControl) }
            return HTTPResponse(status: answer.status, headers: headers, body: body)
        case .text(let bytes, let mediaType):
            headers.set("Content-Type", mediaType)
            headers.set("Vary", "Accept-Encoding, Cookie, Authorization")
            guard answer.status == 200 else {
                headers.set("Cache-Control", answer.cacheControl ?? "no-store")
                return encoded(bytes, answer.status, headers, request, tag: nil)
            }
            headers.set("Cache-Control", answer.cacheControl ?? "private, no-cache")
            let tag = TextTag.tag(of: bytes)
            if let condition = request?.headers["If-None-Match"], TextTag.isIn(EntityTag.List(reading: condition), tag)
            {
                headers.set("ETag", TextTag.tag(tag, compression(for: bytes, request)).description)
                headers.remove("Content-Type")
                return HTTPResponse(status: 304, headers: headers, body: .none)
            }
            return encoded(bytes, 200, headers, request, tag: tag)
        }
    }

    private func compression(for bytes: [UInt8], _ request: HTTPRequest?) -> Compression? {
        if bytes.count < Self.minCompressedSize { return nil }
        let coding = Negotiation.coding(request?.headers["Accept-Encoding"], from: TextTag.compressions.map(\.name))
        return TextTag.compressions.first { $0.name == coding }
    }

    private func encoded(
        _ bytes: [UInt8], _ status: Int, _ headers: HTTPHeaders, _ request: HTTPRequest?, tag: String?
    ) -> HTTPResponse {
        var headers = headers
        // What cannot be compressed is sent as it is.
        let compression = compression(for: bytes, request)
        let compressed = compression.flatMap { try? $0.compress(bytes) }
        if let tag { headers.set("ETag", TextTag.tag(tag, compressed == nil ? nil : compression).description) }
        if let compressed, let compression {
            headers.set("Content-Encoding", compression.name)
            return HTTPResponse(status: status, headers: headers, body: .bytes(compressed))
        }
        return HTTPResponse(status: status, headers: headers, body: .bytes(bytes))
    }
}

/// Entity tags of texts. A compressed form has a tag of its own, as RFC 9110 asks for, which is that of the text with the
/// coding behind it: whichever of them a client knows, it knows the text.
enum TextTag {
    /// The ways in which texts are compressed, the best first, quick enough to be done for each answer.
    static let compressions: [Compression] = [.brotli(quality: 4), .gzip(level: 5)]

    static func tag(of bytes: [UInt8]) -> String { String(SHA256.hex(of: bytes).prefix(32)) }

    /// Of the form that is sent.
    static func tag(_ tag: String, _ compression: Compression?) -> EntityTag {
        EntityTag(tag + (compression.map { "-\($0.name)" } ?? ""))
    }

    /// Whether a list of tags has one of the text's forms, or what a proxy that compresses makes of one, which is weak: the tag is
    /// a digest of what is told, so that it means the same.
    static func isIn(_ list: EntityTag.List, _ tag: String) -> Bool {
        switch list {
        case .any: true
        case .tags(let tags): tags.contains { base(of: $0.text) == tag }
        }
    }

    private static func base(of text: String) -> String {
        for compression in compressions where text.hasSuffix("-\(compression.name)") {
            return String(text.dropLast(compression.name.utf8.count + 1))
        }
        return text
    }
}
