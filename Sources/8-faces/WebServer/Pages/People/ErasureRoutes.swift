internal import Accounts
internal import Documents
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// The page by which an admin erases a person with all that is theirs.
enum ErasureRoutes {
    static let all: [Route] = [ask, erase]

    private static let page = RouteAnswer.content(200, "text/html", "The page.")
    private static let refused = RouteAnswer.content(
        409, "text/html", "The page, with the reason why the person cannot be erased now.")
    private static let confirmed = FormField<String?>.optional(
        "confirm", .secret(maxLength: 1_000), "The person's id once more.")

    private static let ask = Route(
        .get, "/people/{person}/erase", "askPersonErasure", .pages, "Ask whether to erase a person", access: .admin,
        parameters: [PeopleRoutes.person.spec], answers: [page, refused],
        examples: [RouteExample("An unknown one", path: ["person": "nobody"], status: 404)]
    ) { request in
        try await question(request, FormValues())
    }

    private static let erase = Route(
        .post, "/people/{person}/erase", "erasePersonByPage", .pages, "Erase a person", access: .admin,
        parameters: [PeopleRoutes.person.spec], body: .form([confirmed.spec]),
        answers: [
            page, .empty(303, "All of it is erased.", headers: [("Location", "Of the list.")]), refused,
            .content(422, "text/html", "The page again, with what is wrong."),
        ],
        again: FormAgain([confirmed.spec.name]) { request, form in
            let erasure = try await erasure(request)
            return ErasurePages.question(
                erasure.person, name: try await name(erasure, request), hasAccount: erasure.holdings.hasAccount,
                parts: erasure.parts, form)
        }
    ) { request in
        let typed = try request[confirmed]
        let id = try request[PeopleRoutes.person]
        guard typed == id else {
            let form = FormValues(
                values: ["confirm": typed ?? ""], errors: ["confirm": "This is not their id, which is \(id)."])
            return try await question(request, form, status: 422)
        }
        let report: ErasureReport
        do {
            report = try await request.server.service.erase(try await erasure(request), by: try request.actor)
        } catch {
            return try await refusal(error, request)
        }
        if !report.left.isEmpty || !report.watchedFiles.isEmpty {
            return try await request.page(ErasurePages.rest(of: report))
        }
        return .seeOther(PagePath.with(PageSection.people.path, [("done", NoticeCode.personErased.rawValue)]))
    }

    // MARK: Support

    /// - Throws: `Problem` when they cannot be erased now; `AccountError` when nothing of theirs is there.
    private static func erasure(_ request: RouteRequest) async throws -> PersonErasure {
        let id = try request[PeopleRoutes.person]
        return try await PersonErasure(of: id, in: request.workspace, by: try request.actor)
    }

    private static func name(_ erasure: PersonErasure, _ request: RouteRequest) async throws -> String {
        try await request.workspace.accounts.person(erasure.person)?.name ?? erasure.person
    }

    private static func question(
        _ request: RouteRequest, _ form: FormValues, status: Int = 200
    ) async throws -> Answer {
        let erasure: PersonErasure
        do {
            erasure = try await Self.erasure(request)
        } catch {
            return try await refusal(error, request)
        }
        return try await request.page(
            ErasurePages.question(
                erasure.person, name: try await name(erasure, request), hasAccount: erasure.holdings.hasAccount,
                parts: erasure.parts.isEmpty ? [erasure.description] : erasure.parts, form),
            status: status)
    }

    /// The page that tells why nobody can be erased now.
    ///
    /// - Throws: what is another error.
    private static func refusal(_ error: any Error, _ request: RouteRequest) async throws -> Answer {
        let details = ProblemAnswer.details(of: error, seesInternals: true)
        guard details.status == 409 else { throw error }
        let id = try request[PeopleRoutes.person]
        return try await request.page(
            ErasurePages.question(id, name: id, parts: [], FormValues(problem: details.message)), status: 409)
    }
}
