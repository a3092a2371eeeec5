internal import Accounts
internal import Diagnostics
internal import Documents
internal import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// The forms that upload documents and versions, for browsers without scripts; with scripts, files go by `uploads` of the API.
enum UploadPageRoutes {
    static let all: [Route] = [showNew, new, showVersion, version]

    private static let showNew = Route(
        .get, "/documents/new", "showUploadForm", .pages, "Show the form that uploads a document", access: .session,
        parameters: DocumentPageRoutes.listParameters, answers: [.content(200, "text/html", "The page.")]
    ) { request in try await page(FormValues(), for: nil, request) }

    private static let new = Route(
        .post, "/documents/new", "uploadDocumentByForm", .pages, "Upload a document", access: .session,
        parameters: DocumentPageRoutes.listParameters, body: .multipart,
        answers: [.empty(303, "It is on disk.", headers: [("Location", "Of the list.")])],
        again: FormAgain(fields) { request, form in
            var form = form
            form.errors["file"] = "Choose the file again."
            return try await content(form, for: nil, request)
        }
    ) { request in
        try await receive(request, for: nil)
    }

    private static let showVersion = DocumentFormRoutes.form(
        "versions/new", "showVersionForm", "Show the form that uploads a version"
    ) { request, version in
        let current = try await request.workspace.current(of: version)
        return current.isTrashedDocument
            ? ConfirmPages.trashed(current, paths: try request.paths)
            : try await content(FormValues(), for: current, request)
    }

    private static let version = Route(
        .post, "/documents/{document}/versions/new", "uploadVersionByForm", .pages, "Upload a version",
        access: .session, parameters: [DocumentRoutes.document.spec] + DocumentPageRoutes.listParameters,
        body: .multipart,
        answers: [
            .empty(303, "It is on disk.", headers: [("Location", "Of the document.")]),
            .content(409, "text/html", "The page, which says that the document is in the trash."),
        ]
    ) { request in
        let version = try await request.version(DocumentRoutes.document)
        let current = try await request.workspace.current(of: version)
        if current.isTrashedDocument {
            return try await request.page(ConfirmPages.trashed(current, paths: try request.paths), status: 409)
        }
        return try await receive(request, for: current, named: version)
    }

    private static func page(
        _ form: FormValues, for document: DocumentVersion?, _ request: RouteRequest, status: Int = 200
    ) async throws -> Answer {
        try await request.page(try await content(form, for: document, request), status: status)
    }

    private static func content(
        _ form: FormValues, for document: DocumentVersion?, _ request: RouteRequest
    ) async throws -> WebPage {
        UploadPage.page(
            form, for: document, schools: try await request.schoolNames, rules: request.workspace.definition.rules,
            inputs: Dictionary(uniqueKeysWithValues: DocumentType.allCases.map { ($0, request.uploadInputs(of: $0)) }),
            paths: try request.paths)
    }

    /// The fields come first, the file last: so its length is known before its bytes.
    ///
    /// - Parameters:
    ///   - document: the current version of the one that gets another; nil: a new document.
    ///   - named: the version by which the address names it.
    private static func receive(
        _ request: RouteRequest, for document: DocumentVersion?, named: DocumentVersion? = nil
    ) async throws -> Answer {
        guard let length = request.http.body.length else {
            throw HTTPFailure(.lengthRequired, "The length of the form must be sent as `Content-Length`.")
        }
        var form = FormValues()
        var status = 422
        do {
            try await request.readingParts { reader in
                do {
                    while let part = try await reader.next() {
                        guard let name = part.head.filename, !name.isEmpty else {
                            // A field of files in which none was chosen has no text.
                            let text = try await part.collect(atMost: maxField)
                            if part.head.name != "file" { try add(text, as: part.head.name, to: &form) }
                            continue
                        }
                        check(&form, for: document)
                        guard form.isValid else { return }
                        let upload = FormUpload(
                            part: part, name: name, length: part.lengthIfLast(inBodyOf: length), reader: reader)
                        form.errors["file"] = try await upload.fault(form, for: named, request)
                        return
                    }
                } catch MultipartError.truncated {
                    form.errors["file"] = FormUpload.endedEarly
                    return
                }
                check(&form, for: document)
                form.errors["file"] = "Choose a file."
            }
        } catch let error as UploadError {
            let details = ProblemAnswer.details(of: Problem.invalidRequest(error.message), seesInternals: false)
            form.errors["file"] = error.kind == .noRoom ? noRoom : details.message
        } catch {
            let details = ProblemAnswer.details(of: error, seesInternals: false)
            guard details.status == HTTPFailure.Kind.insufficientStorage.status else { throw error }
            form.problem = details.message
            status = details.status
        }
        guard form.isValid else { return try await page(form, for: document, request, status: status) }
        let paths = try request.paths
        return .seeOther(document.map { paths.document($0.id, .uploaded) } ?? paths.documents(.uploaded))
    }

    /// - Throws: `Problem` for a field that the form does not have, has had before, or that is no UTF-8.
    private static func add(_ text: [UInt8], as name: String, to form: inout FormValues) throws {
        let shown = Printable.text(String(name.prefix(100)))
        guard fields.contains(name) else {
            if RouteRequest.addedByBrowsers.contains(name) { return }
            let hint = Spelling.hint(for: name, in: fields).map { "; \($0)" } ?? ""
            throw Problem.invalidRequest("`\(shown)` is no field of this form\(hint)")
        }
        guard form.values[name] == nil else { throw Problem.invalidRequest("`\(shown)` may come once only") }
        guard let value = String(validating: text, as: UTF8.self) else {
            throw Problem.invalidRequest("`\(shown)` must be UTF-8")
        }
        form.values[name] = value
    }

    /// Those that stand before the file.
    private static let fields = ["type", "title", "school", "version", "description"]
    private static let noRoom =
        "The server has no room for this file now. Nothing is stored; choose the file again when there is room."
    private static let maxField = 64 << 10

    /// What is wrong with the fields beside the file, in the words of `upload-check.js` where it has some.
    private static func check(_ form: inout FormValues, for document: DocumentVersion?) {
        guard document == nil else { return }
        if DocumentType(rawValue: form.text("type")) == nil {
            form.errors["type"] = "Choose what kind of document it is."
        }
        if form.text("title").allSatisfy(\.isWhitespace) {
            form.errors["title"] = "A document needs a title."
        } else {
            form.errors["title"] = fault(form.text("title"), DocumentMetadata.title)
        }
        form.errors["description"] = fault(form.text("description"), DocumentMetadata.description)
        // Other than that it changes nothing: the server counts versions.
        let version = form.text("version")
        if !version.isEmpty, ParameterKind.integer(in: 1...999_999).parse(version) == nil {
            form.errors["version"] = "Enter a whole number from 1, or nothing."
        }
    }

    private static func fault(_ text: String, _ check: (String) throws(CatalogError) -> String) -> String? {
        do throws(CatalogError) {
            _ = try check(text)
            return nil
        } catch {
            return error.message
        }
    }
}

extension RouteRequest {
    /// What the pipeline of a type can be told beside the title: "school", "description".
    func uploadInputs(of type: DocumentType) -> [String] {
        let known = ["school", "description"]
        // A type without a pipeline takes nothing; why it has none is told when something of that type is sent.
        let pipeline = try? UploadPipeline(workspace.definition, among: server.service.pipelines).pipeline(for: type)
        return known.filter { name in pipeline?.inputs.contains { $0.name == name } ?? false }
    }
}
