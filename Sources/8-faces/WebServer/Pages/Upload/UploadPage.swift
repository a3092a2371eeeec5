internal import Documents
internal import Platform
internal import Representations

/// The form that uploads documents, or a new version of one.
enum UploadPage {
    /// - Parameters:
    ///   - document: the current version of the one that gets another; nil: a new document.
    ///   - rules: what the workspace accepts.
    ///   - inputs: what the pipeline of each type can be told beside the title.
    static func page(
        _ form: FormValues, for document: DocumentVersion?, schools: SchoolNames, rules: DocumentRules,
        inputs: [DocumentType: [String]], paths: DocumentPaths
    ) -> WebPage {
        let title = document == nil ? "Upload Document" : "Upload New Version"
        let address = document.map { paths.document($0.id, part: "versions/new") } ?? paths.newDocument
        let back = document.map { paths.document($0.id) } ?? paths.documents()
        return WebPage(
            title, in: .documents,
            """
            <p class="back"><a href="\(back)">\(Icon.html("chevron-left")) \(document?.title ?? "Documents")</a></p>
            <h1>\(title)</h1>
            <form class="form upload-form" method="post" enctype="multipart/form-data" action="\(address)" \
            data-module="upload" data-endpoint="/api/v1/uploads"\("data-document", document?.id) \
            data-max-sizes="\(sizes(rules))" data-extensions="\(extensions(rules))" \
            data-inputs="\(json { .list((inputs[$0] ?? []).map { .string($0) }) })">
            \(Field.problem(form))
            \(document.map { fixed($0) } ?? fields(form, schools))
            <div class="field"><label for="file">File<span class="quiet" aria-hidden="true"> (required)</span></label>
            <input id="file" name="file" type="file" required\
            \("accept", document.map { rules[$0.type].extensions.joined(separator: ",") })\
            \("aria-invalid", form.errors["file"].map { _ in "true" }) aria-describedby="\(form.errors["file"] == nil ? "" : "file-error ")file-hint">
            \(form.errors["file"].map { "<p class=\"field-error\" id=\"file-error\">\($0)</p>" as HTML })
            <p class="field-hint" id="file-hint">\(hint(document, rules))</p></div>
            <div class="form-buttons upload-buttons"><button class="button button-primary">Upload</button>
            <a class="button" href="\(back)" data-upload-cancel>Cancel</a></div>
            </form>
            """)
    }

    private static func fields(_ form: FormValues, _ schools: SchoolNames) -> HTML {
        """
        \(Field.choice(
            "type", "Document Type", form,
            [("", "Choose a type")] + DocumentType.allCases.map { ($0.rawValue, $0.label) }, isRequired: true))
        \(Field.text(
            "title", "Title", form, isRequired: true, limit: DocumentMetadata.maxTitle, placeholder: "Document title"))
        \(Field.choice(
            "school", "School", form, [("", "General / Not School-Specific")] + schools.all.map { ($0.id, $0.name) }))
        \(Field.text(
            "version", "Version", form, type: "number", minimum: 1, placeholder: "1",
            hint: "A document with the same title and type gets the next number by itself."))
        \(Field.area(
            "description", "Description", form, limit: DocumentMetadata.maxDescription,
            placeholder: "Add a description..."))
        """
    }

    private static func fixed(_ document: DocumentVersion) -> HTML {
        """
        <p>\(TypeBadge.html(document.type)) It becomes the current version of “\(document.title)”, which is at version \
        \(document.number) now.</p><input type="hidden" name="type" value="\(document.type.rawValue)" \
        data-label="\(document.type.label)"><input type="hidden" name="title" value="\(document.title)">
        """
    }

    private static func hint(_ document: DocumentVersion?, _ rules: DocumentRules) -> String {
        if let type = document?.type {
            let rule = rules[type]
            return "\(rule.extensions.joined(separator: ", ")), up to \(HumanFormat.size(rule.maxSize))"
        }
        return DocumentType.allCases.map { "\($0.shortLabel): \(rules[$0].extensions.joined(separator: " "))" }
            .joined(separator: " · ")
    }

    private static func sizes(_ rules: DocumentRules) -> String {
        json { .integer(rules[$0].maxSize) }
    }

    private static func extensions(_ rules: DocumentRules) -> String {
        json { .list(rules[$0].extensions.map { .string($0) }) }
    }

    private static func json(_ value: (DocumentType) -> Value) -> String {
        Value.record(Record(uniqueKeys: DocumentType.allCases.map { ($0.rawValue, value($0)) })).json
    }
}
