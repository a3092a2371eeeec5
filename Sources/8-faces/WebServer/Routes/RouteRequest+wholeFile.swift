internal import Documents
internal import HTTPMessages
internal import HTTPServer
internal import Representations
internal import Service
internal import Workspaces

/// Files that come in one request.
extension RouteRequest {
    /// Begins an upload that nobody else works with until it is whole.
    func beginWhole(_ announcement: UploadAnnouncement) async throws -> WholeFile {
        try await beginning(announcement) { uploads, id, pipelines in
            try await uploads.begin(announcement, as: id, for: pipelines)
        }
    }

    /// Takes a file in that comes in one request, and has it run.
    ///
    /// - Parameter announcement: is given the file's length.
    func receive(_ announcement: (Int64) -> UploadAnnouncement) async throws -> Answer {
        let length = try wholeFileLength()
        return try await UploadRoutes.answering {
            let file = try await beginWhole(announcement(length))
            let progress = try await server.service.uploads.receive(BodyParts(body: http.body), of: file)
            server.service.completed(progress.upload)
            return .json(
                progress.record, status: 202, headers: [("Location", "\(UploadRoutes.path)/\(file.upload.id)")])
        }
    }

    /// How many bytes a file has that is the body of this request.
    ///
    /// - Throws: `HTTPFailure` when the body is no file, or nobody says how long it is.
    func wholeFileLength() throws -> Int64 {
        guard http.headers["Content-Type"] == UploadRoutes.wholeFile else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be `\(UploadRoutes.wholeFile)`.")
        }
        guard let length = http.body.length else {
            throw HTTPFailure(.lengthRequired, "The length of the file must be sent as `Content-Length`.")
        }
        return length
    }
}
