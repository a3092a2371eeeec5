internal import Representations
internal import Workspaces

/// What is asked before a person is erased with all that is theirs, and what is told afterwards.
enum ErasurePages {
    /// - Parameters:
    ///   - name: of the person, or their id where they have no account.
    ///   - hasAccount: whether less could be done: to remove the account.
    ///   - parts: what goes, as `PersonErasure.parts`; empty: nothing can go now, as the form's problem says.
    static func question(_ id: String, name: String, hasAccount: Bool = false, parts: [String], _ form: FormValues)
        -> WebPage
    {
        let less: HTML? =
            hasAccount
            ? "To end their access alone, <a href=\"\(PagePath.person(id, "remove"))\">remove them</a>." : nil
        let content: HTML =
            parts.isEmpty
            ? "<div class=\"form-buttons\"><a class=\"button\" href=\"\(PageSection.people.path)\" data-cancel>Back</a></div>"
            : """
            <p>This erases, and cannot be undone:</p>
            <ul class="erased">\(parts.map { "<li>\($0)</li>" as HTML })</ul>
            <p class="quiet">Backups stay as they are, and so does what others have received. \(less)</p>
            <form class="form" method="post" action="\(PagePath.person(id, "erase"))">
            \(Field.text("confirm", "Their id, to confirm", form, isRequired: true, hint: "Type \(id).", isID: true, isFocused: true))
            <div class="form-buttons"><a class="button" href="\(PageSection.people.path)" data-cancel>Cancel</a>
            <button class="button button-danger">Erase for good</button></div></form>
            """
        return WebPage(
            "Erase \(name)", in: .people,
            """
            \(PeoplePages.back)<h1>Erase \(name)</h1>
            <div class="question">
            \(Field.problem(form))
            \(content)</div>
            """)
    }

    /// What somebody still has to do, where all of it was erased that could be.
    static func rest(of report: ErasureReport) -> WebPage {
        WebPage(
            "Erased", in: .people,
            """
            \(PeoplePages.back)<h1>Erased</h1>
            <div class="notice notice-warning" role="alert">\(Icon.html("warning"))<p>Something is left.</p></div>
            <ul class="erased">
            \(report.watchedFiles.map { "<li><code>\($0)</code> is still in a watched folder and will be processed again unless you remove it.</li>" as HTML })
            \(report.left.map { "<li>\($0)</li>" as HTML })
            </ul>
            """)
    }
}
