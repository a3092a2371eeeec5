internal import Digests
internal import Documents
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// A version's bytes as an answer: conditions, single ranges, a name, and nothing that a browser would run.
enum ContentAnswer {
    /// What a browser may show. Everything else is sent as bytes to be stored: HTML, SVG and office files could run something.
    static let shown: Set<String> = [
        "application/pdf", "video/mp4", "video/webm", "video/quicktime", "video/x-m4v", "image/jpeg", "image/png",
        "image/webp", "image/gif", "text/plain", "text/csv",
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

    /// The bytes of a version, which never change.
    ///
    /// - Parameter isRead: whether somebody looks at them in a browser, which stores a table unless it is called plain text.
    /// - Throws: `ObjectStoreError` when store or object are not there; `HTTPFailure`.
    static func answer(
        _ version: DocumentVersion, to request: HTTPRequest, in workspace: Workspace, asDownload: Bool,
        isRead: Bool = false
    ) async throws -> Answer {
        let isTable = isRead && !asDownload && version.mimeType == "text/csv"
        let content = Content(
            tag: EntityTag(String(version.sha256.prefix(32))),
            mimeType: isTable ? "text/plain" : version.mimeType, name: name(of: version),
            size: version.size, modified: version.createdAt, cacheControl: "private, max-age=31536000, immutable")
        return try await answer(content, to: request, asDownload: asDownload) {
            try await workspace.download(version.id).bytes.reader
        }
    }

    /// Another form of a version. It may be made anew, so it is asked for again after a day.
    ///
    /// - Throws: `HTTPFailure`
    static func answer(
        _ rendition: Rendition, of version: DocumentVersion, _ reader: any ObjectReader, to request: HTTPRequest
    ) async throws -> Answer {
        let ending = rendition.mimeType == "video/mp4" ? ".mp4" : ".webp"
        let content = Content(
            tag: EntityTag(String(SHA256.hex(of: Array(rendition.key.utf8)).prefix(32))), mimeType: rendition.mimeType,
            name: "\(stem(of: version))-\(rendition.kind.rawValue)\(ending)", size: rendition.size,
            modified: version.createdAt, cacheControl: "private, max-age=86400")
        return try await answer(content, to: request, asDownload: false) { reader }
    }

    /// Bytes under an address.
    private struct Content {
        let tag: EntityTag
        let mimeType: String
        let name: String
        let size: Int64
        let modified: Timestamp
        let cacheControl: String
    }

    private static func answer(
        _ content: Content, to request: HTTPRequest, asDownload: Bool, open: () async throws -> any ObjectReader
    ) async throws -> Answer {
        let (tag, cacheControl) = (content.tag, content.cacheControl)
        let type = content.mimeType.split(separator: ";").first.map { String($0).lowercased() } ?? ""
        let isShown = shown.contains(type)
        var headers: [(name: String, value: String)] = [
            ("ETag", tag.description), ("Accept-Ranges", "bytes"),
            ("Last-Modified", HTTPDate.text(content.modified)),
            ("Content-Security-Policy", SecurityHeaders.content),
            (
                "Content-Disposition",
                ContentDisposition(name: content.name, isInline: isShown && !asDownload).description
            ),
        ]
        switch Preconditions.evaluate(
            method: request.method, headers: request.headers, tag: tag, modified: content.modified)
        {
        case .proceed: break
        case .notModified:
            return Answer(status: 304, headers: headers, cacheControl: cacheControl)
        case .failed:
            throw HTTPFailure(.preconditionFailed, "The bytes are not those that the request means.")
        }
        var part: Range<Int64> = 0..<content.size
        var status = 200
        if request.method == "GET",
            Preconditions.allowsRange(headers: request.headers, tag: tag, modified: content.modified)
        {
            switch ByteRange.choose(request.headers["Range"], length: content.size) {
            case .whole: break
            case .part(let range):
                part = range.offset..<(range.offset + range.count)
                status = 206
                headers.append(("Content-Range", range.contentRange(of: content.size)))
            case .unsatisfiable:
                throw HTTPFailure(
                    .rangeNotSatisfiable, "The file has \(content.size) bytes.",
                    headers: [("Content-Range", ByteRange.unsatisfied(length: content.size))])
            }
        }
        let reader = try await open()
        if reader.size != content.size {
            throw ObjectStoreError(
                .damaged,
                "The stored bytes are damaged: the catalog has \(content.size) bytes, the store \(reader.size).")
        }
        var mediaType = "application/octet-stream"
        if isShown { mediaType = try await Self.mediaType(type, reader) }
        headers.append(("Content-Type", mediaType))
        return Answer(
            status: status, headers: headers, content: .raw(body(reader, part)), cacheControl: cacheControl)
    }

    /// With the charset of a text, where its beginning shows it.
    private static func mediaType(_ type: String, _ reader: any ObjectReader) async throws -> String {
        guard type.hasPrefix("text/") else { return type }
        var bytes: [UInt8] = []
        while bytes.count < min(reader.size, PreviewText.maxSize) {
            let next = try await reader.read(
                at: Int64(bytes.count), count: Int(PreviewText.maxSize) - bytes.count)
            if next.isEmpty { break }
            bytes += next
        }
        let isWhole = bytes.count == reader.size
        let encoding: DocumentText.Encoding? =
            isWhole ? DocumentText.encoding(of: bytes) : DocumentText.encoding(ofBeginning: bytes)
        return encoding?.charset.map { "\(type); charset=\($0)" } ?? type
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
        let versionMark = version.number > 1 ? "-v\(version.number)" : ""
        return stem(of: version) + versionMark + Path(version.name).fileExtension
    }

    /// The title, without the ending of the file where it has that already.
    private static func stem(of version: DocumentVersion) -> String {
        let (title, ending) = (version.title, Path(version.name).fileExtension)
        let isNamed = title.count > ending.count && title.lowercased().hasSuffix(ending)
        return String(title.dropLast(isNamed ? ending.count : 0))
    }
}
