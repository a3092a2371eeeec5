internal import Accounts
internal import Diagnostics
internal import Documents
internal import Platform
internal import Representations
internal import Workspaces

/// One's own account: name, password, sessions, tokens, what was accepted, what is stored, and what one prefers.
enum AccountPage {
    static func page(_ view: AccountView) -> WebPage {
        WebPage(
            "Account and privacy", notice: view.notice,
            """
            <header class="page-head"><div><h1>Account and privacy</h1>\
            <p class="subtitle">\(view.person.name), \(view.person.role.label.lowercased()), \
            since \(ShownTime.date(view.person.createdAt))</p></div>
            <form method="post" action="\(PagePath.signOut)"><button class="button">\(Icon.html("sign-out")) Sign out</button></form>
            </header>
            \(view.created.map { created($0) })
            <div class="account-page">
            \(card("name", "Name", nameForm(view)))
            \(card("password", "Password", passwordForm(view)))
            \(card("sessions", "Signed in", sessions(view)))
            \(card("tokens", "Tokens", tokens(view)))
            \(card("legal", "What you have accepted", acceptances(view)))
            \(card("stored", "What is stored about you", stored(view)))
            \(view.person.role == .admin ? card("backup", "Backup", backup) : nil)
            \(preferences)
            </div>
            """)
    }

    private static func card(_ id: String, _ title: String, _ content: HTML) -> HTML {
        """
        <section class="card" id="part-\(id)" aria-labelledby="\(id)-title"><h2 id="\(id)-title">\(title)</h2>
        \(content)</section>
        """
    }

    private static func nameForm(_ view: AccountView) -> HTML {
        """
        <form class="form" method="post" action="\(PagePath.account)/name">
        \(Field.problem(view.nameForm))
        \(Field.text("name", "Name", view.nameForm, isRequired: true, limit: Person.longestName, autocomplete: "name"))
        <p class="field-hint">You sign in as <code>\(view.person.id)</code>. This name cannot be changed.</p>
        <div class="form-buttons"><button class="button">Save</button></div></form>
        """
    }

    private static func passwordForm(_ view: AccountView) -> HTML {
        let current =
            view.person.hasPassword
            ? Field.text(
                "current", "Present password", view.passwordForm, type: "password", isRequired: true,
                autocomplete: "current-password")
            : "<p>You have none yet: you came in by a one-time link.</p>"
        return """
            <form class="form" method="post" action="\(PagePath.account)/password">
            \(Field.problem(view.passwordForm))
            <input type="text" name="id" value="\(view.person.id)" autocomplete="username" hidden readonly>
            \(current)
            \(Field.text(
                "password", "New password", view.passwordForm, type: "password", isRequired: true,
                hint: "\(PeoplePages.passwordHint) Your other sessions end.", autocomplete: "new-password"))
            <div class="form-buttons"><button class="button">Change the password</button></div></form>
            """
    }

    // MARK: Sessions

    private static func sessions(_ view: AccountView) -> HTML {
        let items = view.sessions.map { session -> HTML in
            let isCurrent = session.id == view.current
            let device = DeviceWords.text(session.userAgent)
            return """
                <li>\(Icon.html(isCurrent ? "check" : "user"))<div><p><strong>\(device)</strong>\
                \(isCurrent ? " <span class=\"badge badge-current\">this one</span>" : nil)</p>\
                <p class="quiet">Last used \(ShownTime.dateAndTime(session.lastSeen))\
                \(session.address.map { ", from \($0)" as HTML }). Since \(ShownTime.dateAndTime(session.createdAt)) \
                \(session.origin == .link ? "by a one-time link" : "with the password").</p></div>\
                \(isCurrent ? nil : end(session, device))</li>

                """
        }
        return
            "<p class=\"quiet\">Sessions end by themselves after 7 days without use.</p><ul class=\"account-list\">\(items)</ul>"
    }

    private static func end(_ session: Session, _ device: String) -> HTML {
        """
        <form method="post" action="\(PagePath.account)/sessions/\(session.id)/end">\
        <button class="button button-small" aria-label="End the session of \(device)">End</button></form>
        """
    }

    // MARK: Tokens

    private static func created(_ created: Tokens.Created) -> HTML {
        """
        <section class="card token-shown" aria-labelledby="token-shown-title" role="status">
        <h2 id="token-shown-title">\(Icon.html("key")) Token “\(created.token.name)” is made</h2>
        <p>Copy it now. It is shown only once.</p>
        <pre class="code" tabindex="0" role="region" aria-label="The token">\(created.secret.reveal { $0 })</pre></section>
        """
    }

    private static func tokens(_ view: AccountView) -> HTML {
        """
        <p class="quiet">Programs use them to act for you, with <code>Authorization: Bearer</code>.</p>
        \(view.tokens.isEmpty ? "<p>You have none.</p>" as HTML : "<ul class=\"account-list\">\(view.tokens.map { token($0, view) })</ul>")
        <details class="form-part" id="new-token"\("open", if: !view.tokenForm.isValid)>\
        <summary class="button">\(Icon.html("plus")) Make a token</summary>
        <form class="form" method="post" action="\(PagePath.account)/tokens#part-tokens">
        \(Field.problem(view.tokenForm))
        \(Field.text("token", "What it is for", view.tokenForm, isRequired: true, limit: APIToken.longestName, placeholder: "Backup"))
        <fieldset\("aria-describedby", view.tokenForm.errors["scope"].map { _ in "scope-error" })>\
        <legend>What it may do</legend>\(view.possibleScopes.map { scope($0, view) })\
        \(view.tokenForm.errors["scope"].map { "<p class=\"field-error\" id=\"scope-error\">\($0)</p>" as HTML })</fieldset>
        \(Field.choice(
            "days", "How long it is valid", view.tokenForm,
            [("30", "30 days"), ("90", "90 days"), ("180", "180 days"), ("366", "A year")]))
        <div class="form-buttons"><button class="button button-primary">Make the token</button></div></form></details>
        """
    }

    private static func scope(_ scope: TokenScope, _ view: AccountView) -> HTML {
        """
        <label class="check"><input type="checkbox" name="scope" value="\(scope.rawValue)"\
        \("checked", if: view.scopes.contains(scope.rawValue))> <span>\(scope.words) <code>\(scope.rawValue)</code></span></label>
        """
    }

    private static func token(_ token: APIToken, _ view: AccountView) -> HTML {
        let isValid = token.state(at: view.now) == .valid
        let used = token.lastUsed.map { "last used \(ShownTime.dateAndTime($0))" as HTML } ?? "never used"
        return """
            <li>\(Icon.html("key"))<div><p><strong>\(token.name)</strong>\(isValid ? nil : " <span class=\"badge\">\(token.state(at: view.now).rawValue)</span>")</p>\
            <p class="quiet">\(token.scopes.map(\.rawValue).joined(separator: ", ")). \
            \(isValid ? "Valid until \(ShownTime.date(token.expiresAt))" as HTML : "Made \(ShownTime.date(token.createdAt))"), \(used).</p></div>\
            \(isValid ? revoke(token) : nil)</li>

            """
    }

    private static func revoke(_ token: APIToken) -> HTML {
        """
        <form method="post" action="\(PagePath.account)/tokens/\(token.id)/revoke">\
        <button class="button button-small" aria-label="Revoke the token \(token.name)">Revoke</button></form>
        """
    }

    // MARK: Privacy

    private static func acceptances(_ view: AccountView) -> HTML {
        let items = view.acceptances.map { acceptance -> HTML in
            let name = acceptance.kind == LegalDocument.privacyPolicy ? "Privacy Policy" : acceptance.kind
            return """
                <li>\(Icon.html("check"))<div><p><strong>\(name), version \(acceptance.version)</strong></p>\
                <p class="quiet">on \(ShownTime.dateAndTime(acceptance.acceptedAt))</p></div></li>

                """
        }
        return """
            \(items.isEmpty ? "<p>Nothing yet.</p>" as HTML : "<ul class=\"account-list\">\(items)</ul>")
            <p><a href="\(PagePath.policy)">Read the Privacy Policy</a></p>
            """
    }

    private static func stored(_ view: AccountView) -> HTML {
        let links = view.links >= AccountView.counted ? "\(AccountView.counted) or more" : "\(view.links)"
        let facts: [(String, String)] = [
            ("Documents", "\(view.statistics.total)"), ("Shared with schools", "\(view.statistics.shared)"),
            ("Size with all versions", HumanFormat.size(view.statistics.storageBytes)), ("Links for coaches", links),
            ("Sessions", "\(view.sessions.count)"), ("Tokens", "\(view.tokens.count)"),
            ("Acceptances", "\(view.acceptances.count)"),
        ]
        return """
            <dl class="facts-list">\(facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" as HTML })</dl>
            <p class="quiet">Besides, your name, a hash of your password, and what you have changed and when. \
            <a href="\(PagePath.documents)">Your documents</a> can be downloaded and deleted at any time; to have your account \
            deleted, ask an admin.</p>
            <p>Everything about you, with every version of every document, in one file. It is made while you wait.</p>
            <p><a class="button" href="\(PagePath.export(of: view.person.id))" download>\
            \(Icon.html("download")) Download my documents</a></p>
            """
    }

    private static let backup: HTML = """
        <p>All documents of everybody, with all versions, what is on record and the pipelines, in one file. \
        It is made while you wait: the download begins when it is whole. Keep it as safe as the documents.</p>
        <p><a class="button" href="/api/v1/backup" download>\(Icon.html("download")) Download a backup</a></p>
        """

    private static let preferences: HTML = """
        <section class="card" id="preferences" aria-labelledby="preferences-title" data-module="preferences">
        <h2 id="preferences-title">Preferences</h2>
        <p class="quiet">Kept in this browser.</p>
        <label class="check scripted-only"><input type="checkbox" data-shortcuts checked> \
        <span>Shortcuts of a single key, such as <kbd>/</kbd> for search</span></label>
        <noscript><p>Shortcuts need scripts, which are off in this browser.</p></noscript>
        <p class="quiet" role="status"></p></section>
        """
}

extension TokenScope {
    /// For people who choose what a token may do.
    var words: String {
        switch self {
        case .documentsRead: "See and download documents"
        case .documentsWrite: "See, upload, change and share documents"
        case .runsRead: "See runs and pipelines"
        case .runsWrite: "See, start, retry and cancel runs"
        case .metrics: "Read the figures of the service"
        case .admin: "Everything an admin may do"
        }
    }
}
