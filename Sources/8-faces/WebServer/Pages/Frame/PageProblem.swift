internal import HTTPServer
internal import Representations

/// Errors as pages: the same that the API tells as problem details.
enum PageProblem {
    /// The answer of a page that could not be shown.
    ///
    /// Whoever has to sign in is sent there, and comes back afterwards.
    static func answer(_ error: any Error, to request: HTTPRequest, seesInternals: Bool) -> Answer {
        let problem = ProblemAnswer.details(of: error, seesInternals: seesInternals)
        if problem.status == 401 {
            let isReading = request.method == "GET" || request.method == "HEAD"
            let back = isReading && request.target != "/" ? request.target : PagePath.documents
            return .seeOther(PagePath.with(PagePath.signIn, [("next", back)]))
        }
        return .page(
            PageFrame.html(WebPage(problem.title, body(problem)), for: nil), status: problem.status,
            headers: problem.headers)
    }

    private static func body(_ problem: ProblemAnswer.Details) -> HTML {
        """
        <div class="empty">
        \(Icon.html(problem.status == 404 ? "search" : "warning"))
        <h1 class="empty-title">\(problem.title)</h1>
        <p>\(problem.message)</p>
        \(problem.lines.isEmpty ? nil : "<ul>\(problem.lines.map { "<li>\($0)</li>" as HTML })</ul>" as HTML)
        <p><a class="button" href="\(PagePath.documents)">Return to Documents</a></p>
        </div>
        """
    }
}
