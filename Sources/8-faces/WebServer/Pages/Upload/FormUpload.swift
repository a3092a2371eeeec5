internal import Documents
internal import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// The file of a form, as it comes.
struct FormUpload: Sendable {
    let part: MultipartPart
    let name: String
    /// As long as nothing follows it.
    let length: Int64
    let reader: MultipartReader

    static let endedEarly = "The upload ended early: not all of the file has come. Try again."

    /// Takes the file in and has it run.
    ///
    /// - Parameter form: whose fields are right.
    /// - Returns: what is wrong with the file; nil: nothing.
    /// - Throws: `UploadError`, `MultipartError`; the errors of uploads and of `part`.
    func fault(_ form: FormValues, for document: DocumentVersion?, _ request: RouteRequest) async throws -> String? {
        guard let type = document?.type ?? DocumentType(rawValue: form.text("type")) else { return nil }
        if length <= 0 {
            // A file without bytes has a form that ends behind it; where it does not, that is thrown.
            _ = try await reader.next()
            if length < 0 { return Self.endedEarly }
        }
        if let fault = UploadFault.text(of: name, length: length, as: type, request.workspace.definition.rules[type]) {
            return fault
        }
        let inputs = request.uploadInputs(of: type).compactMap { input in
            form.values[input].flatMap { $0.isEmpty ? nil : "\(input)=\($0)" }
        }
        let announcement =
            if let document { UploadAnnouncement(addingTo: document, length: length, name: name, inputs: inputs) } else
            {
                UploadAnnouncement(
                    owner: try await request.owner(nil), length: length, name: name, type: type,
                    title: form.text("title"),
                    inputs: inputs)
            }
        let file = try await request.beginWhole(announcement)
        do {
            let progress = try await request.server.service.uploads.receive(part, of: file)
            guard progress.upload.state == .complete else { return try await faultOfShort() }
            request.server.service.completed(progress.upload)
            return nil
        } catch let error as UploadError where error.kind == .tooLong {
            // The end of the form is missing, and what stands in its place was taken for the file's.
            return Self.endedEarly
        }
    }

    /// Why the file is shorter than what the form has room for.
    private func faultOfShort() async throws -> String {
        guard let next = try await reader.next() else { return "The file did not come whole. Try again." }
        return next.head.filename == nil
            ? "The file has to be the last field of the form."
            : "Choose one file: without scripts, files are uploaded one at a time."
    }
}
