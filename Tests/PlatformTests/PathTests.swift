import CompassTesting
import Platform
import Testing

@Suite struct PathTests {
    @Test(
        "a path splits into folder, name, stem and extension",
        arguments: [
            ("clip.mp4", ".", "clip.mp4", "clip", ".mp4"),
            ("/a/b/clip.MP4", "/a/b", "clip.MP4", "clip", ".mp4"),
            ("a/b/", "a", "b", "b", ""),
            ("/", "/", "/", "/", ""),
            ("", ".", ".", ".", ""),
            ("/clip", "/", "clip", "clip", ""),
            (".profile", ".", ".profile", ".profile", ""),
            ("archive.tar.gz", ".", "archive.tar.gz", "archive.tar", ".gz"),
            ("ends.", ".", "ends.", "ends.", ""),
            ("a.b/c", "a.b", "c", "c", ""),
        ])
    func splits(path: String, folder: String, name: String, stem: String, ext: String) {
        let path = Path(path)
        #expect(path.folder == Path(folder))
        #expect(path.name == Path(name))
        #expect(path.stem == Path(stem))
        #expect(path.fileExtension == ext)
    }

    @Test("names that differ only in their normalisation are two paths")
    func normalisation() {
        #expect(Path("re\u{301}sume\u{301}.pdf") != Path("r\u{E9}sum\u{E9}.pdf"))
        #expect("re\u{301}sume\u{301}.pdf".composed.utf8.elementsEqual("r\u{E9}sum\u{E9}.pdf".utf8))
    }

    @Test(
        "a hostile name is shown without control characters",
        arguments: [
            ([0x61, 0x0A, 0x62], "a\\nb"), ([0x1B, 0x5B, 0x33, 0x31, 0x6D], "\\x1B[31m"), ([0xFF, 0x61], "\\xFFa"),
            ([0xC3], "\\xC3"), ([0xC3, 0xA9], "é"), ([0xE2, 0x80, 0xAE], "\\xE2\\x80\\xAE"),
            ([0x61, 0xE2, 0x80, 0x61], "a\\xE2\\x80a"),
        ])
    func shown(bytes: [UInt8], text: String) {
        #expect(Path(bytes: bytes).description == text)
    }

    @Test("any bytes are shown without a control character, and valid text as it is")
    func shownProperty() {
        var generator = SeededRandom(seed: 7)
        for _ in 0..<(Nightly.isOn ? 5_000 : 1_000) {
            let bytes = (0..<Int(generator.next() % 12)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            let text = Printable.text(bytes)
            #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            let plain = bytes.filter { (0x20..<0x7F).contains($0) }
            #expect(Printable.text(plain) == String(decoding: plain, as: UTF8.self))
        }
    }

    @Test(
        "appending joins with one slash and an absolute path replaces",
        arguments: [("a", "b", "a/b"), ("a/", "b", "a/b"), ("a", "/b", "/b"), ("", "b", "b"), ("/", "b", "/b")])
    func appending(left: String, right: String, joined: String) {
        #expect(Path(left).appending(Path(right)) == Path(joined))
    }
}
