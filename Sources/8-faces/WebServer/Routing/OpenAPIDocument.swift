internal import Accounts
internal import Platform
internal import Representations

/// The description of all routes as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0), made from their declarations.
enum OpenAPIDocument {
    static func record(of routes: [Route], schemas: [(name: String, schema: Schema)]) -> Record {
        var paths: [(String, Value)] = []
        var byPath: [String: Record] = [:]
        for route in routes {
            if byPath[route.path.text] == nil { paths.append((route.path.text, .null)) }
            byPath[route.path.text, default: [:]][route.method.rawValue.lowercased()] = .record(operation(route))
        }
        paths.sort { $0.0 < $1.0 }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Compass", "version": .string(Version.current),
                "description": "Documents of student athletes, the pipelines that process them, and their runs.",
            ],
            "servers": [["url": "/"]],
            "tags": .list(
                RouteTag.allCases.filter { tag in routes.contains { $0.tag == tag } }.map {
                    ["name": .string($0.rawValue), "description": .string($0.documentation)]
                }),
            "paths": .record(Record(uniqueKeys: paths.map { ($0.0, .record(byPath[$0.0] ?? [:])) })),
            "components": [
                "schemas": .record(
                    Record(uniqueKeys: (schemas + [("problem", ProblemAnswer.schema)]).map { ($0.0, $0.1.value) })),
                "securitySchemes": [
                    "session": [
                        "type": "apiKey", "in": "cookie", "name": "__Host-compass",
                        "description":
                            "A session, as `POST /api/v1/sessions` makes it; its name is `compass` where there is no TLS.",
                    ],
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description": "A token, as `compass tokens create` makes it.",
                    ],
                ],
            ],
        ]
    }

    private static func operation(_ route: Route) -> Record {
        var record: Record = [
            "operationId": .string(route.id), "tags": [.string(route.tag.rawValue)],
            "summary": .string(route.summary),
        ]
        let discussion = [route.discussion, who(route.access)].filter { !$0.isEmpty }.joined(separator: "\n\n")
        record["description"] = .string(discussion)
        if !route.parameters.isEmpty {
            record["parameters"] = .list(route.parameters.map { .record(parameter($0, of: route)) })
        }
        if let body = body(of: route) { record["requestBody"] = .record(body) }
        record["responses"] = .record(responses(of: route))
        record["security"] = security(route.access)
        return record
    }

    private static func who(_ access: RouteAccess) -> String {
        switch access {
        case .anyone: "Anybody may ask."
        case .proof: "Whoever has the secret of the webhook may ask."
        case .session: "For people who are signed in. Owners see what is their own."
        case .scope(let scope):
            scope.isForAdmins
                ? "For admins, and their tokens with the scope `\(scope.rawValue)`."
                : "For people, and tokens with the scope `\(scope.rawValue)`. Owners see what is their own."
        case .admin: "For admins, and their tokens with the scope `admin`."
        }
    }

    private static func security(_ access: RouteAccess) -> Value {
        switch access {
        case .anyone, .proof: []
        case .session: [["session": []]]
        case .scope, .admin: [["session": []], ["token": []]]
        }
    }

    private static func parameter(_ spec: ParameterSpec, of route: Route) -> Record {
        var schema = spec.schema.value
        if let standard = spec.standard, var record = schema.record {
            record["default"] = standard
            schema = .record(record)
        }
        var record: Record = [
            "name": .string(spec.name), "in": .string(spec.place.rawValue), "description": .string(spec.documentation),
            "required": .boolean(spec.isRequired), "schema": schema,
        ]
        if spec.isRepeated {
            record["style"] = "form"
            record["explode"] = true
        }
        if spec.place == .path, let example = route.examples.first(where: { $0.status < 400 })?.path[spec.name] {
            record["example"] = .string(example)
        }
        return record
    }

    private static func body(of route: Route) -> Record? {
        switch route.body {
        case .none: return nil
        case .json(let fields), .proven(let fields):
            var media: Record = ["schema": Schema.object(fields).value]
            // What is refused is no example to follow.
            let examples = route.examples.filter { $0.body != nil && $0.status < 400 }
            if !examples.isEmpty {
                media["examples"] = .record(
                    Record(
                        uniqueKeys: examples.enumerated().map { index, example in
                            (
                                "example-\(index + 1)",
                                ["summary": .string(example.summary), "value": example.body ?? .null]
                            )
                        }))
            }
            return ["required": true, "content": ["application/json": .record(media)]]
        case .form(let fields):
            let schema = Schema.object(fields.map(\.property)).value
            return ["required": true, "content": ["application/x-www-form-urlencoded": ["schema": schema]]]
        case .multipart:
            return ["required": true, "content": ["multipart/form-data": ["schema": ["type": "object"]]]]
        case .text(let mediaType, let maxSize):
            return [
                "required": true,
                "content": .record([mediaType: ["schema": Schema.string(maxLength: maxSize).value]].openAPI),
            ]
        case .stream(let mediaType):
            return [
                "required": true, "content": .record([mediaType: ["schema": [:]]].openAPI),
            ]
        }
    }

    private static func responses(of route: Route) -> Record {
        var answers: [Int: Record] = [:]
        for answer in route.answers {
            var record: Record = ["description": .string(answer.documentation)]
            if !answer.headers.isEmpty {
                record["headers"] = .record(
                    Record(
                        uniqueKeys: answer.headers.map {
                            ($0.name, ["description": .string($0.documentation), "schema": Schema.text.value])
                        }))
            }
            if let mediaType = answer.mediaType, let schema = answer.schema {
                record["content"] = .record(
                    Record(
                        uniqueKeys: ([mediaType] + answer.otherMediaTypes).map {
                            ($0, ["schema": schema.value])
                        }))
            }
            answers[answer.status] = record
        }
        for (status, text) in failures(of: route) where answers[status] == nil {
            answers[status] = [
                "description": .string(text),
                "content": ["application/problem+json": ["schema": Schema.named("problem").value]],
            ]
        }
        return Record(uniqueKeys: answers.sorted { $0.key < $1.key }.map { ("\($0.key)", .record($0.value)) })
    }

    /// What may go wrong with every route of its kind.
    static func failures(of route: Route) -> [(Int, String)] {
        var failures = [
            (400, "The request is wrong."), (429, "Too many requests; `Retry-After` says when to try again."),
            (431, "The headers are too large."), (500, "Something broke."), (503, "The service starts or ends."),
        ]
        if route.access != .anyone, route.access != .proof {
            failures += [(401, "You are not signed in."), (403, "You are not allowed to do this.")]
        }
        if route.path.segments.contains(where: { if case .parameter = $0 { true } else { false } }) {
            failures.append((404, "There is nothing of that name."))
        }
        if !route.method.isSafe { failures.append((409, "It cannot be done as things stand; nothing was changed.")) }
        if case .none = route.body {
        } else {
            failures += [(413, "The body is too large."), (415, "The body is of a type that is not read here.")]
        }
        return failures
    }
}

extension [String: Value] {
    /// With one key, whose order is no question.
    fileprivate var openAPI: Record { Record(uniqueKeys: map { ($0.key, $0.value) }) }
}
