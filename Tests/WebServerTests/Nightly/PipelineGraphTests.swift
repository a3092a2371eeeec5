import Testing

@testable import WebServer

@Suite struct PipelineGraphTests {
    @Test(
        "long words: cut into lines that fit",
        arguments: [
            ("one two three", 7, ["one two", "three"]),
            ("inbox/{user}/highlight_video", 10, ["inbox/{use", "r}/highlig", "ht_video"]),
            ("", 5, []), ("a", 1, ["a"]), ("ab", 1, ["a", "b"]),
        ])
    func wrap(_ text: String, _ limit: Int, _ lines: [String]) {
        #expect(PipelineGraph.Text.wrap(text, to: limit) == lines)
    }

    @Test("short words: beside each other, as many as fit")
    func packed() {
        #expect(
            PipelineGraph.Text.packed(["one", "two", "three four five"], to: 10) == ["one, two", "three four", "five"])
    }

    @Test("prose of declarations: code between backticks, paragraphs and lists")
    func prose() {
        #expect(Prose.inline("a `b<` c").text == "a <code>b&lt;</code> c")
        #expect(Prose.inline("a ` b").text == "a ` b")
        #expect(Prose.sentence("did you mean `x`?").text == "Did you mean <code>x</code>?")
        #expect(Prose.sentence("no such thing").text == "No such thing.")
        #expect(
            Prose.blocks("a\nb\n\n- c\n- d\n\n```\ne\n```").map(\.text) == [
                "<p>a b</p>", "<ul class=\"bullets\"><li>c</li><li>d</li></ul>",
                "<pre class=\"code\" tabindex=\"0\">e</pre>",
            ])
    }

    @Test("what browsers say of themselves: as people call them")
    func devices() {
        #expect(
            DeviceWords.text(
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36")
                == "Chrome on Linux")
        #expect(
            DeviceWords.text(
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1"
            ) == "Safari on iPhone")
        #expect(DeviceWords.text("curl/8.5.0") == "curl")
        #expect(DeviceWords.text(nil) == "An unknown program")
    }
}
