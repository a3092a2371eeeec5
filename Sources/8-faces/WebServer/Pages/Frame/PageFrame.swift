/// What all pages have around them.
enum PageFrame {
    /// Source: Content Security Policy 3 (W3C), Trusted Types (W3C). Nothing that gets into a page by mistake is a script, and
    /// a script makes no markup of text.
    static let policy =
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        + "media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'; frame-src 'none'; object-src 'none'; "
        + "require-trusted-types-for 'script'; trusted-types compass"

    static func html(_ page: WebPage, for reader: PageReader?) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="robots" content="noindex">
        <meta name="color-scheme" content="light dark">
        <title>\(page.title) · Recruiting Compass</title>
        <link rel="icon" href="\(Assets.address("favicon.svg"))" type="image/svg+xml">
        \(styles(page))
        <script type="module" src="\(Assets.address("main.js"))"></script>
        \(preloads(page))
        </head>
        <body\("class", page.style.bodyClass)>
        \(content(page, reader))
        <div id="toasts" class="toasts" role="status" aria-live="polite"></div>
        </body>
        </html>

        """
    }

    private static func styles(_ page: WebPage) -> HTML {
        let names = ["app.css"] + (page.section?.styles ?? []) + page.assets.styles
        return "\(names.map { "<link rel=\"stylesheet\" href=\"\(Assets.address($0))\">" as HTML })"
    }

    /// What scripts would only ask for when they have come themselves, one after the other.
    private static func preloads(_ page: WebPage) -> HTML {
        let own = page.module?.split(separator: " ").map { "\($0).js" } ?? []
        let (early, others) = (page.assets.early, ["main.js"] + own + page.assets.modules)
        let begun = Set((early + ["main.js"]).map { Assets.address($0) })
        let first = Assets.modules(from: early).filter { !begun.contains($0) }
        let modules = Assets.modules(from: others).filter { !begun.contains($0) && !first.contains($0) }
        // The large ones first: what is short comes through beside them.
        return """
            \(early.map { "<script type=\"module\" async src=\"\(Assets.address($0))\"></script>" as HTML })\
            \(first.map { "<link rel=\"modulepreload\" href=\"\($0)\">" as HTML })\
            \(page.assets.scripts.map { "<link rel=\"preload\" as=\"script\" href=\"\(Assets.address($0))\">" as HTML })\
            \(modules.map { "<link rel=\"modulepreload\" href=\"\($0)\">" as HTML })
            """
    }

    private static func content(_ page: WebPage, _ reader: PageReader?) -> HTML {
        switch page.style {
        case .framed: framed(page, reader)
        case .bare: "<main class=\"bare\"\("data-module", page.module)>\n\(page.body)\n</main>"
        case .full: page.body
        }
    }

    private static func framed(_ page: WebPage, _ reader: PageReader?) -> HTML {
        """
        <a class="skip-link" href="#main">Skip to content</a>
        \(reader.map { header($0, page.section) } ?? plainHeader)
        <main id="main"\("data-module", page.module)>
        \(page.notice.map(Notice.html))
        \(page.body)
        </main>
        \(reader.map(uploads))
        <footer class="footer"><p>Recruiting Compass</p>\
        <p><a href="\(PagePath.policy)">Privacy Policy</a></p></footer>
        """
    }

    /// Uploads go on from page to page.
    private static func uploads(of reader: PageReader) -> HTML {
        """
        <section id="uploads" class="uploads" data-module="upload-list" data-person="\(reader.id)" \
        data-sign-in="\(PagePath.signIn)" aria-label="Uploads"></section>
        """
    }

    private static let brand: HTML = """
        <a class="brand" href="\(PagePath.documents)">\(Icon.html("compass"))<span>Recruiting Compass</span></a>
        """

    private static let plainHeader: HTML = "<header class=\"header\">\(brand)</header>"

    private static func header(_ reader: PageReader, _ section: PageSection?) -> HTML {
        let sections = PageSection.allCases.filter { reader.isAdmin || !$0.isForAdmins }
        return """
            <header class="header">
            \(brand)
            <nav class="navigation" aria-label="Main">
            <ul>
            \(sections.map { item($0, isCurrent: $0 == section) })
            </ul>
            </nav>
            <details class="menu account">
            <summary class="icon-button" aria-label="Account of \(reader.name)">\(Icon.html("user"))</summary>
            <div class="menu-content">
            <p class="menu-title">\(reader.name)</p>
            <a href="\(PagePath.account)">Account and privacy</a>
            <form method="post" action="\(PagePath.signOut)"><button>\(Icon.html("sign-out")) Sign out</button></form>
            </div>
            </details>
            </header>
            """
    }

    private static func item(_ section: PageSection, isCurrent: Bool) -> HTML {
        """
        <li><a href="\(section.path)"\("aria-current", isCurrent ? "page" : nil)>\(Icon.html(section.icon))\
        <span>\(section.label)</span></a></li>

        """
    }
}
