internal import Accounts
internal import Diagnostics
internal import Digests
internal import HTTPMessages
internal import HTTPServer
internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// Requests to the webhooks of pipelines (`on.webhook`), by Standard Webhooks (https://www.standardwebhooks.com) or with the
/// secret itself.
enum HookRoutes {
    static let all: [Route] = [call, send]

    private static let hook = Parameter.path("hook", .id, "What stands behind `/hooks/` in the `path` of the webhook.")
    private static let id = Parameter<String?>.optional(
        "webhook-id", .text(), "The sender's id of the message, without full stops. The same again has the same run.",
        in: .header)
    private static let timestamp = Parameter<String?>.optional(
        "webhook-timestamp", .text(), "Seconds since 1970, at most 5 minutes from the server's.", in: .header)
    private static let signature = Parameter<String?>.optional(
        "webhook-signature", .text(maxLength: 4_000),
        "`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base 64; or several, divided by blanks.", in: .header)
    private static let inputs = BodyField<Record?>.optional(
        "inputs", .inputs, "Values of the pipeline's inputs, but for `user`, `type` and `owner`.")
    private static let document = BodyField<Record?>.optional(
        "file",
        FieldKind(
            schema: .object([
                .init("url", .text, "Where it is got, by https."),
                .init("name", .text, "What it is called; unless given, what the address ends with.", required: false),
            ]),
            parse: \.record, expectation: "an object with `url` and perhaps `name`"),
        "A file for the pipeline.")

    private static let call = Route(
        .post, "/hooks/{hook}", "callWebhook", .hooks, "Start a run by a webhook of a pipeline",
        discussion: """
            The request is signed by Standard Webhooks, or has the secret as `Authorization: Bearer`. When the answer comes it is \
            on disk. A message with a `webhook-id` is known again for 7 days.
            """,
        access: .proof, limit: .hook, parameters: [hook.spec, id.spec, timestamp.spec, signature.spec],
        body: .proven([inputs.property, document.property]),
        answers: [
            RunRoutes.begun,
            DocumentRoutes.problem(401, "There is no such webhook, or the request does not prove that it may."),
            DocumentRoutes.problem(409, "The message came before with another body, or the pipeline takes none."),
            unavailable,
        ],
        examples: [RouteExample("An unknown one", path: ["hook": "nothing"], body: ["inputs": [:]], status: 401)]
    ) { request in
        let bytes = try await request.provenBody()
        guard let (webhook, pipeline) = try await proven(request, bytes) else { throw refusal() }
        let fields = try request.provenFields(in: bytes)
        let arguments = try RunInputs.arguments(try fields[inputs] ?? [:])
        let message = Webhooks.Message(
            id: try request[id], digest: SHA256.hex(of: bytes), inputs: arguments,
            file: try fields[document].map(file))
        let taken = try await answering(request, webhook) {
            try await request.server.service.take(message, by: webhook, of: pipeline)
        }
        return RouteRequest.begun(taken.run, of: pipeline)
    }

    private static let fileName = Parameter.required(
        "name", .text(maxLength: 255), "What the file is called; its extension has to be one of the type's.")
    private static let fileInputs = Parameter<[String]>.repeated(
        "input", .text(maxLength: 4_000),
        "`NAME=VALUE`: of an input of the pipeline, but for `user`, `type` and `owner`.")

    private static let send = Route(
        .post, "/hooks/{hook}/file", "sendToWebhook", .hooks, "Start a run by a webhook of a pipeline with a file",
        discussion: """
            The request has the secret as `Authorization: Bearer`, which is looked at before the file is read; a signature does not \
            count. When the answer comes the file is on disk. A message with a `webhook-id` is known again for 7 days. One whose file \
            did not come whole is not: send it again.
            """,
        access: .proof, limit: .hook, parameters: [hook.spec, fileName.spec, fileInputs.spec, id.spec],
        body: .stream(mediaType: UploadRoutes.wholeFile),
        answers: [
            RunRoutes.begun,
            DocumentRoutes.problem(401, "There is no such webhook, or the request does not prove that it may."),
            DocumentRoutes.problem(409, "The message came before with another body, or the pipeline takes no file."),
            DocumentRoutes.problem(411, "`Content-Length` is missing."),
            DocumentRoutes.problem(
                423, "Another request is sending the same message; `Retry-After` says when to try again."),
            unavailable, DocumentRoutes.problem(507, "There is no room for it."),
        ],
        examples: [
            RouteExample("To an unknown one", path: ["hook": "nothing"], query: [("name", "a.txt")], status: 401)
        ]
    ) { request in
        guard let (webhook, pipeline) = try await proven(request, nil) else {
            throw refusal(" A file comes with the secret as `Authorization: Bearer`; a signature does not count.")
        }
        let message = Webhooks.FileMessage(
            id: try request[id], name: try request[fileName], length: try request.wholeFileLength(),
            inputs: try request[fileInputs])
        let taken = try await answering(request, webhook) {
            try await request.server.service.take(
                message, BodyParts(body: request.http.body), by: webhook, of: pipeline)
        }
        return RouteRequest.begun(taken.run, of: pipeline)
    }

    private static let unavailable = DocumentRoutes.problem(
        503, "The workspace has to be corrected before the webhook takes anything; the log says how.")

    /// What is wrong with the workspace is no matter of who sends, who may send it again.
    private static func answering<Result>(
        _ request: RouteRequest, _ webhook: WebhookTrigger, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await UploadRoutes.answering(body)
        } catch let fault as WebhookFault {
            request.server.service.log.error(
                "webhook-fault", "A webhook refuses all requests: \(fault)", .init("webhook", webhook.path))
            throw HTTPFailure(
                .unavailable,
                "The webhook takes nothing before its administrator has corrected it. Send the message again later.")
        }
    }

    /// Nobody learns which webhooks there are.
    private static func refusal(_ advice: String = "") -> HTTPFailure {
        HTTPFailure(
            .unauthorized, "There is no such webhook, or the request does not prove that it may use it.\(advice)",
            headers: [("WWW-Authenticate", "Bearer realm=\"compass\"")])
    }

    /// In place of the secret of a webhook that there is not, so that it takes as long.
    private static let decoy = Base64.encode((0..<32).map { _ in UInt8.random(in: 0...255) })

    /// - Parameter body: what may be signed; nil: it is read later, so that no signature counts.
    /// - Returns: nil: there is no such webhook, or the request proves nothing.
    private static func proven(
        _ request: RouteRequest, _ body: [UInt8]?
    ) async throws -> (WebhookTrigger, Pipeline)? {
        let name = try request[hook]
        var found: (WebhookTrigger, Pipeline)?
        for pipeline in request.server.service.pipelines {
            if let webhook = pipeline.triggers.webhooks.first(where: { $0.name == name }) {
                found = (webhook, pipeline)
            }
        }
        let text = found.flatMap { request.workspace.secrets[$0.0.secret] }
        let key = text.flatMap { WebhookSecret($0) }
        if let found, key == nil {
            request.server.service.log.error(
                "webhook-secret", "A webhook has no secret that can be used, and refuses all requests",
                .init("webhook", found.0.path), .init("secret", found.0.secret))
        }
        let isSigned = try body.flatMap { body in
            (key ?? WebhookSecret(decoy))?.isSigned(
                id: try request[id] ?? "", timestamp: try request[timestamp] ?? "",
                signatures: try request[signature] ?? "", body: body, now: Timestamp.now().milliseconds / 1_000)
        }
        let given = SHA256.digest(of: Array(bearer(request.http.headers).utf8))
        let isBearer = MessageAuthentication.isEqual(
            given.bytes, SHA256.digest(of: Array((key == nil ? decoy : text ?? decoy).utf8)).bytes)
        return key != nil && (isSigned == true || isBearer) ? found : nil
    }

    private static func bearer(_ headers: HTTPHeaders) -> String {
        let parts = (headers["Authorization"] ?? "").split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : ""
    }

    /// - Throws: `Problem`
    private static func file(_ record: Record) throws -> WebhookRequest.File {
        guard record.keys.allSatisfy({ ["url", "name"].contains($0) }), let url = record["url"]?.string,
            record["name"] == nil || record["name"]?.string != nil
        else { throw Problem.invalidRequest("`file` must be an object with `url` and perhaps `name`") }
        if let fault = HookedFiles.fault(of: url) { throw Problem.invalidRequest("`url` of `file` \(fault)") }
        if let name = record["name"]?.string { return WebhookRequest.File(url: url, name: name) }
        let path = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
        let name = path.count > 3 ? PercentEncoding.decode(path.last ?? "") ?? "" : ""
        if name.isEmpty {
            throw Problem.invalidRequest("the address of `file` ends with no name: give it a `name`")
        }
        return WebhookRequest.File(url: url, name: name)
    }
}
