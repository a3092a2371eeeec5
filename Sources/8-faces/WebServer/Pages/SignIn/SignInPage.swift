/// The page to sign in.
enum SignInPage {
    /// - Parameters:
    ///   - next: the page to go to afterwards.
    ///   - kept: what was typed into a form before; it is found there again afterwards.
    ///   - isOpen: whether anybody has a password; otherwise only the link that the service prints lets one in.
    static func page(_ form: FormValues, next: String, isOpen: Bool, kept: KeptForm? = nil) -> WebPage {
        WebPage(
            "Sign in",
            """
            <div class="card narrow sign-in">
            <h1>Sign in</h1>
            \(isOpen ? password(form, next, kept) : link)
            \(kept.map { goingOn(form, next, $0, isOpen: isOpen) })
            </div>
            """)
    }

    private static func password(_ form: FormValues, _ next: String, _ kept: KeptForm?) -> HTML {
        """
        <form class="form" method="post" action="\(PagePath.signIn)">
        \(Field.problem(form))
        \(hidden(next, kept))
        \(Field.text(
            "id", "Name", form, isRequired: true, hint: "The short name that you were given, such as jordan.",
            autocomplete: "username", isID: true, isFocused: true))
        \(Field.text(
            "password", "Password", form, type: "password", isRequired: true, autocomplete: "current-password"))
        <div class="form-buttons"><button class="button button-primary button-wide">Sign in</button></div>
        </form>
        """
    }

    private static func hidden(_ next: String, _ kept: KeptForm?) -> HTML {
        let typed = kept.map { kept in
            """
            <input type="hidden" name="form" value="\(kept.target)"><input type="hidden" name="typed" value="\(kept.text)">
            """ as HTML
        }
        return "<input type=\"hidden\" name=\"next\" value=\"\(next)\">\(typed)"
    }

    /// For whoever signs in elsewhere, by the link or in another tab of the browser.
    private static func goingOn(_ form: FormValues, _ next: String, _ kept: KeptForm, isOpen: Bool) -> HTML {
        """
        <form class="form" method="post" action="\(PagePath.signIn)">
        \(isOpen ? nil : Field.problem(form))
        \(hidden(next, kept))
        <p class="quiet">Have you signed in in another tab of this browser?</p>
        <div class="form-buttons"><button class="button button-wide">Continue with what I typed</button></div>
        </form>
        <p class="quiet">The next person who signs in on this page sees what was typed. If that was not you, \
        <a href="\(PagePath.with(PagePath.signIn, [("next", next)]))">sign in without it</a>.</p>
        """
    }

    private static let link: HTML = """
        <p>There are no passwords yet. The service prints a link that signs you in once: look where it was started, or run</p>
        <pre class="code">compass serve</pre>
        <p class="quiet">An admin gives people passwords: <code>compass users add</code>.</p>
        """
}
