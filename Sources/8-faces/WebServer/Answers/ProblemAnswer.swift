internal import Archives
internal import Diagnostics
internal import Glibc
internal import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations

/// Problems as HTTP tells them: problem details (RFC 9457), from the one `Problem` of all faces.
enum ProblemAnswer {
    static let mediaType = "application/problem+json"

    /// - Parameter seesInternals: whether the reader may see what broke inside, such as paths of the machine.
    static func answer(_ error: any Error, seesInternals: Bool) -> Answer {
        answer(details(of: error, seesInternals: seesInternals))
    }

    /// What is told of an error, by whichever media type.
    struct Details: Sendable {
        let kind: String
        let status: Int
        /// As sentences.
        let message: String
        var rest: Record = [:]
        var headers: [(name: String, value: String)] = []

        /// The kind in words.
        var title: String { ProblemAnswer.title(of: status) }
        /// Further lines, such as each thing that is wrong with a request.
        var lines: [String] { rest["details"]?.list?.compactMap(\.string) ?? [] }
    }

    /// - Parameter seesInternals: as above.
    static func details(of error: any Error, seesInternals: Bool) -> Details {
        if let failure = error as? HTTPFailure ?? passing(error) {
            return Details(
                kind: failure.kind.rawValue, status: failure.kind.status, message: failure.message,
                headers: failure.headers)
        }
        let problem = Problem(error)
        let status = status(of: problem.kind)
        guard problem.kind != .failed || seesInternals else {
            return Details(
                kind: problem.kind.rawValue, status: status,
                message: "Something broke in the service. Its log says what; try again later.")
        }
        return Details(
            kind: problem.kind.rawValue, status: status, message: message(of: problem), rest: rest(of: problem))
    }

    /// What the service cannot do at the moment, and may be able to do soon; nil: it is something else.
    private static func passing(_ error: any Error) -> HTTPFailure? {
        let code = (error as? StoreError)?.code
        var system = (error as? SystemError)?.code
        if case .system(let code)? = (error as? ArchiveError)?.code { system = code }
        if code == .full || [ENOSPC, EDQUOT].contains(system) {
            return HTTPFailure(
                .insufficientStorage,
                "The server's disk is full. Its administrator has to make room; then try again.")
        }
        guard code == .locked else { return nil }
        return HTTPFailure(
            .unavailable, "Another process holds the database. Try again soon.", headers: [("Retry-After", "5")])
    }

    /// For what is no sound request: no route has seen it.
    static func refusal(status: Int, reason: String) -> Details {
        let kind =
            switch status {
            case 408: "too-slow"
            case 413: HTTPFailure.Kind.tooLarge.rawValue
            case 417: "expectation-failed"
            case 431: "head-too-large"
            case 501: "not-implemented"
            case 505: "unknown-version"
            default: Problem.Kind.invalidRequest.rawValue
            }
        return Details(kind: kind, status: status, message: message(of: Problem.invalidRequest(reason)))
    }

    static func status(of kind: Problem.Kind) -> Int {
        switch kind {
        case .invalidRequest: 400
        case .notFound: 404
        case .refused: 409
        case .invalidFiles: 422
        case .failed: 500
        case .cancelled: 503
        }
    }

    private static func title(of status: Int) -> String {
        switch status {
        case 400: "Bad request"
        case 401: "Not signed in"
        case 403: "Not allowed"
        case 404: "Not found"
        case 405: "Method not allowed"
        case 408: "Too slow"
        case 409: "Refused"
        case 410: "Gone"
        case 411: "Length required"
        case 412: "Changed in the meantime"
        case 413: "Too large"
        case 415: "Unsupported media type"
        case 416: "No such range"
        case 417: "Expectation failed"
        case 421: "Unknown host"
        case 422: "A file of the workspace is wrong"
        case 423: "In use"
        case 428: "Precondition required"
        case 429: "Too many requests"
        case 431: "Head too large"
        case 460: "Checksum mismatch"
        case 501: "Not implemented"
        case 503: "Unavailable"
        case 505: "Unknown version of HTTP"
        case 507: "No room"
        default: "Something broke"
        }
    }

    static func answer(_ details: Details) -> Answer {
        var record: Record = [
            "type": .string("urn:compass:problem:\(details.kind)"), "title": .string(details.title),
            "status": .integer(Int64(details.status)), "detail": .string(details.message),
            "kind": .string(details.kind),
        ]
        for entry in details.rest { record[entry.key] = entry.value }
        return Answer(
            status: details.status, headers: details.headers,
            content: .text(Array(Value.record(record).json.utf8), mediaType: mediaType))
    }

    /// As sentences, whichever way the problem was worded.
    private static func message(of problem: Problem) -> String {
        guard let first = problem.message.first else { return "The request was cancelled." }
        let sentence = first.uppercased() + problem.message.dropFirst()
        let isWhole = sentence.hasSuffix(".") || sentence.hasSuffix("?")
        return isWhole || !problem.causes.isEmpty ? sentence : sentence + "."
    }

    private static func rest(of problem: Problem) -> Record {
        var rest: Record = [:]
        if !problem.advice.isEmpty { rest["advice"] = problem.advice.json }
        if !problem.causes.isEmpty {
            rest["causes"] = .list(
                problem.causes.map { cause in
                    var record: Record = ["detail": .string(message(of: cause))]
                    if !cause.advice.isEmpty { record["advice"] = cause.advice.json }
                    return .record(record)
                })
        }
        if !problem.details.isEmpty { rest["details"] = .list(problem.details.map(Value.string)) }
        return rest
    }

    /// Of the OpenAPI document.
    static let schema = Schema.object(
        [
            .init("type", .text, "A URN of the kind."),
            .init("title", .text, "The kind in words."),
            .init("status", .integer(400...599), "The status of the answer."),
            .init("detail", .text, "What happened and why, as sentences."),
            .init("kind", .text, "A stable word."),
            .init(
                "advice", .list(.dictionary(.any)),
                "What can be done about it: objects with `step`, a stable word, and what it is about.", required: false),
            .init(
                "causes", .list(.dictionary(.any)), "What it comes of: objects with `detail` and `advice`.",
                required: false),
            .init(
                "details", .texts, "Further lines, such as each thing that is wrong with a request.", required: false),
        ], additional: true)
}
