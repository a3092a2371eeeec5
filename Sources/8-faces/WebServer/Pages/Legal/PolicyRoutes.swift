internal import Accounts
internal import Documents
internal import Markdown
internal import Workspaces

/// The privacy policy as a page, and the button that accepts it.
enum PolicyRoutes {
    static let all: [Route] = [show, accept]

    private static let version = Parameter<String?>.optional(
        "version", .text(maxLength: 100), "The one in force unless said otherwise.")

    private static let show = Route(
        .get, "/legal/privacy", "showPolicyPage", .pages, "Show the privacy policy", access: .anyone,
        parameters: [version.spec], answers: [.content(200, "text/html", "A page.")],
        examples: [
            RouteExample("The one in force"),
            RouteExample("An unknown version", query: [("version", "nothing")], status: 404),
        ]
    ) { request in
        try await request.page(try await request.policyPage(version: try request[version]).page)
    }

    private static let accepted = FormField.required(
        "version", ParameterKind<String>.text(maxLength: 100), "The version that was shown.")
    private static let digest = FormField.required(
        "sha256",
        ParameterKind<String>(
            schema: .sha256, parse: { $0.utf8.count == 64 ? $0 : nil }, expectation: "64 hexadecimal digits"),
        "Of the text that was shown.")

    private static let accept = Route(
        .post, "/legal/privacy/accept", "acceptPolicyPage", .pages, "Accept the privacy policy, as oneself",
        access: .session, body: .form([accepted.spec, digest.spec]),
        answers: [
            .empty(303, "It is recorded.", headers: [("Location", "Of the policy's page.")]),
            .content(409, "text/html", "Another text was shown than that version has; a page with the one in force."),
        ]
    ) { request in
        let kind = LegalDocument.privacyPolicy
        let actor = try request.actor
        guard let person = actor.person else { throw HTTPFailure.notSignedIn }
        do {
            _ = try await request.audited("legal.accept", AuditEntry.Subject("legal", kind)) {
                try await request.server.legal.accept(
                    kind, version: try request[accepted], by: person, shown: try request[digest], from: actor.address)
            }
        } catch let error as LegalError where error.kind == .wrongText || error.kind == .notFound {
            // What was shown is no more: here is what holds now.
            return try await request.page(
                try await request.policyPage(version: nil, failure: "Please read this version of the policy.").page,
                status: 409)
        }
        return .empty(303, headers: [("Location", PolicyPage.path)])
    }
}

extension RouteRequest {
    /// Each text is read once.
    private static let pages = MarkdownCache()

    /// - Parameter version: nil: the one in force.
    /// - Throws: `LegalError` when there is no such version; the store's errors.
    fileprivate func policyPage(version: String?, failure: String? = nil) async throws -> PolicyPage {
        let legal = server.legal
        let document = try await legal.document(version: version)
        let current = version == nil ? document.version : try await legal.document().version
        var standing = PolicyPage.Standing.reader
        if let actor = visitor.actor, actor.kind == .session, let person = actor.person {
            let acceptances = try await legal.acceptances(of: person).filter { $0.kind == document.kind }
            if let acceptance = acceptances.first(where: { $0.version == document.version }) {
                standing = .accepted(acceptance.acceptedAt)
            } else if document.version == current {
                standing = .wanted(former: acceptances.first?.version)
            }
        }
        return PolicyPage(
            document: document, content: Self.content(of: document), standing: standing,
            current: document.version == current ? nil : current, failure: failure)
    }

    private static func content(of document: LegalDocument) -> PolicyPage.Content {
        do throws(MarkdownError) {
            return .sections(
                try pages.document(for: document.sha256) { () throws(MarkdownError) in
                    try MarkdownDocument(Array(document.text.utf8), options: PolicyPage.options)
                })
        } catch {
            return .raw(error)
        }
    }
}
