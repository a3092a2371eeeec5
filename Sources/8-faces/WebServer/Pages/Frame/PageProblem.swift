internal import Diagnostics
internal import Documents
internal import HTTPServer
internal import Representations

/// Errors as pages: the same that the API tells as problem details.
enum PageProblem {
    /// The answer of a page that could not be shown.
    ///
    /// Whoever has to sign in is sent there, and comes back afterwards; for who has sent a form, see `EndedSession`.
    ///
    /// - Parameter reader: whose navigation is shown; nil: nobody's.
    static func answer(
        _ error: any Error, to request: HTTPRequest, for reader: PageReader?, seesInternals: Bool
    ) -> Answer {
        let problem = ProblemAnswer.details(of: error, seesInternals: seesInternals)
        if problem.status == 401 {
            let back = request.target != "/" ? request.target : PagePath.documents
            return .seeOther(PagePath.with(PagePath.signIn, [("next", back)]))
        }
        let title = missing(error) ?? problem.title
        // The viewer's page is left by its button.
        let page =
            request.path.last == "view" && problem.status == 404
            ? viewer(title, problem)
            : WebPage(title, body(title, problem, isOfLink: request.target.hasPrefix(LinkAddress.path)))
        return .page(PageFrame.html(page, for: reader), status: problem.status, headers: problem.headers)
    }

    static func answer(_ problem: ProblemAnswer.Details) -> Answer {
        let page = WebPage(problem.title, body(problem.title, problem))
        return .page(PageFrame.html(page, for: nil), status: problem.status, headers: problem.headers)
    }

    /// What there is not, by what can be done instead; nil: it is something else that is wrong.
    private static func missing(_ error: any Error) -> String? {
        guard let problem = error as? Problem, problem.kind == .notFound else { return nil }
        for step in problem.advice {
            switch step {
            case .listDocuments: return "Document not found"
            case .listRuns: return "Run not found"
            case .listEntries: return "File not found"
            default: continue
            }
        }
        return nil
    }

    private static func viewer(_ title: String, _ problem: ProblemAnswer.Details) -> WebPage {
        WebPage(
            title, style: .full, assets: PageAssets(styles: ["viewer.css"], modules: ["viewer.js"]),
            """
            <main class="viewer" data-module="viewer" data-kind="other" data-title="\(title)">
            <div class="viewer-toolbar viewer-top" role="toolbar" aria-label="Document">
            <a class="icon-button" data-action="close" href="\(PagePath.documents)" aria-label="Close document viewer">\
            \(Icon.html("close"))</a>
            <h1 class="viewer-title">\(title)</h1>
            </div>
            <div class="viewer-content"><div class="viewer-unavailable">\(Icon.html("search"))\
            <p class="viewer-unavailable-text">\(problem.message)</p>\
            <a class="button viewer-fill-button" href="\(PagePath.documents)">Return to Documents</a></div></div>
            </main>
            """)
    }

    /// - Parameter isOfLink: whoever has a link needs no account, and would be asked to sign in to see a list of documents.
    private static func body(
        _ title: String, _ problem: ProblemAnswer.Details, isOfLink: Bool = false
    ) -> HTML {
        """
        <div class="empty">
        \(Icon.html(problem.status == 404 ? "search" : "warning"))
        <h1 class="empty-title">\(title)</h1>
        <p>\(problem.message)</p>
        \(problem.lines.isEmpty ? nil : "<ul>\(problem.lines.map { "<li>\($0)</li>" as HTML })</ul>" as HTML)
        \(isOfLink ? nil : #"<p><a class="button" href="\#(PagePath.documents)">Return to Documents</a></p>"# as HTML)
        </div>
        """
    }
}
