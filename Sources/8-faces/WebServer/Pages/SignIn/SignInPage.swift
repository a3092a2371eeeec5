/// The page to sign in.
enum SignInPage {
    /// - Parameters:
    ///   - next: the page to go to afterwards.
    ///   - isOpen: whether anybody has a password; otherwise only the link that the service prints lets one in.
    static func page(_ form: FormValues, next: String, isOpen: Bool) -> WebPage {
        WebPage(
            "Sign in",
            """
            <div class="card narrow sign-in">
            <h1>Sign in</h1>
            \(isOpen ? password(form, next) : link)
            </div>
            """)
    }

    private static func password(_ form: FormValues, _ next: String) -> HTML {
        """
        <form class="form" method="post" action="\(PagePath.signIn)">
        \(Field.problem(form))
        <input type="hidden" name="next" value="\(next)">
        \(Field.text(
            "id", "Name", form, isRequired: true, hint: "The short name that you were given, such as jordan.",
            autocomplete: "username", isFocused: true))
        \(Field.text(
            "password", "Password", form, type: "password", isRequired: true, autocomplete: "current-password"))
        <div class="form-buttons"><button class="button button-primary button-wide">Sign in</button></div>
        </form>
        """
    }

    private static let link: HTML = """
        <p>Nobody has a password yet. The service prints a link that signs you in once: look where it was started, or run</p>
        <pre class="code">compass serve</pre>
        <p class="quiet">An admin gives people passwords: <code>compass users add</code>.</p>
        """
}
