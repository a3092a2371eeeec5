import Testing

@testable import WebServer

/// That text cannot become markup by mistake.
@Suite struct HTMLTests {
    @Test("text that is put in: escaped, between tags and in attributes")
    func text() {
        let hostile = "<b a=\"x\" c='y'>&amp;"
        let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
        let escaped = "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;amp;"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test(
        "literals: parts of the page, also where one of two is chosen, and what is put into them is escaped",
        arguments: [(true, "<b>&lt;i&gt;</b>"), (false, "<s></s><u>")])
    func literals(_ isOpen: Bool, _ expected: String) {
        let name = "<i>"
        let html: HTML = "\(isOpen ? "<b>\(name)</b>" : "<s></s>")\(isOpen ? nil : "<u>")"
        #expect(html.text == expected)
        let parts: HTML = "<ul>\(["a", "<"].map { "<li>\($0)</li>" as HTML })</ul>"
        #expect(parts.text == "<ul><li>a</li><li>&lt;</li></ul>")
    }

    @Test("attributes: there when they hold, with their values escaped")
    func attributes() {
        let none: String? = nil
        let html: HTML = "<a\("href", "/x?a=1&b=\"")\("title", none)\("hidden", if: true)\("disabled", if: false)>"
        #expect(html.text == "<a href=\"/x?a=1&amp;b=&quot;\" hidden>")
    }

    @Test(
        "where one may be sent after signing in: pages of this server only",
        arguments: [
            ("/documents", true), ("/documents?type=resume&after=a%20b", true), ("//evil.example", false),
            ("https://evil.example", false), ("/\\evil.example", false), ("documents", false), ("/a b", false),
            ("/a\nb", false), ("", false), ("/ä", false),
        ])
    func own(_ path: String, _ isOwn: Bool) {
        #expect(PagePath.isOwn(path) == isOwn)
    }

    @Test("assets: every one can be had in each form, and says the same in all")
    func assets() {
        for asset in EmbeddedAsset.all {
            let plain = Assets.shared.form(of: asset, accepting: nil)
            #expect(plain.coding == nil && plain.bytes.count == asset.size, "\(asset.name)")
            #expect(Assets.shared.form(of: asset, accepting: "br, gzip").coding == "br")
            #expect(Assets.shared.form(of: asset, accepting: "gzip").bytes.count < asset.size + 64)
            #expect(Assets.shared.asset(at: asset.path)?.name == asset.name)
        }
        #expect(EmbeddedAsset.all.contains { $0.name == "app.css" })
    }
}
