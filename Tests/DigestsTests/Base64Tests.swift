import CompassTesting
import Digests
import Testing

@Suite struct Base64Tests {
    @Test(
        "the spellings are those of RFC 4648, section 10, and are read back",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func standard(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test(
        "any other spelling is refused",
        arguments: [
            "Zg", "Zg=", "Z", "=", "====", "Zg===", " Zg==", "Zg==\n", "Zm9v Yg==", "Zh==", "Zm9=", "Zg==Zg==", "Zm9-",
            "Zm9_",
            "Zm\u{0}v", "Zmé=", "Z===", "\nZm9v\n\n\n", "    ",
        ])
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(
        "what is encoded is decoded to the same bytes, also in several blocks",
        arguments: [1, 2, 3, 1_000, 3_145_729])
    func roundTrip(count: Int) {
        var generator = SeededRandom(seed: UInt64(count))
        let piece = (0..<997).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += piece }
        bytes.removeLast(bytes.count - count)
        let text = Base64.encode(bytes)
        #expect(text.utf8.count == (count + 2) / 3 * 4)
        #expect(Base64.decode(text) == bytes)
    }

    @Test("no text of four digits is read unless it is what encoding gives", arguments: 0..<(Nightly.isOn ? 8 : 1))
    func fuzz(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let digits = Array("ABYZabyz0189+/== \n-_".utf8)
        for _ in 0..<2_000 {
            let text = String(
                decoding: (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    digits.randomElement(using: &generator) ?? 0
                },
                as: UTF8.self)
            if let bytes = Base64.decode(text) { #expect(Base64.encode(bytes) == text) }
        }
    }
}
