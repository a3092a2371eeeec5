internal import HTTPServer

/// What was typed into a form whose sender had to sign in first. The page to sign in carries it in hidden fields, so that it
/// outlives the session and the process. Nothing is done with it but showing the form again.
struct KeptForm: Sendable {
    /// What the form was sent to, with its query.
    let target: String
    /// Names and values, as forms are sent.
    let text: String

    /// Of `text`. A form that is larger is not kept.
    static let maxSize = 256 << 10

    init?(target: String?, text: String?) {
        guard let target, let text, PagePath.isOwn(target) else { return nil }
        self.target = target
        self.text = text
    }

    /// The fields of a form that may be kept; nil: there are none, or too much was typed.
    init?(_ fields: [FormFields.Field], of again: FormAgain, target: String) {
        let kept = fields.filter { again.fields.contains($0.name) }
        let text = FormData.text(kept.map { ($0.name, $0.value) })
        guard !kept.isEmpty, text.utf8.count <= Self.maxSize else { return nil }
        self.init(target: target, text: text)
    }

    /// The form with what was typed, for whoever is signed in now.
    ///
    /// - Throws: what keeps the visitor from the form.
    func page(for visitor: Visitor, _ request: RouteRequest) async throws -> Answer {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].split(separator: "/").compactMap { PercentEncoding.decode($0) }
        guard let fields = try? FormFields(Array(text.utf8)).fields,
            let query = parts.count > 1 ? FormData.pairs(parts[1]) : [],
            case .route(let route, let path) = request.server.router.find(HTTPMethod.post.rawValue, segments),
            let again = route.again
        else { throw HTTPFailure(.notFound, "There is no such form.") }
        try visitor.check(route.access)
        let former = try RouteRequest(
            again: route, path: path, query: query, fields: fields, for: visitor, by: request)
        return try await former.page(
            again,
            problem: "You had been signed out, and nothing is saved yet. Look at what you typed, and send it again.")
    }
}
