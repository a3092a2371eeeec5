internal import Compression
internal import Testing

@Suite struct GzipDecoderTests {
    @Test("what was compressed: the same again, whatever it was")
    func again() throws {
        for sample in CompressionTests.samples() {
            let compressed = try Compression.gzip(level: 6).compress(sample)
            #expect(GzipDecoder.decompress(compressed, atMost: sample.count) == sample)
        }
    }

    @Test("what is no gzip, is cut short, is followed by something, or is larger than it may be: nil")
    func refused() throws {
        let bytes = Array(repeating: UInt8(ascii: "a"), count: 100_000)
        let compressed = try Compression.gzip(level: 6).compress(bytes)
        #expect(GzipDecoder.decompress([], atMost: 10) == nil)
        #expect(GzipDecoder.decompress(Array("no gzip at all".utf8), atMost: 10) == nil)
        for count in stride(from: 0, to: compressed.count, by: 7) {
            #expect(GzipDecoder.decompress(Array(compressed[..<count]), atMost: bytes.count) == nil)
        }
        #expect(GzipDecoder.decompress(compressed + [0], atMost: bytes.count) == nil)
        #expect(GzipDecoder.decompress(compressed, atMost: bytes.count - 1) == nil)
        #expect(GzipDecoder.decompress(compressed, atMost: bytes.count) == bytes)
    }
}
