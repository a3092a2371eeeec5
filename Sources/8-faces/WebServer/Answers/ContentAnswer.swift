internal import Documents
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// A version's bytes as an answer: conditions, single ranges, a name, and nothing that a browser would run.
enum ContentAnswer {
    /// What a browser may show. Everything else is sent as bytes to be stored: HTML, SVG and office files could run something.
    static let shown: Set<String> = [
        "application/pdf", "video/mp4", "video/webm", "video/quicktime", "video/x-m4v", "image/jpeg", "image/png",
        "image/webp", "image/gif", "text/plain",
    ]

    /// How routes answer with it.
    static let answers: [RouteAnswer] = [
        bytes(200, "The bytes.", headers: [("ETag", "Strong; of the bytes.")]),
        bytes(206, "The range.", headers: [("Content-Range", "Which it is.")]),
        .empty(304, "They are those that the client has."),
        DocumentRoutes.problem(412, "They are not those that the client means."),
        DocumentRoutes.problem(416, "There is no such range."),
    ]

    private static func bytes(
        _ status: Int, _ documentation: String, headers: [(name: String, documentation: String)]
    ) -> RouteAnswer {
        var answer = RouteAnswer.content(status, "application/octet-stream", documentation, headers: headers)
        answer.otherMediaTypes = shown.sorted()
        return answer
    }

    /// - Throws: `ObjectStoreError` when store or object are not there; `HTTPFailure`.
    static func answer(
        _ version: DocumentVersion, to request: HTTPRequest, in workspace: Workspace, asDownload: Bool
    ) async throws -> Answer {
        let tag = EntityTag(String(version.sha256.prefix(32)))
        let type = version.mimeType.split(separator: ";").first.map { String($0).lowercased() } ?? ""
        let isShown = shown.contains(type)
        var headers: [(name: String, value: String)] = [
            ("ETag", tag.description), ("Accept-Ranges", "bytes"),
            ("Last-Modified", HTTPDate.text(version.createdAt)),
            ("Content-Security-Policy", SecurityHeaders.content),
            (
                "Content-Disposition",
                ContentDisposition(name: name(of: version), isInline: isShown && !asDownload).description
            ),
        ]
        let cacheControl = "private, max-age=31536000, immutable"
        switch Preconditions.evaluate(
            method: request.method, headers: request.headers, tag: tag, modified: version.createdAt)
        {
        case .proceed: break
        case .notModified:
            return Answer(status: 304, headers: headers, cacheControl: cacheControl)
        case .failed:
            throw HTTPFailure(.preconditionFailed, "The bytes are not those that the request means.")
        }
        headers.append(
            (
                "Content-Type",
                isShown ? (type == "text/plain" ? "text/plain; charset=utf-8" : type) : "application/octet-stream"
            ))
        var part: Range<Int64> = 0..<version.size
        var status = 200
        if request.method == "GET",
            Preconditions.allowsRange(headers: request.headers, tag: tag, modified: version.createdAt)
        {
            switch ByteRange.choose(request.headers["Range"], length: version.size) {
            case .whole: break
            case .part(let range):
                part = range.offset..<(range.offset + range.count)
                status = 206
                headers.append(("Content-Range", range.contentRange(of: version.size)))
            case .unsatisfiable:
                throw HTTPFailure(
                    .rangeNotSatisfiable, "The file has \(version.size) bytes.",
                    headers: [("Content-Range", ByteRange.unsatisfied(length: version.size))])
            }
        }
        let reader = try await workspace.download(version.id).bytes.reader
        if reader.size != version.size {
            throw ObjectStoreError(
                .damaged,
                "The stored bytes are damaged: the catalog has \(version.size) bytes, the store \(reader.size).")
        }
        return Answer(
            status: status, headers: headers, content: .raw(body(reader, part)), cacheControl: cacheControl)
    }

    private static func body(_ reader: any ObjectReader, _ part: Range<Int64>) -> HTTPResponse.Body {
        if let file = (reader as? any FileObjectReader)?.file {
            return .file(file, offset: part.lowerBound, count: part.upperBound - part.lowerBound)
        }
        return .stream(length: part.upperBound - part.lowerBound) { writer in
            var offset = part.lowerBound
            while offset < part.upperBound {
                let bytes = try await reader.read(at: offset, count: Int(min(256 << 10, part.upperBound - offset)))
                // A length was promised: ending early tells the client that something is missing.
                if bytes.isEmpty { throw ObjectStoreError(.damaged, "The stored bytes end early.") }
                try await writer.write(bytes)
                offset += Int64(bytes.count)
            }
        }
    }

    /// The title with the version and the ending of the file, whose own name is the uploader's business.
    static func name(of version: DocumentVersion) -> String {
        let ending = Path(version.name).fileExtension
        return version.title + (version.number > 1 ? "-v\(version.number)" : "") + ending
    }
}
