internal import Accounts
internal import Documents
internal import Passwords
internal import Representations

/// The people who have an account, and the forms that change them.
enum PeoplePages {
    /// - Parameters:
    ///   - others: the ids of those who own something and have no account.
    ///   - own: the id of who reads it.
    static func list(_ page: Page<Person>, others: [String] = [], own: String?, notice: Notice?) -> WebPage {
        WebPage(
            "People", in: .people, notice: notice,
            """
            <header class="page-head"><div><h1>People</h1><p class="subtitle">Who can sign in</p></div>\
            <a class="button button-primary" href="\(PagePath.newPerson)" data-sheet>\(Icon.html("plus")) Add a person</a></header>
            \(page.items.isEmpty ? empty : "<ul class=\"people\">\(page.items.map { item($0, isOwn: $0.id == own) })</ul>")
            \(page.next.map(more))
            \(others.isEmpty ? nil : self.others(others))
            """)
    }

    private static func others(_ ids: [String]) -> HTML {
        """
        <section class="form-part" aria-labelledby="others-title"><h2 id="others-title">Documents, no account</h2>
        <p class="quiet">They cannot sign in, and something of theirs is stored: documents, runs or uploads. Who stands here after \
        an erasure was not erased to the end.</p>
        <ul class="people">\(ids.map(other))</ul></section>
        """
    }

    private static func other(_ id: String) -> HTML {
        """
        <li class="card person"><span class="person-mark" aria-hidden="true">\(initials(id))</span>
        <div class="person-text"><h3>\(id)</h3></div>
        <div class="actions"><a class="button button-small" href="\(PagePath.person(id, "erase"))" data-sheet \
        aria-label="Erase \(id)">\(Icon.html("warning")) Erase…</a></div></li>

        """
    }

    private static let empty = EmptyState.html(
        icon: "user", title: "There are no accounts yet", text: "The first person whom you add becomes an admin.")

    private static func more(_ cursor: String) -> HTML {
        """
        <p class="more"><a class="button" href="\(PagePath.with(PageSection.people.path, [("after", cursor)]))">More people</a></p>
        """
    }

    private static func item(_ person: Person, isOwn: Bool) -> HTML {
        let id: HTML? = person.id == person.name ? nil : "<code>\(person.id)</code>"
        return """
            <li class="card person"><span class="person-mark" aria-hidden="true">\(initials(person.name))</span>
            <div class="person-text"><h2>\(person.name)</h2>\
            <p class="facts">\(id)\
            <span class="badge\(person.role == .admin ? " badge-running" : "")">\(person.role.label)</span>\
            \(person.hasPassword ? nil : "<span class=\"badge badge-warning\">no password</span>")\
            <span class="quiet">since \(ShownTime.date(person.createdAt))\(isOwn ? ", this is you" : "")</span></p></div>
            <div class="actions"><a class="button button-small" href="\(PagePath.person(person.id, "edit"))" data-sheet \
            aria-label="Change \(person.name)">\(Icon.html("edit")) Change</a>
            <a class="button button-small" href="\(PagePath.person(person.id, "remove"))" data-sheet \
            aria-label="Remove \(person.name)">\(Icon.html("trash")) Remove</a>
            <a class="button button-small" href="\(PagePath.person(person.id, "erase"))" data-sheet \
            aria-label="Erase \(person.name)">\(Icon.html("warning")) Erase…</a></div></li>

            """
    }

    /// "JR"
    static func initials(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        return [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }.map { $0.uppercased() }
            .joined()
    }

    static let passwordHint =
        "At least \(Password.length.lowerBound) letters or digits. A few words make a good one."

    static func add(_ form: FormValues) -> WebPage {
        self.form(
            "Add a person", form, at: PagePath.newPerson,
            """
            \(Field.text(
                "id", "Id", form, isRequired: true, hint: "They sign in with it, and their documents have it as their owner. It stays.",
                isID: true, isFocused: true))
            \(Field.text("name", "Name", form, limit: Person.longestName, placeholder: "Maria Lopez"))
            \(role(form))
            \(Field.text(
                "password", "Password", form, type: "password",
                hint: "\(passwordHint) Without one they cannot sign in yet.", autocomplete: "new-password"))
            """, "Add")
    }

    static func edit(_ person: Person, _ form: FormValues, password: FormValues, isOwn: Bool) -> WebPage {
        WebPage(
            "Change \(person.name)", in: .people,
            """
            \(back)<h1>Change \(person.name)</h1>
            <form class="form" method="post" action="\(PagePath.person(person.id, "edit"))">
            \(Field.problem(form))
            \(Field.text("name", "Name", form, isRequired: true, limit: Person.longestName, isFocused: true))
            \(role(form))
            \(buttons("Save"))
            </form>
            <section class="form-part"><h2>\(person.hasPassword ? "New password" : "First password")</h2>
            \(isOwn ? ownPassword : passwordForm(person, password))</section>
            """)
    }

    private static let ownPassword: HTML = """
        <p>You change your own password on <a href="\(PagePath.account)">your account's page</a>.</p>
        """

    private static func passwordForm(_ person: Person, _ form: FormValues) -> HTML {
        """
        <form class="form" method="post" action="\(PagePath.person(person.id, "password"))">
        \(Field.problem(form))
        \(Field.text(
            "password", "Password", form, type: "password", isRequired: true,
            hint: "\(passwordHint) All sessions of \(person.name) end.", autocomplete: "new-password"))
        <div class="form-buttons"><button class="button">Set the password</button></div>
        </form>
        """
    }

    static func remove(_ person: Person, documents: Int, links: Int, _ form: FormValues) -> WebPage {
        let verb = links == 1 ? "opens" : "open"
        let open = links == 0 ? "" : " \(HumanFormat.count(links, "link")) still \(verb) documents of theirs."
        return WebPage(
            "Remove \(person.name)", in: .people,
            """
            \(back)<h1>Remove \(person.name)</h1>
            <div class="question">
            \(Field.problem(form))
            <p>Are you sure you want to remove \(person.name)? Their sessions and tokens end at once.</p>
            <p class="quiet">\(documents == 0 ? "They have no documents." : "Their \(HumanFormat.count(documents, "document")) stay, and admins still see them.")\(open)</p>
            <div class="form-buttons"><a class="button" href="\(PageSection.people.path)" data-cancel autofocus>Cancel</a>
            <form method="post" action="\(PagePath.person(person.id, "remove"))">\
            <button class="button button-danger">Remove</button></form></div></div>
            """)
    }

    static let back: HTML = """
        <p class="back"><a href="\(PageSection.people.path)">\(Icon.html("chevron-left")) People</a></p>

        """

    private static func form(_ title: String, _ form: FormValues, at path: String, _ fields: HTML, _ button: String)
        -> WebPage
    {
        WebPage(
            title, in: .people,
            """
            \(back)<h1>\(title)</h1>
            <form class="form" method="post" action="\(path)">
            \(Field.problem(form))
            \(fields)
            \(buttons(button))
            </form>
            """)
    }

    private static func buttons(_ label: String) -> HTML {
        """
        <div class="form-buttons"><button class="button button-primary">\(label)</button>
        <a class="button" href="\(PageSection.people.path)" data-cancel>Cancel</a></div>
        """
    }

    private static func role(_ form: FormValues) -> HTML {
        Field.choice(
            "role", "Role", form, Role.allCases.map { ($0.rawValue, $0.label) },
            hint: "Owners see their own documents. Admins see everything, and look after people and pipelines.")
    }
}

extension Role {
    var label: String {
        switch self {
        case .owner: "Owner"
        case .admin: "Admin"
        }
    }
}
