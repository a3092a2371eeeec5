import Testing

@testable import MediaStages

@Suite struct WebPHeaderTests {
    private static func picture(_ chunk: String, _ body: [UInt8]) -> [UInt8] {
        let rest = Array(chunk.utf8) + [0, 0, 0, 0] + body
        return Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + rest
    }

    @Test(
        "the size is read of lossy, lossless and extended pictures",
        arguments: [
            (picture("VP8 ", [0x30, 0x7F, 0, 0x9D, 1, 0x2A, 0xE0, 0x01, 0x0E, 0x01]), 480, 270),
            (picture("VP8L", [0x2F, 0xEF, 0x80, 0x21, 0x00, 0, 0, 0, 0, 0]), 240, 135),
            (picture("VP8X", [0, 0, 0, 0, 0xDF, 0x01, 0, 0x0D, 0x01, 0]), 480, 270),
        ] as [([UInt8], Int64, Int64)])
    func sizes(bytes: [UInt8], width: Int64, height: Int64) {
        #expect(WebPHeader(bytes)?.width == width)
        #expect(WebPHeader(bytes)?.height == height)
    }

    @Test("what is no such picture, or too short, has none")
    func others() {
        let whole = Self.picture("VP8 ", [0x30, 0x7F, 0, 0x9D, 1, 0x2A, 0xE0, 0x01, 0x0E, 0x01])
        for count in 0..<30 { #expect(WebPHeader(Array(whole.prefix(count))) == nil) }
        #expect(WebPHeader(Self.picture("VP8 ", [0, 0, 0, 1, 1, 0x2A, 1, 0, 1, 0])) == nil)
        #expect(WebPHeader(Self.picture("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0, 0, 1, 0])) == nil)
        #expect(WebPHeader(Self.picture("ANIM", [UInt8](repeating: 1, count: 10))) == nil)
    }
}
