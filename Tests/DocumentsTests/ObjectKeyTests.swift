import CompassTesting
import Documents
import Platform
import Testing

@Suite struct ObjectKeyTests {
    @Test(
        "owner and name become segments that every store can hold",
        arguments: [
            ("u1", "clip.mp4", "u1/highlight_video/7_clip.mp4"), ("", "", "_/highlight_video/7__"),
            ("../..", "../../etc/passwd", "_._../highlight_video/7__._.._etc_passwd"),
            ("a b", "né.mp4", "a_b/highlight_video/7_n_.mp4"), (".hidden", ".x", "_hidden/highlight_video/7__x"),
            ("🎥", "a\n\0b", "_/highlight_video/7_a__b"),
        ])
    func made(owner: String, name: String, key: String) {
        let made = ObjectKey(owner: owner, type: .highlightVideo, timestamp: 7, name: name)
        #expect(made.text == key)
        #expect(ObjectKey(made.text) == made)
    }

    @Test("whatever it is made of, a key is valid and has three segments")
    func property() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<(Nightly.isOn ? 3_000 : 100) {
            func text() -> String {
                String(
                    String.UnicodeScalarView(
                        (0..<Int.random(in: 0..<300, using: &generator)).compactMap { _ in
                            Unicode.Scalar(UInt32.random(in: 0..<0x800, using: &generator))
                        }))
            }
            let key = ObjectKey(owner: text(), type: .resume, timestamp: .random(in: 0...(.max)), name: text())
            #expect(ObjectKey(key.text) != nil, "\(key.text)")
            #expect(key.segments.count == 3)
        }
    }

    @Test(
        "texts that could leave a folder, hide or collide are no keys",
        arguments: ["", "/a", "a/", "a//b", "..", "a/../b", ".a", "a/.b", "a b", "a\\b", "é", "a\0b", "a\n"])
    func refused(text: String) {
        #expect(ObjectKey(text) == nil)
    }

    @Test("segments over 200 bytes and keys over 1024 are refused")
    func long() {
        #expect(ObjectKey(String(repeating: "a", count: 200)) != nil)
        #expect(ObjectKey(String(repeating: "a", count: 201)) == nil)
        #expect(
            ObjectKey([String](repeating: String(repeating: "a", count: 199), count: 6).joined(separator: "/")) == nil)
    }
}
