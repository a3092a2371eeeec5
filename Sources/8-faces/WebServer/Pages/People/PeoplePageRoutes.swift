internal import Accounts
internal import Documents
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// The pages by which admins look after people.
enum PeoplePageRoutes {
    static let all: [Route] = [list, newPerson, add, edit, change, password, askRemoval, remove]

    private static let form = RouteAnswer.content(200, "text/html", "The page.")
    private static let again = RouteAnswer.content(422, "text/html", "The page again, with what is wrong.")
    private static let done = RouteAnswer.empty(303, "It is done.", headers: [("Location", "Of the list.")])

    private static let list = Route(
        .get, "/people", "showPeople", .pages, "Show who has an account", access: .admin,
        parameters: [ListingParameters.after.spec, NoticeCode.parameter.spec], answers: [form],
        examples: [RouteExample("All")]
    ) { request in
        let page = try await People(of: request.workspace).list(
            by: try request.actor, limit: 100, after: try request[ListingParameters.after])
        let others = page.next == nil ? try await request.workspace.ownersWithoutAccount() : []
        var notice = try request.notice
        if notice == nil, try await PersonErasure.isUnfinished(in: request.workspace) { notice = unfinished }
        return try await request.page(
            PeoplePages.list(page, others: others, own: try request.actor.person, notice: notice))
    }

    /// Nothing may be left by which a page could name the person.
    private static let unfinished = Notice(
        kind: .warning,
        text:
            "The last erasure did not come to its end. Erase the same person again; a person who is no longer listed here has the "
            + "address /people/ID/erase, with their id.")

    private static let newPerson = Route(
        .get, "/people/new", "showNewPerson", .pages, "Show the form for a new person", access: .admin, answers: [form],
        examples: [RouteExample("Ask")]
    ) { request in
        try await request.page(PeoplePages.add(FormValues(values: ["role": Role.owner.rawValue])))
    }

    private static let id = FormField<String?>.optional("id", .secret(maxLength: 1_000), "The new person's id.")
    private static let name = FormField<String?>.optional("name", .secret(maxLength: 1_000), "For people.")
    private static let role = FormField<Role?>.optional("role", .choice, "What they may.")
    static let newPassword = FormField<String?>.optional("password", .secret(maxLength: 4_096), "The new one.")

    private static let add = Route(
        .post, "/people/new", "addPersonOnPage", .pages, "Add a person", access: .admin,
        body: .form([id.spec, name.spec, role.spec, newPassword.spec]), answers: [done, again],
        again: FormAgain([id.spec.name, name.spec.name, role.spec.name]) { _, form in PeoplePages.add(form) }
    ) { request in
        let (id, name, role) = (try request[id], try request[name], try request[role])
        let password = try request[newPassword]
        var form = FormValues(values: ["id": id ?? "", "name": name ?? "", "role": role?.rawValue ?? ""])
        if id == nil { form.errors["id"] = "Enter an id, such as a short name." }
        let actor = try request.actor
        let added = try await request.attempt(&form) {
            try await People(of: request.workspace).add(id ?? "", name: name, role: role, password: password, by: actor)
        }
        guard added != nil else { return try await request.page(PeoplePages.add(form), status: 422) }
        return list(.personAdded)
    }

    private static let edit = Route(
        .get, "/people/{person}/edit", "showPersonForm", .pages, "Show the form that changes a person", access: .admin,
        parameters: [PeopleRoutes.person.spec], answers: [form],
        examples: [RouteExample("An unknown one", path: ["person": "nobody"], status: 404)]
    ) { request in
        let person = try await person(request)
        return try await page(person, values(of: person), FormValues(), request)
    }

    private static let change = Route(
        .post, "/people/{person}/edit", "changePersonOnPage", .pages, "Change a person's name or role", access: .admin,
        parameters: [PeopleRoutes.person.spec], body: .form([name.spec, role.spec]), answers: [done, again],
        again: FormAgain([name.spec.name, role.spec.name]) { request, form in
            let person = try await person(request)
            return PeoplePages.edit(
                person, form, password: FormValues(), isOwn: try request.actor.person == person.id)
        }
    ) { request in
        let person = try await person(request)
        let (name, role) = (try request[name], try request[role])
        var form = FormValues(values: ["name": name ?? "", "role": role?.rawValue ?? person.role.rawValue])
        if name == nil { form.errors["name"] = "Enter a name." }
        let actor = try request.actor
        let changed = try await request.attempt(&form) {
            try await People(of: request.workspace).change(
                person.id, name: name == person.name ? nil : name, role: role == person.role ? nil : role, by: actor)
        }
        guard changed != nil else { return try await page(person, form, FormValues(), request, status: 422) }
        return list(.saved)
    }

    private static let password = Route(
        .post, "/people/{person}/password", "changePasswordOnPage", .pages, "Change a person's password",
        access: .admin,
        parameters: [PeopleRoutes.person.spec], body: .form([newPassword.spec]), answers: [done, again]
    ) { request in
        let person = try await person(request)
        let password = try request[newPassword]
        var form = FormValues()
        if password == nil { form.errors["password"] = "Enter a password." }
        let actor = try request.actor
        let ended = try await request.attempt(&form) {
            try await People(of: request.workspace).changePassword(of: person.id, to: password ?? "", by: actor)
        }
        guard ended != nil else { return try await page(person, values(of: person), form, request, status: 422) }
        return list(.passwordChanged)
    }

    private static let askRemoval = Route(
        .get, "/people/{person}/remove", "askPersonRemoval", .pages, "Ask whether to remove a person", access: .admin,
        parameters: [PeopleRoutes.person.spec], answers: [form],
        examples: [RouteExample("An unknown one", path: ["person": "nobody"], status: 404)]
    ) { request in
        try await removal(try await person(request), FormValues(), request)
    }

    private static let remove = Route(
        .post, "/people/{person}/remove", "removePersonOnPage", .pages, "Remove a person", access: .admin,
        parameters: [PeopleRoutes.person.spec], answers: [done, again]
    ) { request in
        let person = try await person(request)
        var form = FormValues()
        let actor = try request.actor
        let removed = try await request.attempt(&form) {
            try await People(of: request.workspace).remove(person.id, by: actor)
        }
        guard removed != nil else { return try await removal(person, form, request, status: 422) }
        return list(.personRemoved)
    }

    // MARK: Support

    private static func person(_ request: RouteRequest) async throws -> Person {
        let id = try request[PeopleRoutes.person]
        guard let person = try await request.workspace.accounts.person(id) else { throw AccountError.noPerson(id) }
        return person
    }

    private static func values(of person: Person) -> FormValues {
        FormValues(values: ["name": person.name, "role": person.role.rawValue])
    }

    private static func page(
        _ person: Person, _ form: FormValues, _ password: FormValues, _ request: RouteRequest, status: Int = 200
    ) async throws -> Answer {
        let isOwn = try request.actor.person == person.id
        return try await request.page(PeoplePages.edit(person, form, password: password, isOwn: isOwn), status: status)
    }

    private static func removal(
        _ person: Person, _ form: FormValues, _ request: RouteRequest, status: Int = 200
    ) async throws -> Answer {
        let documents = try await request.workspace.catalog.statistics(owner: person.id).total
        let links = try await People(of: request.workspace).openLinks(of: person.id)
        return try await request.page(
            PeoplePages.remove(person, documents: documents, links: links, form), status: status)
    }

    private static func list(_ code: NoticeCode) -> Answer {
        .seeOther(PagePath.with(PageSection.people.path, [("done", code.rawValue)]))
    }
}
