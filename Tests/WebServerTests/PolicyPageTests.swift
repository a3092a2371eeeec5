import Accounts
import Documents
import Markdown
import Pipelines
import Platform
import Testing
import Workspaces

@testable import WebServer

@Suite(.timeLimit(.minutes(2))) struct PolicyPageTests {
    private static func document(_ text: String, version: String = "1.0") throws -> LegalDocument {
        LegalDocument(
            kind: LegalDocument.privacyPolicy, version: version,
            effectiveAt: try #require(Timestamp(rfc3339: "2026-01-15T00:00:00Z")), text: text,
            sha256: String(repeating: "a", count: 64), publishedAt: .now(), publishedBy: "ada")
    }

    private static func page(
        _ text: String, _ standing: PolicyPage.Standing = .reader, version: String = "1.0", current: String? = nil,
        failure: String? = nil
    ) throws -> String {
        let content = try MarkdownDocument(Array(text.utf8), options: PolicyPage.options)
        return PolicyPage(
            document: try document(text, version: version), content: .sections(content), standing: standing,
            current: current, failure: failure
        ).page.body.text
    }

    @Test("the bundled policy: twelve sections under one title, with contents, subsections and a box with addresses")
    func bundled() throws {
        let text = LegalDocuments.bundled.text
        let page = try Self.page(text)
        #expect(page.split(separator: "<h1").count == 2)
        #expect(page.contains("<h1>Privacy Policy</h1>"))
        let headings = try MarkdownDocument(Array(text.utf8), options: PolicyPage.options).headings
        #expect(headings.count { $0.level == 2 } == 12)
        #expect(headings.count { $0.level == 3 } >= 4)
        for heading in headings {
            #expect(page.contains("<h\(heading.level) id=\"\(heading.id)\">"))
            if heading.level == 2 { #expect(page.contains("<li><a href=\"#\(heading.id)\">")) }
        }
        #expect(
            page.contains("<section class=\"policy-section policy-contact\" aria-labelledby=\"section-12-contact-us\">")
        )
        #expect(page.split(separator: "policy-contact\"").count == 2)
        for box in ["privacy", "support"] {
            let address = "\(box)@recruitingcompass.com"
            #expect(page.contains("<a href=\"mailto:\(address)\">Email \(address)</a>"))
        }
        #expect(page.contains("<a href=\"/account\">Manage Privacy Settings</a>"))
    }

    @Test("when it was updated: the date of the version, and not of today")
    func updated() throws {
        let page = try Self.page("a")
        #expect(
            page.contains(
                "Last Updated: <time datetime=\"2026-01-15\">January 15, 2026</time> <span>Version 1.0</span>"))
    }

    @Test("somebody who has nothing to accept: no form, and no contents of what has no headings")
    func reader() throws {
        let page = try Self.page("# Privacy Policy\n\na")
        #expect(!page.contains("<form") && !page.contains("<nav") && !page.contains("policy-notice"))
        #expect(page.contains("data-module=\"policy\"") && page.contains("id=\"policy-end\""))
    }

    @Test("a version to accept: a form that works without script, with the version and the digest of what is shown")
    func wanted() throws {
        let page = try Self.page("a", .wanted(former: nil), version: "1\"<")
        #expect(page.contains("<form method=\"post\" action=\"/legal/privacy/accept\" data-policy-accept>"))
        #expect(page.contains("<input type=\"hidden\" name=\"version\" value=\"1&quot;&lt;\">"))
        #expect(page.contains("name=\"sha256\" value=\"\(String(repeating: "a", count: 64))\">"))
        #expect(page.contains("aria-label=\"Accept Privacy Policy\">Accept</button>"))
        #expect(!page.contains("disabled") && !page.contains("has changed"))
        let changed = try Self.page("a", .wanted(former: "<0.9>"))
        #expect(changed.contains("The policy has changed since you accepted version &lt;0.9&gt;."))
    }

    @Test("a version that was accepted, one that is not in force, and an acceptance that failed: the page says so")
    func notices() throws {
        let time = try #require(Timestamp(rfc3339: "2026-11-23T10:00:00Z"))
        let accepted = try Self.page("a", .accepted(time))
        #expect(
            accepted.contains("You accepted version 1.0 on <time datetime=\"2026-11-23\">November 23, 2026</time>."))
        #expect(!accepted.contains("<form"))
        let former = try Self.page("a", .wanted(former: nil), current: "2.0")
        #expect(former.contains("<a href=\"/legal/privacy\">Version 2.0 is in force.</a>") && !former.contains("<form"))
        let failed = try Self.page("a", .wanted(former: nil), failure: "<b>")
        #expect(failed.contains("role=\"alert\">Failed to save acknowledgment. Please try again. &lt;b&gt;</p>"))
    }

    @Test("a text that is not read as Markdown: shown as it was written, escaped, with a warning")
    func raw() throws {
        let page = PolicyPage(
            document: try Self.document("# <script>alert(1)</script> & more"),
            content: .raw(.tooLarge(size: 600_000, limit: 524_288)), standing: .wanted(former: nil)
        ).page.body.text
        #expect(page.contains("without its formatting: it is longer than 512 KiB."))
        #expect(page.contains("># &lt;script&gt;alert(1)&lt;/script&gt; &amp; more</pre>"))
        #expect(page.contains("<form") && !page.contains("<nav"))
    }

    @Test("headings that are named as the page's own parts: their ids are others")
    func ids() throws {
        let page = try Self.page("## End\n\n## Reason\n\n## policy-end\n\n## Contents\n", .wanted(former: nil))
        for id in ["policy-end", "policy-reason", "policy-contents", "section-end", "section-policy-end"] {
            #expect(page.split(separator: " id=\"\(id)\"").count == 2 || page.hasPrefix(" id"), "\(id)")
        }
    }

    @Test("the page over HTTP: anybody reads it, somebody who is signed in accepts it once, and the page tells")
    func accepting() async throws {
        try await withServedWorkspace { served in
            let bundled = LegalDocuments.bundled
            let form: Record = ["version": .string(bundled.version), "sha256": .string(bundled.sha256)]
            let anybody = try await served.ask("GET", "/legal/privacy")
            #expect(anybody.status == 200 && anybody["Content-Type"] == "text/html; charset=utf-8", "\(anybody)")
            #expect(!anybody.text.contains("<form"))
            let session = try await served.session("u1")
            let wanted = try await served.ask("GET", "/legal/privacy", as: session)
            #expect(wanted.text.contains("value=\"\(bundled.sha256)\"") && !wanted.text.contains("has changed"))
            func accept(_ form: Record, _ headers: [(name: String, value: String)]) async throws -> WebAnswer {
                try await served.ask(WebRequest("POST", "/legal/privacy/accept", form: form, headers))
            }
            let stranger = try await accept(form, [])
            #expect(stranger.status == 303 && stranger["Location"]?.hasPrefix("/sign-in") == true, "\(stranger)")
            #expect(try await accept(form, session.bare.headers + [("Sec-Fetch-Site", "cross-site")]).status == 403)
            let token = try await served.token("u1", [.documentsRead])
            #expect(try await accept(form, token.headers).status == 403)
            for _ in 0..<2 {
                let done = try await accept(form, session.headers)
                #expect(done.status == 303 && done["Location"] == "/legal/privacy", "\(done)")
            }
            let after = try await served.ask("GET", "/legal/privacy", as: session)
            #expect(
                after.text.contains("You accepted version \(bundled.version) on <time") && !after.text.contains("<form")
            )
            let others = try await served.ask("GET", "/legal/privacy", as: try await served.session("u2"))
            #expect(others.text.contains("<form"))
        }
    }

    @Test("a policy that changes while somebody reads: what was shown is not accepted, and the next visit tells")
    func changing() async throws {
        try await withServedWorkspace { served in
            let bundled = LegalDocuments.bundled
            let session = try await served.session("u1")
            func accept(_ version: String, _ digest: String) async throws -> WebAnswer {
                try await served.ask(
                    "POST", "/legal/privacy/accept", form: ["version": .string(version), "sha256": .string(digest)],
                    as: session)
            }
            #expect(try await accept(bundled.version, bundled.sha256).status == 303)
            let admin = try await served.session("ada")
            try await served.ask(
                "POST", "/api/v1/legal/privacy-policy",
                json: ["version": "2.0", "text": "## New <script>\n\n## Contact\n"], as: admin, status: 201)
            let page = try await served.ask("GET", "/legal/privacy", as: session)
            #expect(page.text.contains("The policy has changed since you accepted version \(bundled.version)."))
            #expect(page.text.contains("<h2 id=\"section-new\">New </h2>"))
            let wrong = try await accept("2.0", bundled.sha256)
            #expect(wrong.status == 409 && wrong.text.contains("Failed to save acknowledgment."), "\(wrong)")
            #expect(try await accept("3.0", bundled.sha256).status == 409)
            let former = try await served.ask("GET", "/legal/privacy?version=\(bundled.version)", as: session)
            #expect(former.text.contains("Version 2.0 is in force.") && former.text.contains("You accepted version"))
            #expect(try await served.ask("GET", "/legal/privacy?version=nothing").status == 404)
        }
    }

    @Test("a form that is not in order: refused with all that is wrong")
    func refused() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            func ask(_ body: String, _ type: String) async throws -> WebAnswer {
                try await served.ask("POST", "/legal/privacy/accept", as: session, [("Content-Type", type)], body: body)
            }
            for (body, expected) in [
                ("", "`version` is missing,`sha256` is missing"),
                ("version=1&sha256=abc", "`sha256` must be 64 hexadecimal digits"),
                ("version=%ff", "The value of the field `version` is not UTF-8."),
                (
                    "versoin=1",
                    "`versoin` is no field of this form; did you mean `version`?,`version` is missing,`sha256` is missing"
                ),
            ] {
                let answer = try await ask(body, "application/x-www-form-urlencoded")
                #expect(answer.status == 400, "\(answer)")
                for line in expected.split(separator: ",") {
                    let told =
                        answer.text.contains(line)
                        || answer.text.contains(line.prefix(1).uppercased() + line.dropFirst())
                    #expect(told, "\(line): \(answer)")
                }
            }
            #expect(try await ask("", "text/plain").status == 415)
        }
    }
}
