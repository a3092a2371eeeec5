internal import Documents
internal import HTTPClient
internal import HTTPMessages
public import Pipelines
public import Platform

/// Makes an HTTP request.
public struct HTTPRequestStage: EffectStage {
    public static let spec = StageSpec(
        name: "http-request",
        summary: "Makes an HTTP request, for what has no stage and no plugin yet.",
        discussion: """
            A status of `success-on` is a success, one of `reject-on` refuses the document. Of the others, 408 and 425, 429, and 500 \
            and above are failures of the classes `timeout`, `throttled` and `server`, which the pipeline's `retry` may try again; \
            every other one, a redirect among them (none is followed), is `permanent`.

            A request may reach the server twice, if Compass was killed before it noted the answer, or no answer came. `POST` and `PATCH` \
            carry an `Idempotency-Key` header, which is the same over all tries. Give it an `undo:` if another \
            request takes it back. For telling people and programs of what has happened, \
            `notify` with a channel of type `webhook` is better: it is sent once the run has ended, signed, and tried for days.

            Only public addresses can be asked, unless `private-addresses` of `compass.yaml` has others: whatever the host is called, \
            the address that it has when the connection is made counts.

            The document's bytes are not sent; `upload` and share links are there for that.
            """,
        outputs: [
            Fact("status", .integer, "The status of the answer."),
            Fact("body", .string.orNull, "The answer's body, secrets hidden; null when it is no UTF-8."),
            Fact("json", .any, "The body, when it is JSON; otherwise null."),
        ],
        effect: .idempotent,
        examples: [
            StageExample(
                "A roster service gets a request; no server listens at this address.",
                yaml: """
                    uses: http-request
                    with:
                      method: POST
                      url: http://127.0.0.1:9/athletes
                      headers: { X-Team: blue }
                      body: { name: "${{ document.stem }}", tags: [video] }
                      reject-on: ["404", "422"]
                    """,
                result: .failed(.network))
        ])

    /// For all stages of the process; each server has turns of its own.
    private static let client = HTTPClient(userAgent: "compass")

    let options: Options

    public init(options: Options) {
        self.options = options
    }

    public func intent(_ context: StageContext) throws -> Record { [:] }

    public func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview {
        let (method, url) = (try context.value(options.method).rawValue, try context.shown(options.url))
        // What stands behind the host may be a key.
        let text = "request \(method) \(Printable.short(HTTPAddress.server(of: url) ?? "the address"))/…"
        return EffectPreview(effects: [PlannedEffect(.perform, target: context.stage, text: text)], outputs: [:])
    }

    public func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        let surroundings = try context.resources.require(StageSurroundings.self)
        if surroundings.isRehearsal { throw StageSurroundings.refused("makes an HTTP request", context) }
        var secrets = SecretTexts()
        secrets.add(options.url, context)
        secrets.add(options.headers, context)
        secrets.add(options.body, context)
        let request = try request(context)
        var limits = HTTPLimits()
        limits.reach = surroundings.reach
        limits.timeout = .milliseconds(try context.value(options.timeout).milliseconds)
        limits.maxResponseBytes = Int(clamping: try context.value(options.maxResponse).bytes)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await Self.client.send(request, limits: limits)
        } catch {
            try Task.checkCancellation()
            throw secrets.masked(StageError.failed(error.kind.errorClass, "http-\(error.kind.rawValue)", "\(error)"))
        }
        try check(response, request, secrets, context)
        let text = String(validating: response.body, as: UTF8.self)
        let json = text.flatMap { try? Value(json: $0) } ?? .null
        return [
            "status": .integer(Int64(response.status)), "body": secrets.masked(text.map(Value.string) ?? .null),
            "json": secrets.masked(json),
        ]
    }

    private func check(
        _ response: HTTPResponse, _ request: HTTPRequest, _ secrets: SecretTexts, _ context: StageContext
    ) throws(StageError) {
        let status = response.status
        let server = Printable.short(HTTPAddress.server(of: request.url) ?? "The server")
        let isRejection = StatusRange.contain(status, in: try context.value(options.rejectOn))
        if !isRejection, StatusRange.contain(status, in: try context.value(options.successOn)) { return }
        let said = String(decoding: response.body.prefix(400), as: UTF8.self)
        let answer = "\(server) answered \(status)" + (said.isEmpty ? "." : ": \(Printable.short(said))")
        if isRejection { throw secrets.masked(.rejected("refused", answer)) }
        let errorClass: ErrorClass =
            switch status {
            case 408, 425: .timeout
            case 429: .throttled
            case 500...: .server
            default: .permanent
            }
        throw secrets.masked(.failed(errorClass, "http-status", answer))
    }

    private func request(_ context: StageContext) throws(StageError) -> HTTPRequest {
        let (url, method) = (try context.value(options.url), try context.value(options.method))
        guard let fault = HTTPAddress.fault(of: url) else {
            var request = HTTPRequest(method: method.rawValue, url: url)
            for header in try context.value(options.headers).entries {
                request.headers.append(.init(name: header.name, value: header.text))
            }
            switch try context.value(options.body) {
            case .null: break
            case .string(let text): request.body = Array(text.utf8)
            case let value:
                value.write(to: &request.body)
                if request.headers["content-type"] == nil { request.headers.add("Content-Type", "application/json") }
            }
            if method.needsKey, request.headers["idempotency-key"] == nil {
                // A quoted text: draft-ietf-httpapi-idempotency-key-header, section 2.1.
                let key = "\(context.run)/\(context.stage)" + (context.item.map { "/\($0)" } ?? "")
                request.headers.add("Idempotency-Key", "\"\(key)\"")
            }
            return request
        }
        throw .failed(.permanent, "expression", "The `url` of stage `\(context.stage)` \(fault).")
    }
}

extension HTTPError.Kind {
    fileprivate var errorClass: ErrorClass {
        switch self {
        case .network, .tls: .network
        case .timeout: .timeout
        case .badResponse: .server
        case .tooLarge, .badURL, .badRequest, .forbidden: .permanent
        case .cancelled, .unavailable, .disk: .other
        }
    }
}
