internal import Markdown
internal import Testing

@Suite struct MarkdownDocumentTests {
    private static func html(_ text: String) throws -> String {
        try MarkdownDocument(Array(text.utf8)).html
    }

    @Test(
        "what texts are made of: the elements of HTML",
        arguments: [
            ("", ""), ("a", "<p>a</p>\n"), ("a\nb", "<p>a\nb</p>\n"), ("a  \nb", "<p>a<br>\nb</p>\n"),
            ("a\\\nb", "<p>a<br>\nb</p>\n"), ("*a* **b** `c`", "<p><em>a</em> <strong>b</strong> <code>c</code></p>\n"),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
            ("- a\n\n- b", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n"),
            ("1. a", "<ol>\n<li>a</li>\n</ol>\n"), ("3) a", "<ol start=\"3\">\n<li>a</li>\n</ol>\n"),
            ("- a\n  - b", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n"),
            ("> a\n> b", "<blockquote>\n<p>a\nb</p>\n</blockquote>\n"), ("---", "<hr>\n"),
            ("    a<b\n", "<pre><code>a&lt;b\n</code></pre>\n"),
            ("```c\nx & y\n```", "<pre><code>x &amp; y\n</code></pre>\n"),
            ("a\n=", "<h1 id=\"a\">a</h1>\n"), ("### a *b*", "<h3 id=\"a-b\">a <em>b</em></h3>\n"),
            ("a \"b\" & c", "<p>a &quot;b&quot; &amp; c</p>\n"), ("&copy; &lt;", "<p>© &lt;</p>\n"),
            ("\"a\" -- 'b'...", "<p>&quot;a&quot; -- 'b'...</p>\n"), ("a\0b", "<p>a\u{FFFD}b</p>\n"),
            ("~~a~~", "<p>~~a~~</p>\n"), ("- [ ] a", "<ul>\n<li>[ ] a</li>\n</ul>\n"),
            (
                "|a|b|c|d|\n|-|:-|:-:|-:|\n|1|2|3|4|",
                """
                <div class="table"><table>
                <thead>
                <tr><th>a</th><th class="left">b</th><th class="center">c</th><th class="right">d</th></tr>
                </thead>
                <tbody>
                <tr><td>1</td><td class="left">2</td><td class="center">3</td><td class="right">4</td></tr>
                </tbody>
                </table></div>

                """
            ),
            (
                "|a|\n|-|",
                "<div class=\"table\"><table>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n</table></div>\n"
            ),
        ])
    func elements(_ text: String, _ expected: String) throws {
        #expect(try Self.html(text) == expected)
    }

    private static let foreign = "rel=\"noopener noreferrer\""

    @Test(
        "links: to http, https, mailto and places of the site; of others the text is left",
        arguments: [
            ("[a](http://b.c/d)", "<a href=\"http://b.c/d\" \(foreign)>a</a>"),
            ("[a](HTTPS://b.c)", "<a href=\"HTTPS://b.c\" \(foreign)>a</a>"),
            ("[a](//b.c)", "<a href=\"//b.c\" \(foreign)>a</a>"),
            ("[a](/b/c?d=e&f#g)", "<a href=\"/b/c?d=e&amp;f#g\">a</a>"),
            ("[a](b.html)", "<a href=\"b.html\">a</a>"), ("[a](#b)", "<a href=\"#b\">a</a>"),
            ("[a](mailto:b@c.d)", "<a href=\"mailto:b@c.d\">a</a>"), ("<b@c.d>", "<a href=\"mailto:b@c.d\">b@c.d</a>"),
            ("b@c.de", "<a href=\"mailto:b@c.de\">b@c.de</a>"),
            ("https://b.c/", "<a href=\"https://b.c/\" \(foreign)>https://b.c/</a>"),
            ("www.b.cd", "<a href=\"http://www.b.cd\" \(foreign)>www.b.cd</a>"),
            ("[a](/b \"c \\\"d\\\" <\")", "<a href=\"/b\" title=\"c &quot;d&quot; &lt;\">a</a>"),
            ("[a](</b c>)", "<a href=\"/b%20c\">a</a>"), ("[a](/ä%20'\"[)", "<a href=\"/%C3%A4%20%27%22%5B\">a</a>"),
            ("[a][b]\n\n[b]: /c", "<a href=\"/c\">a</a>"), ("[*a*](/b)", "<a href=\"/b\"><em>a</em></a>"),
            ("[a]()", "a"), ("[a](javascript:b)", "a"), ("[a](JavaScript:b)", "a"), ("[a](&#106;avascript:b)", "a"),
            ("[a](java&#10;script:b)", "a"), ("[a](java%0Ascript:b)", "a"), ("[a](<\u{1}javascript:b>)", "a"),
            ("[a](< javascript:b>)", "a"), ("[a](data:text/html,b)", "a"), ("[a](data:image/png;base64,b)", "a"),
            ("[a](vbscript:b)", "a"), ("[a](file:///b)", "a"), ("[a](ftp://b.c)", "a"), ("[a](blob:b)", "a"),
            ("[a](x:y)", "a"),
            ("<javascript:b>", "javascript:b"), ("[a](javascript&colon;b)", "a"),
            // No scheme: part of a path.
            ("[a](/javascript:b)", "<a href=\"/javascript:b\">a</a>"),
            ("[a](?javascript:b)", "<a href=\"?javascript:b\">a</a>"),
            ("![a](http://b.c/d.png)", "a"), ("![a *b*](/d.png \"c\")", "a <em>b</em>"),
            ("[![a](b)](/c)", "<a href=\"/c\">a</a>"), ("![[a](/b)](/c)", "<a href=\"/b\">a</a>"),
        ])
    func links(_ text: String, _ expected: String) throws {
        #expect(try Self.html(text) == "<p>\(expected)</p>\n")
    }

    @Test(
        "markup in a text: dropped, and its text is text",
        arguments: [
            ("<script>alert(1)</script>", ""), ("a <script>b</script> c", "<p>a b c</p>\n"), ("<!-- a -->", ""),
            ("a <!-- b --> c", "<p>a  c</p>\n"), ("<div onclick=\"a\">\n\nb\n\n</div>", "<p>b</p>\n"),
            ("a <b>c</b>", "<p>a c</p>\n"), ("<iframe src=\"a\"></iframe>", ""),
            ("<a href=\"javascript:b\">c</a>", "<p>c</p>\n"),
            ("<img src=x onerror=alert(1)>", ""), ("a <img src=x onerror=alert(1)>", "<p>a </p>\n"), ("<?php a ?>", ""),
            ("<![CDATA[a]]>", ""), ("<style>a</style>", ""), ("<title>a", ""),
            ("\\<script>", "<p>&lt;script&gt;</p>\n"),
            ("&lt;script&gt;", "<p>&lt;script&gt;</p>\n"), ("`<script>`", "<p><code>&lt;script&gt;</code></p>\n"),
            ("# <b onclick=x>a</b>", "<h1 id=\"a\">a</h1>\n"), ("<scr<script>ipt>", "<p>&lt;script&gt;</p>\n"),
            ("[a](/b \"\\\" onclick=\\\"c\")", "<p><a href=\"/b\" title=\"&quot; onclick=&quot;c\">a</a></p>\n"),
        ])
    func markup(_ text: String, _ expected: String) throws {
        #expect(try Self.html(text) == expected)
    }

    @Test(
        "headings: ids of their letters and digits, in any script, each once",
        arguments: [
            ("# 1. Introduction", ["1-introduction"]), ("# Your Rights & Choices", ["your-rights-choices"]),
            ("# Children's  Privacy!", ["childrens-privacy"]), ("# Über Ölkännchen", ["über-ölkännchen"]),
            ("# 個人情報", ["個人情報"]), ("# Конфиденциальность данных", ["конфиденциальность-данных"]),
            ("# हिन्दी पाठ", ["हिन्दी-पाठ"]), ("# a_b-c", ["a-b-c"]), ("# 🎥", ["section"]), ("#", ["section"]),
            ("# \"><b>", ["section"]),
            ("# a\n# a\n# a", ["a", "a-2", "a-3"]), ("# a-2\n# a\n# a\n# a", ["a-2", "a", "a-3", "a-4"]),
            ("# a\n# a\n# a-2\n# a-2", ["a", "a-2", "a-2-2", "a-2-3"]), ("# A\n## a", ["a", "a-2"]),
            ("> # a\n\n- # b", ["a", "b"]), ("# `code` [link](/x) ![img](y)", ["code-link-img"]),
        ])
    func slugs(_ text: String, _ expected: [String]) throws {
        let document = try MarkdownDocument(Array(text.utf8))
        #expect(document.headings.map(\.id) == expected)
        for id in expected { #expect(document.html.contains(" id=\"\(id)\">")) }
    }

    @Test("a long heading: an id of 80 characters")
    func longSlug() throws {
        let document = try MarkdownDocument(Array("# \(String(repeating: "ab ", count: 1_000))".utf8))
        #expect(document.headings.first?.id.unicodeScalars.count == 80)
    }

    @Test("ids with a beginning of their own: links within the text follow")
    func prefix() throws {
        var options = MarkdownDocument.Options()
        options.idPrefix = "policy-"
        let document = try MarkdownDocument(Array("# Us\n[a](#us) [b](/c#us)".utf8), options: options)
        #expect(
            document.html
                == "<h1 id=\"policy-us\">Us</h1>\n<p><a href=\"#policy-us\">a</a> <a href=\"/c#us\">b</a></p>\n")
        #expect(document.headings.map(\.id) == ["policy-us"])
    }

    @Test("a title that the page has already: taken out; other headings are no higher than is wanted")
    func title() throws {
        var options = MarkdownDocument.Options()
        (options.takesTitle, options.highestLevel) = (true, 2)
        let document = try MarkdownDocument(Array("# The *title*\n\nFirst.\n\n# b\n\n### c\n".utf8), options: options)
        #expect(document.title == "The title")
        #expect(document.html == "<p>First.</p>\n<h2 id=\"b\">b</h2>\n<h3 id=\"c\">c</h3>\n")
        for text in ["a\n# b", "## b", "> # b", ""] {
            #expect(try MarkdownDocument(Array(text.utf8), options: options).title == nil)
        }
    }

    @Test("sections: from one heading of level 1 or 2 to the next, and together the whole")
    func sections() throws {
        let text = "before\n\n## a\n\nx\n\n### b\n\ny\n\n> ## within\n\n# c\n\n- z\n"
        let document = try MarkdownDocument(Array(text.utf8))
        #expect(document.sections.map(\.heading?.text) == [nil, "a", "c"])
        #expect(document.headings.map(\.text) == ["a", "b", "within", "c"])
        #expect(document.sections[0].html == "<p>before</p>\n")
        #expect(document.sections[2].html == "<h1 id=\"c\">c</h1>\n<ul>\n<li>z</li>\n</ul>\n")
        #expect(document.html == document.sections.map(\.html).joined())
    }

    @Test(
        "the first paragraph: its text without markup",
        arguments: [
            ("# a\n\nb *c* `d`\ne [f](g) <b>h</b>\n\ni", "b c d e f h"), ("- a\n- b", "a"), ("> a", "a"), ("# a", ""),
            ("|a|\n|-|\n\nb", "b"), ("    code\n\nb", "b"), ("", ""),
        ])
    func firstParagraph(_ text: String, _ expected: String) throws {
        #expect(try MarkdownDocument(Array(text.utf8)).firstParagraph == expected)
    }

    @Test("what is no text, or too long a one: refused with a reason")
    func refused() throws {
        func message(_ text: [UInt8]) -> String? {
            #expect(throws: MarkdownError.self) { try MarkdownDocument(text) }?.description
        }
        #expect(message([0x61, 0xFF]) == "The text is not UTF-8.")
        #expect(message([0xC3]) == "The text is not UTF-8.")
        #expect(message([0xED, 0xA0, 0x80]) == "The text is not UTF-8.")
        let most = [UInt8](repeating: 0x61, count: 524_288)
        #expect(try MarkdownDocument(most).html.utf8.count == 524_288 + 8)
        #expect(message(most + [0x61]) == "The text has 524289 bytes; as Markdown at most 524288 are read.")
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 20_000)
        #expect(try MarkdownDocument(brackets).html.utf8.count == 20_008)
        #expect(message(brackets + brackets) == "The text has more than 20000 opening brackets.")
    }
}
