internal import HTTPMessages
internal import HTTPServer
internal import Service
internal import Workspaces

/// What becomes of a form that comes when its sender is not signed in any more: nothing is done, what was typed waits beside
/// signing in, and afterwards one is back at the form.
enum EndedSession {
    static func answer(to request: HTTPRequest, _ route: Route, _ parts: ServerParts) async -> Answer {
        let next = page(of: request, parts.router)
        guard let kept = await kept(of: request, route, parts),
            let isOpen = try? await SignIn(to: parts.service.workspace).isOpen()
        else {
            let query = [("next", next), ("done", NoticeCode.notSignedIn.rawValue)]
            return .seeOther(PagePath.with(PagePath.signIn, query))
        }
        var page = SignInPage.page(FormValues(), next: next, isOpen: isOpen, kept: kept)
        page.notice = Notice(
            kind: .warning,
            text: "You were signed out, and nothing was saved. What you typed is kept: sign in to continue.")
        return .page(PageFrame.html(page, for: nil), status: 401, headers: HTTPFailure.notSignedIn.headers)
    }

    /// What was typed; nil: nothing that can be kept, or a page of somebody else has sent it, who must not have a person find
    /// words in a form that they have not typed.
    private static func kept(of request: HTTPRequest, _ route: Route, _ parts: ServerParts) async -> KeptForm? {
        guard let again = route.again, (try? parts.hosts.checkOrigin(request)) != nil,
            let fields = try? await fields(of: request, route)
        else { return nil }
        return KeptForm(fields, of: again, target: request.target)
    }

    /// Of a form with files those before the first file, which is not read.
    private static func fields(of request: HTTPRequest, _ route: Route) async throws -> [FormFields.Field] {
        guard case .multipart = route.body else { return try await RouteRequest.form(request) }
        guard let type = request.headers["Content-Type"].flatMap({ MediaType($0) }) else { return [] }
        let reader = try MultipartReader(request.body, type: type)
        var fields: [FormFields.Field] = []
        while fields.count < 100, let part = try await reader.next(), part.head.filename == nil {
            guard let text = String(validating: try await part.collect(atMost: KeptForm.maxSize), as: UTF8.self) else {
                continue
            }
            fields.append(FormFields.Field(name: part.head.name, value: text))
        }
        return fields
    }

    /// The page that has the form: at the address that the form was sent to, or at the nearest above it.
    private static func page(of request: HTTPRequest, _ router: Router) -> String {
        var segments = request.path
        while !segments.isEmpty {
            if case .route = router.find(HTTPMethod.get.rawValue, segments) {
                let path = segments.map { "/" + PercentEncoding.encode($0) }.joined()
                return request.target.contains("?") ? path + request.target.drop { $0 != "?" } : path
            }
            segments.removeLast()
        }
        return PagePath.documents
    }
}
