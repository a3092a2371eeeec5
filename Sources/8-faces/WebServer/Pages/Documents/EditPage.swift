internal import Documents

/// The form that changes what is known of a document.
enum EditPage {
    /// - Parameters:
    ///   - state: of the document as the form was made of it, so that nobody undoes what others have changed meanwhile.
    ///   - restores: the name of the field that takes a document out of the trash, where it is.
    static func page(
        _ version: DocumentVersion, _ form: FormValues, schools: SchoolNames, state: String, restores: String,
        paths: DocumentPaths
    ) -> WebPage {
        let isTrashed = version.isTrashedDocument
        return WebPage(
            "Edit Document", in: .documents,
            """
            <p class="back"><a href="\(paths.document(version.id))">\(Icon.html("chevron-left")) \(version.title)</a></p>
            <h1>Edit Document</h1>
            <form class="form" method="post" action="\(paths.document(version.id, part: "edit"))" data-counted \
            data-failure="Failed to save changes. {reason}">
            \(Field.problem(form))
            <input type="hidden" name="state" value="\(state)">
            \(isTrashed ? "<input type=\"hidden\" name=\"\(restores)\" value=\"on\">" as HTML : nil)
            \(Field.text(
                "title", "Title", form, isRequired: true, limit: DocumentMetadata.maxTitle,
                placeholder: "Document title", isFocused: true))
            \(Field.choice(
                "school", "School", form,
                [("", "General / Not School-Specific")] + schools.all.map { ($0.id, $0.name) }))
            \(Field.area(
                "description", "Description", form, limit: DocumentMetadata.maxDescription,
                placeholder: "Add a description..."))
            <div class="form-buttons"><button class="button button-primary">\(isTrashed ? "Restore and save" : "Save")</button>
            <a class="button" href="\(paths.document(version.id))" data-cancel>Cancel</a></div>
            </form>
            """)
    }

    /// The form as the document is.
    static func values(of version: DocumentVersion) -> FormValues {
        FormValues(values: [
            "title": version.title, "description": version.description ?? "", "school": version.school ?? "",
        ])
    }
}
