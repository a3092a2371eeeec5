internal import Documents
internal import Platform
internal import Representations

/// Questions before something is taken away or replaced.
enum ConfirmPages {
    static func deleteDocument(_ version: DocumentVersion, versions: Int, paths: DocumentPaths) -> WebPage {
        let isTrashed = version.trashedAt != nil
        let count = HumanFormat.count(versions, "version")
        return question(
            "Delete Document", version, paths,
            """
            <p>Are you sure you want to delete “\(version.title)”, with \(count)?</p>
            <p class="quiet">\(isTrashed ? "It is in the trash now." : "In the trash it can be restored for 30 days. Sharing ends at once.")</p>
            """,
            """
            \(isTrashed ? nil : form(paths.document(version.id, part: "trash"), "Move to trash", "button-danger", documentStays))
            \(deleteNow(
                paths.document(version.id, part: "delete"), "This action cannot be undone: file and record are erased.",
                documentStays))
            """)
    }

    static func deleteVersion(_ version: DocumentVersion, paths: DocumentPaths) -> WebPage {
        question(
            "Delete Version \(version.number)", version, paths,
            """
            <p>Are you sure you want to delete version \(version.number) of “\(version.title)”? The other versions stay.</p>
            """,
            """
            \(version.trashedAt == nil ? form(paths.document(version.id, part: "trash-version"), "Move to trash", "button-danger", versionStays) : nil)
            \(deleteNow(
                paths.document(version.id, part: "delete-version"),
                "This action cannot be undone: its file and record are erased.", versionStays))
            """)
    }

    /// Instead of what cannot be done with a document in the trash.
    static func trashed(_ version: DocumentVersion, paths: DocumentPaths) -> WebPage {
        question(
            "In the Trash", version, paths, "<p>“\(version.title)” is in the trash. Restore it first.</p>",
            form(
                paths.document(version.id, part: "untrash"), "Restore", "button-primary",
                "Failed to restore document. {reason}"))
    }

    static func restoreVersion(
        _ version: DocumentVersion, text: String?, current: DocumentVersion, paths: DocumentPaths
    ) -> WebPage {
        let isShown = text != nil || ![.text, .other].contains(Preview.kind(of: version))
        return question(
            "Restore Version \(version.number)", version, paths,
            """
            <p>Restore this version? The current version will be marked as archived.</p>
            <p class="quiet">Version \(version.number) of \(ShownTime.date(version.createdAt)), \(version.name), \
            \(HumanFormat.size(version.size)), instead of version \(current.number) of \(ShownTime.date(current.createdAt)).</p>
            \(isShown ? Preview.html(version, text: text, paths: paths) : nil)
            """,
            form(
                paths.document(version.id, part: "restore"), "Restore", "button-primary",
                "Failed to restore version. {reason}"), isLong: isShown)
    }

    /// - Parameter isLong: whether it has more than a small screen shows: a page that began at its end would hide what is asked.
    private static func question(
        _ title: String, _ version: DocumentVersion, _ paths: DocumentPaths, _ text: HTML, _ forms: HTML,
        isLong: Bool = false
    ) -> WebPage {
        WebPage(
            title, in: .documents, assets: Preview.assets(for: [Preview.kind(of: version)]),
            """
            <p class="back"><a href="\(paths.document(version.id))">\(Icon.html("chevron-left")) \(version.title)</a></p>
            <h1>\(title)</h1>
            <div class="question">\(text)
            <div class="form-buttons"><a class="button" href="\(paths.document(version.id))" data-cancel\("autofocus", if: !isLong)>Cancel</a>
            \(forms)</div></div>
            """)
    }

    // What is said when it is not done (sheet.js).
    private static let documentStays = "Failed to delete document. {advice}"
    private static let versionStays = "Failed to delete version. {advice}"

    private static func form(_ action: String, _ label: String, _ style: String, _ failure: String) -> HTML {
        """
        <form method="post" action="\(action)" data-failure="\(failure)">\
        <button class="button \(style)">\(label)</button></form>
        """
    }

    /// Behind a second press, since it cannot be taken back.
    private static func deleteNow(_ action: String, _ warning: String, _ failure: String) -> HTML {
        """
        <details class="delete-now"><summary class="button">Delete now…</summary>
        <p>\(warning)</p>
        <form method="post" action="\(action)" data-failure="\(failure)">\
        <button class="button button-danger">Delete now</button></form></details>
        """
    }
}
