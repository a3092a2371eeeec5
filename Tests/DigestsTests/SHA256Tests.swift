import CompassTesting
import Digests
import Testing

@Suite struct SHA256Tests {
    /// A message that is shown by its length: one of them has a million bytes.
    struct Example: Sendable, CustomTestStringConvertible {
        let message: [UInt8]
        let digest: String
        var testDescription: String { "\(message.count) bytes" }

        init(_ message: [UInt8], _ digest: String) {
            self.message = message
            self.digest = digest
        }
    }

    @Test(
        "the digests are those of NIST's examples",
        arguments: [
            Example([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            Example(Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            Example(
                Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
            Example(
                Array(
                    ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
            Example(
                [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
            Example([0xBD], "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
        ])
    func examples(_ example: Example) {
        #expect(SHA256.hex(of: example.message) == example.digest)
        #expect(SHA256.digest(of: example.message).description == example.digest)
    }

    @Test("however a message is cut, its digest is the same", arguments: 0..<64)
    func pieces(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let message = (0..<Int.random(in: 0...5_000, using: &generator)).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
        var hasher = SHA256()
        var rest = message[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 0...200, using: &generator))
            hasher.update(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        #expect(hasher.finalize() == SHA256.digest(of: message))
    }

    @Test("hexadecimal digits of either case are read, and nothing else is")
    func hexadecimal() {
        let digest = SHA256.digest(of: Array("abc".utf8))
        #expect(digest.bytes.count == SHA256Digest.count)
        #expect(SHA256Digest(hex: digest.hex) == digest)
        #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
        #expect(SHA256Digest(hex: "") == nil)
        #expect(SHA256Digest(hex: String(digest.hex.dropLast())) == nil)
        #expect(SHA256Digest(hex: digest.hex + "0") == nil)
        #expect(SHA256Digest(hex: String(digest.hex.dropLast()) + "g") == nil)
        #expect(SHA256Digest(hex: String(digest.hex.dropLast(2)) + "é") == nil)
    }
}
