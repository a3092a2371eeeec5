import Digests
import Testing

@Suite struct ChecksumHasherTests {
    @Test(
        "the digests are those of FIPS 180-4, however the bytes come",
        arguments: [
            (ChecksumAlgorithm.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                .sha1, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func vectors(algorithm: ChecksumAlgorithm, text: String, digest: String) {
        for size in [1, 7, 1_000] {
            var hasher = ChecksumHasher(algorithm)
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { hasher.update($0) }
            }
            let found = hasher.finalize()
            #expect(found.count == algorithm.length)
            #expect(found.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
        }
    }
}
