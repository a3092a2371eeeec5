internal import HTTPMessages
internal import Service
internal import Accounts
internal import Digests
internal import Documents
internal import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// Files that are sent in pieces and can be gone on with: tus 1.0.0 with creation, creation-with-upload, expiration,
/// checksum and termination (https://tus.io/protocols/resumable-upload).
///
/// A whole upload is run by the pipeline of its type, so that a page, a folder and a command do the same thing.
enum UploadRoutes {
    static let all: [Route] = [options, create, list, head, show, append, terminate]

    static let path = "/api/v1/uploads"
    static let segments = ["api", "v1", "uploads"]
    static let upload = Parameter.path("upload", .id, "The id of an upload.")
    static let version = "1.0.0"
    /// What tus calls its own: a client that sends another one does not mean this server.
    private static let resumable = Parameter<String?>.header("Tus-Resumable", .tusVersion, "`1.0.0`.")
    private static let optionallyResumable = Parameter<String?>.optional(
        "Tus-Resumable", .tusVersion, "`1.0.0`.", in: .header)
    private static let length = Parameter<String?>.header("Upload-Length", .digits, "Of the whole file, in bytes.")
    private static let metadata = Parameter<String?>.header(
        "Upload-Metadata", .text(maxLength: 20_000),
        "`filename` and `type` (of the document); also `title`, `owner` (admins) and inputs of the pipeline. In place of `type`, "
            + "`title` and `owner`: `document`, the id or title of a document that it becomes a version of. As tus writes them: names, each "
            + "with its value in base 64, separated by commas.")
    private static let offset = Parameter<String?>.header("Upload-Offset", .digits, "Where the bytes begin.")
    private static let checksum = Parameter<String?>.optional(
        "Upload-Checksum", .checksum, "`sha1` or `sha256` with the digest of these bytes in base 64.",
        in: .header)
    private static let offsetHeader = (name: "Upload-Offset", documentation: "How many bytes are there.")
    private static let expiresHeader = (
        name: "Upload-Expires", documentation: "When it expires unless more bytes arrive."
    )

    static let mediaType = "application/offset+octet-stream"
    /// Of a file in one request.
    static let wholeFile = "application/octet-stream"
    static let wholeFileAnswers: [RouteAnswer] = [
        .json(
            202, .dictionary(.any), "It is on disk, and its run begins as soon as there is room.",
            headers: [("Location", "Of the upload, which names the run.")]),
        DocumentRoutes.problem(411, "`Content-Length` is missing."),
        DocumentRoutes.problem(507, "There is no room for it."),
    ]

    private static let options = Route(
        .options, "/api/v1/uploads", "describeUploads", .uploads, "Show the supported parts of tus", access: .anyone,
        answers: [.empty(204, "In `Tus-Version`, `Tus-Extension`, `Tus-Max-Size` and `Tus-Checksum-Algorithm`.")]
    ) { request in
        let largest = DocumentType.allCases.map { request.workspace.definition.rules[$0].maxSize }.max() ?? 0
        return .empty(headers: [
            ("Tus-Resumable", version), ("Tus-Version", version),
            ("Tus-Extension", "creation,creation-with-upload,expiration,checksum,termination"),
            ("Tus-Max-Size", "\(largest)"), ("Tus-Checksum-Algorithm", "sha1,sha256"),
        ])
    }

    private static let create = Route(
        .post, "/api/v1/uploads", "createUpload", .uploads, "Begin an upload, with its first bytes or without",
        discussion: "What the file must be is checked at once: its name, its length, its type.",
        access: .scope(.documentsWrite),
        parameters: [resumable.spec, length.spec, metadata.spec, checksum.spec],
        answers: [
            .empty(
                201, "It has begun.",
                headers: [(name: "Location", documentation: "Of the upload."), offsetHeader, expiresHeader]),
            DocumentRoutes.problem(412, "Another version of tus is meant."),
            DocumentRoutes.problem(413, "The file is larger than those of its type may be."),
            DocumentRoutes.problem(460, "The first bytes are not those of the checksum."),
            DocumentRoutes.problem(507, "There is no room for it."),
        ]
    ) { request in
        try Self.requireVersion(request)
        guard let length = try request[length].flatMap({ Self.number($0) }) else {
            throw Problem.invalidRequest("`Upload-Length` must be the length of the file in bytes")
        }
        let metadata = try UploadMetadata(try request[metadata] ?? "")
        let announcement =
            if let name = metadata["document"] {
                try metadata.announcement(length: length, addingTo: try await request.version(named: name))
            } else {
                try metadata.announcement(length: length, owner: try await request.owner(metadata["owner"]))
            }
        let isBody = request.http.headers["Content-Type"] == mediaType
        let created = try await Self.answering { try await request.begin(announcement) }
        let location = "\(request.server.url)\(path)/\(created.id)"
        guard isBody else {
            return Self.answer(UploadProgress(upload: created, offset: 0), 201, [("Location", location)])
        }
        let progress = try await Self.answering {
            do {
                return try await request.append(to: created, at: 0, checksum: try Self.checksum(request))
            } catch {
                // Whoever sent them is told of no upload, be it that the connection is cut.
                await request.server.service.uploads.discard(created.id)
                throw error
            }
        }
        return Self.answer(progress, 201, [("Location", location)])
    }

    private static let state = Parameter<UploadRecord.State?>.optional("state", .choice, "Only those in this state.")
    private static let owner = Parameter<String?>.optional(
        "owner", .id, "Only those of this owner. Owners see their own whatever they ask for.")

    private static let list = Route(
        .get, "/api/v1/uploads", "listUploads", .uploads, "List uploads, newest first",
        discussion: "Those that have ended are kept for a day. A file in one request is among them once it is whole.",
        access: .scope(.documentsRead),
        parameters: [state.spec, owner.spec] + ListingParameters.timed,
        answers: [.json(Schemas.page("uploads", .dictionary(.any)), "A page.")], examples: [RouteExample("All")]
    ) { request in
        let query = UploadQuery(
            owner: try await request.knownOwner(owner), state: try request[state], isResumable: true)
        let page = try await request.page(by: \.upload.createdAt) { limit, cursor in
            try await request.server.service.uploads.list(query, limit: limit, after: cursor)
        }
        return .page("uploads", page, \.record)
    }

    private static let locked =
        "Another client is sending; `Retry-After` says when to try again. Of the same person this is only told while bytes come."

    private static let head = Route(
        .head, "/api/v1/uploads/{upload}", "measureUpload", .uploads, "Show the progress of an upload",
        access: .scope(.documentsRead), parameters: [upload.spec, optionallyResumable.spec],
        answers: [
            .empty(200, "So far.", headers: [offsetHeader, expiresHeader]),
            DocumentRoutes.problem(410, "It has expired or was cancelled."),
            DocumentRoutes.problem(412, "Another version of tus is meant."),
            DocumentRoutes.problem(423, locked),
        ]
    ) { request in
        if try request[optionallyResumable] != nil { try Self.requireVersion(request) }
        let progress = try await Self.taking(request) { uploads, id in
            try await uploads.progress(of: id, of: try request.visitor.owner)
        }
        return Self.answer(
            progress, 200,
            [
                ("Upload-Length", "\(progress.upload.length)"),
                ("Upload-Metadata", UploadMetadata(progress.upload).text),
            ])
    }

    private static let show = Route(
        .get, "/api/v1/uploads/{upload}", "showUpload", .uploads, "Show an upload, and the run that has it",
        access: .scope(.documentsRead), parameters: [upload.spec],
        answers: [
            .json(.dictionary(.any), "As `docs/json.md` has it, also while a client is sending."),
            DocumentRoutes.problem(410, "It has expired or was cancelled."),
        ],
        examples: [RouteExample("An unknown one", path: ["upload": "nothing"], status: 404)]
    ) { request in
        let progress = try await Self.answering {
            try await request.server.service.uploads.seen(
                try request[upload], of: try request.visitor.owner)
        }
        return .json(progress.record)
    }

    private static let append = Route(
        .patch, "/api/v1/uploads/{upload}", "appendToUpload", .uploads, "Send bytes of an upload",
        discussion: "What has come stays when the connection breaks, unless a checksum was sent.",
        access: .scope(.documentsWrite),
        parameters: [upload.spec, resumable.spec, offset.spec, checksum.spec], body: .stream(mediaType: mediaType),
        answers: [
            .empty(204, "They are on disk.", headers: [offsetHeader, expiresHeader]),
            DocumentRoutes.problem(409, "The bytes do not begin where the upload ends."),
            DocumentRoutes.problem(410, "It has expired or was cancelled."),
            DocumentRoutes.problem(412, "Another version of tus is meant."),
            DocumentRoutes.problem(423, locked),
            DocumentRoutes.problem(460, "The bytes are not those of the checksum."),
        ]
    ) { request in
        try Self.requireVersion(request)
        guard request.http.headers["Content-Type"] == mediaType else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be `\(mediaType)`.")
        }
        guard let offset = try request[offset].flatMap({ Self.number($0) }) else {
            throw Problem.invalidRequest("`Upload-Offset` must say where the bytes begin")
        }
        let progress = try await Self.taking(request) { uploads, id in
            let upload = try await uploads.open(id, of: try request.visitor.owner)
            if upload.state != .receiving, upload.state != .expired, offset == upload.length {
                // Whoever asks again for what is done did not hear the answer.
                return UploadProgress(upload: upload, offset: offset)
            }
            let sender = UploadSender(
                request.http.body, of: id, by: try request.actor.name, among: request.server.senders)
            defer { sender.finish() }
            return try await request.append(
                to: upload, at: offset, checksum: try Self.checksum(request), as: sender)
        }
        return Self.answer(progress, 204)
    }

    private static let terminate = Route(
        .delete, "/api/v1/uploads/{upload}", "endUpload", .uploads, "Give an upload up",
        access: .scope(.documentsWrite), parameters: [upload.spec, resumable.spec],
        answers: [
            .empty(204, "It is gone."), DocumentRoutes.problem(410, "It had expired or was cancelled before."),
            DocumentRoutes.problem(412, "Another version of tus is meant."),
            DocumentRoutes.problem(423, locked),
        ]
    ) { request in
        try Self.requireVersion(request)
        let id = try request[upload]
        let owner = try request.visitor.owner
        try await request.audited("uploads.end", .upload(id)) {
            try await Self.taking(request) { uploads, id in
                _ = try await uploads.open(id, of: owner)
                try await uploads.terminate(id, of: owner)
            }
        }
        return .empty(headers: [("Tus-Resumable", version)])
    }

    /// - Throws: `HTTPFailure` when the request is of another version of tus.
    private static func requireVersion(_ request: RouteRequest) throws {
        if try request[resumable] == version { return }
        throw HTTPFailure(
            .preconditionFailed, "`Tus-Resumable` must be \(version).", headers: [("Tus-Version", version)])
    }

    private static func number(_ text: String) -> Int64? {
        text.utf8.count <= 18 && text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }

    private static func checksum(_ request: RouteRequest) throws -> UploadChecksum? {
        guard let text = try request[checksum] else { return nil }
        let parts = text.split(separator: " ")
        guard parts.count == 2, let digest = Base64.decode(String(parts[1])),
            let algorithm = UploadChecksum.Algorithm(rawValue: String(parts[0]))
        else {
            throw Problem.invalidRequest("`Upload-Checksum` must be `sha1` or `sha256` and a digest in base 64")
        }
        return UploadChecksum(algorithm, digest)
    }

    static func answer(
        _ progress: UploadProgress, _ status: Int, _ rest: [(name: String, value: String)] = []
    ) -> Answer {
        var headers: [(name: String, value: String)] = [
            ("Tus-Resumable", version), ("Upload-Offset", "\(progress.offset)"),
        ]
        if progress.upload.state == .receiving {
            headers.append(("Upload-Expires", HTTPDate.text(progress.upload.expiresAt)))
        }
        return .empty(status, headers: headers + rest)
    }

    /// Does what needs the request's upload for itself; see `UploadSenders`.
    private static func taking<Result>(
        _ request: RouteRequest, _ work: (_ uploads: Uploads, _ id: String) async throws -> Result
    ) async throws -> Result {
        let (id, actor) = (try request[upload], try request.actor)
        // Who may only look ends nothing.
        let person = actor.has(.documentsWrite) ? actor.name : nil
        return try await answering {
            try await request.server.senders.taking(id, for: person) {
                try await work(request.server.service.uploads, id)
            }
        }
    }

    /// Gives what is wrong with an upload the status that tus asks for.
    static func answering<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as UploadError {
            let headers: [(name: String, value: String)] = [("Tus-Resumable", version)]
            switch error.kind {
            case .notFound: throw HTTPFailure(.notFound, error.message, headers: headers)
            case .expired: throw HTTPFailure(.gone, error.message, headers: headers)
            case .locked: throw HTTPFailure(.locked, error.message, headers: headers + [("Retry-After", "1")])
            case .wrongOffset(let offset):
                throw HTTPFailure(.conflict, error.message, headers: headers + [("Upload-Offset", "\(offset)")])
            case .tooLong, .tooLarge: throw HTTPFailure(.tooLarge, error.message, headers: headers)
            case .wrongChecksum: throw HTTPFailure(.checksumMismatch, error.message, headers: headers)
            case .noRoom: throw HTTPFailure(.insufficientStorage, error.message, headers: headers)
            case .tooMany:
                throw HTTPFailure(.tooManyRequests, error.message, headers: headers + [("Retry-After", "60")])
            case .complete, .noPipeline: throw HTTPFailure(.conflict, error.message, headers: headers)
            case .invalid: throw Problem.invalidRequest(error.message)
            }
        }
    }
}

extension RouteRequest {
    /// Whose a new document is to be.
    ///
    /// - Parameter asked: whose the visitor asks for; nil: their own.
    /// - Throws: `HTTPFailure` when it is not theirs to say; `Problem` when there is no such owner.
    func owner(_ asked: String?) async throws -> String {
        let own = visitor.actor?.person ?? workspace.owner
        guard let asked, asked != own else { return own }
        guard visitor.isAdmin else {
            if Workspace.areAlike(asked, own), try await workspace.accounts.person(asked) == nil { return own }
            throw HTTPFailure(.forbidden, "Only admins upload for others.")
        }
        // Elsewhere whoever is named begins to be one.
        guard try await workspace.accounts.hasPeople() else { return asked }
        return try await owner(named: asked)
    }

    /// Begins an upload that its sender may resume.
    func begin(_ announcement: UploadAnnouncement) async throws -> UploadRecord {
        try await beginning(announcement) { uploads, id, pipelines in
            try await uploads.create(announcement, as: id, for: pipelines)
        }
    }

    func beginning<Result>(
        _ announcement: UploadAnnouncement, _ begin: (Uploads, _ id: String, [Pipeline]) async throws -> Result
    ) async throws -> Result {
        let service = server.service
        // By its id, and with whose it is: so that whoever erases a person finds what was sent for them.
        let id = Identifier.run(at: .now())
        let detail = "\(announcement.type.rawValue), for `\(Printable.text(announcement.owner))`"
        return try await audited("uploads.create", .upload(id), detail: detail) {
            try await begin(service.uploads, id, service.pipelines)
        }
    }

    /// Takes the request's body in; a whole upload is run.
    ///
    /// - Parameter sender: reads the body, for what a later request may go on with; nil: nobody could.
    /// - Throws: as `Uploads.append`; `HTTPFailure` when a later request does.
    func append(
        to upload: UploadRecord, at offset: Int64, checksum: UploadChecksum?, as sender: UploadSender? = nil
    ) async throws -> UploadProgress {
        let service = server.service
        let progress: UploadProgress
        do {
            progress = try await service.uploads.append(
                BodyParts(body: http.body, sender: sender), to: upload.id, of: nil, at: offset, checksum: checksum)
        } catch HTTPServerError.bodyStopped {
            throw HTTPFailure(
                .locked, "A later request of the same person goes on with upload \(upload.id).",
                headers: [("Tus-Resumable", UploadRoutes.version), ("Retry-After", "1")])
        }
        if progress.upload.state == .complete { service.completed(progress.upload) }
        return progress
    }
}

extension ParameterKind where Value == String {
    // Read as they are: what is wrong with one is answered with the status that tus asks for.

    fileprivate static let tusVersion = ParameterKind(
        schema: .choice([UploadRoutes.version]), parse: { $0 }, expectation: UploadRoutes.version)
    /// A number of bytes.
    fileprivate static let digits = ParameterKind(
        schema: .string(pattern: "^[0-9]{1,18}$"), parse: { $0 }, expectation: "a number of bytes")
    fileprivate static let checksum = ParameterKind(
        schema: .string(pattern: "^sha(1|256) [A-Za-z0-9+/]+={0,2}$"), parse: { $0 },
        expectation: "`sha1` or `sha256` and a digest in base 64")
}
