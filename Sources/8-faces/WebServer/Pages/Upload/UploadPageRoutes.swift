internal import Accounts
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
        answers: [.empty(303, "It is on disk.", headers: [("Location", "Of the list.")])]
    ) { request in
        try await receive(request, for: nil)
    }

    private static let showVersion = DocumentFormRoutes.form(
        "versions/new", "showVersionForm", "Show the form that uploads a version"
    ) { request, version in try await content(FormValues(), for: version, request) }

    private static let version = Route(
        .post, "/documents/{document}/versions/new", "uploadVersionByForm", .pages, "Upload a version",
        access: .session, parameters: [DocumentRoutes.document.spec] + DocumentPageRoutes.listParameters,
        body: .multipart,
        answers: [.empty(303, "It is on disk.", headers: [("Location", "Of the document.")])]
    ) { request in
        try await receive(request, for: try await request.version(DocumentRoutes.document))
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
    private static func receive(_ request: RouteRequest, for document: DocumentVersion?) async throws -> Answer {
        guard let length = request.http.body.length else {
            throw HTTPFailure(.lengthRequired, "The length of the form must be sent as `Content-Length`.")
        }
        var form = FormValues()
        do {
            try await request.readingParts { reader in
                while let part = try await reader.next() {
                    guard let name = part.head.filename else {
                        let text = try await part.collect(atMost: maxField)
                        form.values[part.head.name] = String(validating: text, as: UTF8.self)
                        continue
                    }
                    if let error = try await take(
                        part, name, part.lengthIfLast(inBodyOf: length), &form, document, request)
                    {
                        form.errors["file"] = error
                        return
                    }
                }
            }
        } catch let error as UploadError {
            form.problem = error.message
        }
        guard form.isValid else { return try await page(form, for: document, request, status: 422) }
        let paths = try request.paths
        return .seeOther(document.map { paths.document($0.id, .uploaded) } ?? paths.documents(.uploaded))
    }

    private static let maxField = 64 << 10

    /// Takes the file in and has it run.
    ///
    /// - Returns: what is wrong with it; nil: nothing.
    private static func take(
        _ part: MultipartPart, _ name: String, _ length: Int64, _ form: inout FormValues,
        _ document: DocumentVersion?, _ request: RouteRequest
    ) async throws -> String? {
        if name.isEmpty { return "Choose a file." }
        guard let type = document?.type ?? form.values["type"].flatMap({ DocumentType(rawValue: $0) }) else {
            form.errors["type"] = "Choose what kind of document it is."
            return nil
        }
        let title = document?.title ?? form.text("title")
        if title.allSatisfy(\.isWhitespace) {
            form.errors["title"] = "A document needs a title."
            return nil
        }
        if let fault = UploadFault.text(of: name, length: length, as: type, request.workspace.definition.rules[type]) {
            return fault
        }
        let inputs = request.uploadInputs(of: type).compactMap { input in
            form.values[input].flatMap { $0.isEmpty ? nil : "\(input)=\($0)" }
        }
        let owner = try request.owner(document?.owner)
        let upload = try await request.begin(
            UploadAnnouncement(owner: owner, length: length, name: name, type: type, title: title, inputs: inputs))
        do {
            let progress = try await request.server.service.uploads.append(
                part, to: upload.id, of: nil, at: 0, checksum: nil)
            guard progress.upload.state == .complete else {
                throw UploadError(.invalid, "The file did not come whole. Try again.")
            }
            request.server.service.completed(progress.upload)
            return nil
        } catch {
            // Nobody could go on with it. One that cannot be removed now is given up by itself when its time is over.
            try? await request.server.service.uploads.terminate(upload.id, of: nil)
            throw error
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
