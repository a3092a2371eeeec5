import CompassTesting
import Digests
import Testing

@Suite struct Base64URLTests {
    @Test("bytes survive base 64, and a text that is none is refused")
    func base64() {
        var random = SeededRandom(seed: 3)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        #expect(Base64URL.encode(Array("fo?".utf8)) == "Zm8_")
        for text in ["A", "AB=", "A+", "Zm8/", "AB"] { #expect(Base64URL.decode(text) == nil || text == "AA") }
    }
}
