internal import Documents
internal import Markdown
internal import Platform

/// The page of the privacy policy, from what is to be shown on it. It reads, prints and accepts without script; with it,
/// `policy.js` keeps the button until the end was reached.
struct PolicyPage: Sendable {
    /// What the reader has to do with the policy.
    enum Standing: Sendable, Equatable {
        /// Nobody is signed in, or an earlier version is shown: nothing is asked.
        case reader
        /// To be accepted; with the version that the reader has accepted before, if there is one.
        case wanted(former: String?)
        /// This version was accepted.
        case accepted(Timestamp)
    }

    /// The text, as it can be shown.
    enum Content: Sendable {
        case sections(MarkdownDocument)
        /// As it was written, and why.
        case raw(MarkdownError)
    }

    static let title = "Privacy Policy"
    static let path = PagePath.policy

    /// Ids of headings begin so; those of the page's own parts begin with "policy-".
    static let options = {
        var options = MarkdownDocument.Options()
        (options.idPrefix, options.takesTitle, options.highestLevel) = ("section-", true, 2)
        return options
    }()

    let document: LegalDocument
    let content: Content
    let standing: Standing
    /// The version in force, when another one is shown.
    var current: String?
    /// Why the reader's acceptance was not recorded.
    var failure: String?

    var page: WebPage {
        WebPage(
            Self.title, style: .bare, assets: PageAssets(styles: ["policy.css"], modules: ["policy.js"]),
            """
            <article class="policy" data-module="policy">
            <header class="policy-header">
            <a class="policy-back" href="\(PagePath.documents)" data-policy-back>\(Icon.html("chevron-left"))Back</a>
            <h1>\(Self.title)</h1>
            <button type="button" class="policy-print" data-policy-print hidden>\(Icon.html("print"))Print</button>
            </header>
            <div class="policy-body">
            <p class="policy-updated">Last Updated: \(ShownTime.longDate(document.effectiveAt)) <span>Version \(document.version)</span></p>
            \(notices)
            \(contents)
            \(text)
            <p class="policy-settings"><a href="\(PagePath.account)">Manage Privacy Settings</a> \
            <button type="button" class="policy-share" data-policy-share hidden>\(Icon.html("share"))<span role="status">\
            Share</span></button></p>
            <div id="policy-end" class="policy-end" data-policy-end></div>
            </div>
            \(footer)
            </article>
            """)
    }

    // MARK: Above the text

    private var notices: HTML {
        var notices: [HTML] = []
        if let failure {
            notices.append(
                """
                <p class="policy-notice" data-kind="error" role="alert">Failed to save acknowledgment. Please try again. \(failure)</p>

                """)
        }
        if let current {
            notices.append(
                """
                <p class="policy-notice">This is an earlier or later version. \
                <a href="\(Self.path)">Version \(current) is in force.</a></p>

                """)
        }
        switch standing {
        case .reader, .wanted(nil): break
        case .wanted(let former?):
            notices.append(
                """
                <p class="policy-notice" role="status">The policy has changed since you accepted version \(former). \
                Please read and accept this version.</p>

                """)
        case .accepted(let time):
            notices.append(
                """
                <p class="policy-notice" data-kind="success" role="status">You accepted version \(document.version) on \
                \(ShownTime.longDate(time)).</p>

                """)
        }
        return "\(notices)"
    }

    /// The headings of level 2, which lead to their sections.
    private var contents: HTML {
        guard case .sections(let document) = content else { return "" }
        let items = document.headings.filter { $0.level == 2 }.map { heading -> HTML in
            "<li><a href=\"#\(heading.id)\">\(heading.text)</a></li>\n"
        }
        if items.count < 2 { return "" }
        return """
            <nav class="policy-contents" aria-labelledby="policy-contents">
            <p id="policy-contents">Contents</p>
            <ul>
            \(items)</ul>
            <p><a href="#policy-end">Jump to the end</a></p>
            </nav>
            """
    }

    // MARK: The text

    private var text: HTML {
        switch content {
        case .sections(let document):
            let last = document.sections.last?.heading
            let sections = document.sections.map { section -> HTML in
                guard let heading = section.heading else {
                    return "<div class=\"policy-lead\">\n\(Self.part(section))</div>\n"
                }
                // The last section is the box with the addresses, if that is what it is about.
                let isContact = heading.id == last?.id && heading.text.lowercased().contains("contact")
                let kind: HTML = isContact ? " policy-contact" : ""
                return """
                    <section class="policy-section\(kind)" aria-labelledby="\(heading.id)">
                    \(Self.part(section))</section>

                    """
            }
            return "\(sections)"
        case .raw(let error):
            return """
                <p class="policy-notice" data-kind="warning" role="note">This policy is shown as it was written, without its \
                formatting: \(Self.reason(error))</p>
                <pre class="policy-raw" tabindex="0" aria-label="\(Self.title)">\(document.text)</pre>
                """
        }
    }

    /// Safe already: see `MarkdownDocument`.
    private static func part(_ section: MarkdownDocument.Section) -> HTML { HTML(stringLiteral: section.html) }

    /// For readers, who can do nothing about it.
    private static func reason(_ error: MarkdownError) -> String {
        switch error {
        case .tooLarge(_, let limit): "it is longer than \(limit / 1_024) KiB."
        case .notUTF8: "it is not in UTF-8."
        case .tooManyBrackets: "it has too many brackets."
        case .unavailable: "this service lacks the library that reads it (cmark-gfm)."
        }
    }

    // MARK: Below the text

    private var footer: HTML {
        guard case .wanted = standing, current == nil else { return "" }
        return """
            <footer class="policy-footer">
            <form method="post" action="\(Self.path)/accept" data-policy-accept>
            <input type="hidden" name="version" value="\(document.version)">
            <input type="hidden" name="sha256" value="\(document.sha256)">
            <p id="policy-reason" class="policy-reason" hidden>Read to the end of the policy to accept it.</p>
            <p class="policy-failure" role="alert" data-policy-failure></p>
            <p class="visually-hidden" role="status" data-policy-status></p>
            <button class="button policy-accept" aria-label="Accept Privacy Policy">Accept</button>
            </form>
            </footer>
            """
    }
}
