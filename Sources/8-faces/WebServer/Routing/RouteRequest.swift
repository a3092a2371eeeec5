internal import Diagnostics
internal import HTTPMessages
internal import HTTPServer
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// A request that has found its route: its parameters and its body, and who asks.
struct RouteRequest: Sendable {
    let http: HTTPRequest
    let route: Route
    let visitor: Visitor
    let server: ServerParts
    /// By name, as they were given.
    private let given: [String: [String]]
    /// The fields of a JSON body.
    private let fields: BodyFields
    /// Of a page's form, by name, as they were sent.
    private let form: [String: [String]]
    /// What is wrong with fields of a form that can be shown again, by name: the route is not to be performed then.
    let faults: [String: String]
    /// What is wrong with values in the address of a page, which are passed over: the page says so.
    let passedOver: [String]

    /// No JSON that a client has to send is larger.
    static let maxBodySize = 1 << 20

    /// What browsers send of themselves: of a hidden field of this name, and of a picture as a button.
    static let addedByBrowsers: Set<String> = ["_charset_", "x", "y"]

    /// - Throws: `Problem` that names everything that is wrong with parameters and body; `HTTPFailure`.
    init(
        _ http: HTTPRequest, route: Route, path: [String: String], visitor: Visitor, server: ServerParts
    ) async throws {
        self.http = http
        self.route = route
        self.visitor = visitor
        self.server = server
        var problems: [String] = []
        (given, passedOver) = Self.given(to: route, path: path, query: http.query, headers: http.headers, &problems)
        var fields = Record()
        if case .json(let properties) = route.body {
            fields = try Self.object(http, try await Self.bytes(of: http, atMost: Self.maxBodySize))
            problems += Self.unknown(in: fields, besides: properties.map(\.name))
        }
        self.fields = BodyFields(fields)
        let sent = if case .form = route.body { try await Self.form(http) } else { [FormFields.Field]() }
        (form, faults) = Self.form(sent, of: route, &problems)
        if !problems.isEmpty { throw Self.problem(problems) }
    }

    /// A form that was sent before, to be shown again: it is not to be performed.
    ///
    /// - Parameters:
    ///   - later: the request that it is shown to.
    ///   - query: of the address that it was sent to.
    /// - Throws: `Problem`
    init(
        again route: Route, path: [String: String], query: [(name: String, value: String)],
        fields: [FormFields.Field], for visitor: Visitor, by later: RouteRequest
    ) throws {
        http = later.http
        server = later.server
        self.route = route
        self.visitor = visitor
        var problems: [String] = []
        (given, passedOver) = Self.given(
            to: route, path: path, query: query, headers: later.http.headers, &problems)
        self.fields = BodyFields()
        (form, faults) = Self.form(fields, of: route, &problems)
        if !problems.isEmpty { throw Self.problem(problems) }
    }

    /// What the address and the headers give to the parameters of a route.
    private static func given(
        to route: Route, path: [String: String], query: [(name: String, value: String)], headers: HTTPHeaders,
        _ problems: inout [String]
    ) -> (given: [String: [String]], passedOver: [String]) {
        var passedOver: [String] = []
        var given = path.mapValues { [$0] }
        let names = route.parameters.filter { $0.place == .query }.map(\.name)
        for (name, value) in query {
            // Forms send fields that were left empty, and others add parameters of their own to the addresses of pages.
            if route.isPage, value.isEmpty || !names.contains(name) { continue }
            guard names.contains(name) else {
                let hint = Spelling.hint(for: name, in: names).map { "; \($0)" } ?? ""
                problems.append("`\(Printable.text(String(name.prefix(100))))` is no parameter of this address\(hint)")
                continue
            }
            given[name, default: []].append(value)
        }
        for spec in route.parameters where spec.place == .header {
            let values = headers.values(of: spec.name)
            // What stands for bytes that are no UTF-8 would make one of different ones.
            if values.contains(where: { $0.contains("\u{FFFD}") }) { problems.append("`\(spec.name)` must be UTF-8") }
            given[spec.name] = values
        }
        for spec in route.parameters {
            guard let problem = spec.problem(given[spec.name] ?? []) else { continue }
            if route.isPage, route.method == .get, spec.place == .query, !spec.isRequired {
                given[spec.name] = nil
                passedOver.append(problem)
            } else {
                problems.append(problem)
            }
        }
        return (given, passedOver)
    }

    /// The fields of a form by their names, and what is wrong with them.
    private static func form(
        _ sent: [FormFields.Field], of route: Route, _ problems: inout [String]
    ) -> (form: [String: [String]], faults: [String: String]) {
        var form: [String: [String]] = [:]
        guard case .form(let specs) = route.body else {
            for field in sent { form[field.name, default: []].append(field.value) }
            return (form, [:])
        }
        var faults: [String: String] = [:]
        let known = specs.map(\.name)
        for field in sent {
            if !known.contains(field.name) {
                if addedByBrowsers.contains(field.name) { continue }
                let hint = Spelling.hint(for: field.name, in: known).map { "; \($0)" } ?? ""
                problems.append("`\(Printable.text(String(field.name.prefix(100))))` is no field of this form\(hint)")
                continue
            }
            form[field.name, default: []].append(field.value)
        }
        for spec in specs {
            let texts = form[spec.name] ?? []
            if route.again?.fields.contains(spec.name) == true {
                faults[spec.name] = spec.fault(texts)
            } else if let problem = spec.problem(texts) {
                problems.append(problem)
            }
        }
        return (form, faults)
    }

    /// What was typed into the fields of a form that can be shown again.
    var typed: [String: String] {
        form.filter { route.again?.fields.contains($0.key) == true }.compactMapValues(\.first)
    }

    /// All that was sent under a name of a form, whether or not it is right.
    func sent(_ name: String) -> [String] { form[name] ?? [] }

    /// The workspace as it is now.
    var workspace: Workspace { server.service.workspace }

    /// - Throws: `Problem`; checked before, so only where it stands in no declaration.
    subscript<Value>(parameter: Parameter<Value>) -> Value {
        get throws {
            do throws(ParameterError) {
                return try parameter.read(given[parameter.spec.name] ?? [])
            } catch {
                throw Self.problem([error.message])
            }
        }
    }

    /// - Throws: `Problem` when it is missing or is not what it must be.
    subscript<Value>(field: BodyField<Value>) -> Value {
        get throws { try fields[field] }
    }

    /// - Throws: `Problem`; checked before, so only where it stands in no declaration.
    subscript<Value>(field: FormField<Value>) -> Value {
        get throws {
            do throws(ParameterError) {
                return try field.read(form[field.spec.name] ?? [])
            } catch {
                throw Self.problem([error.message])
            }
        }
    }

    /// Reads the parts of a form with files, as they come; the whole has to be read to its end (`next()` is nil) before anything
    /// of it is taken for sent.
    ///
    /// - Throws: `Problem` or `HTTPFailure` for what is wrong with the form; the errors of `body`.
    func readingParts<Result>(
        _ limits: MultipartReader.Limits = .init(), _ body: (MultipartReader) async throws -> Result
    ) async throws -> Result {
        let type = http.headers["Content-Type"].flatMap { MediaType($0) }
        guard let type, type.essence == "multipart/form-data" else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be `multipart/form-data`.")
        }
        do {
            return try await body(try MultipartReader(http.body, type: type, limits: limits))
        } catch let error as MultipartError {
            if case .partTooLarge = error { throw HTTPFailure(.tooLarge, error.description) }
            throw Problem.invalidRequest(error.description)
        }
    }

    /// The body of a route that reads its JSON object itself, as it came.
    ///
    /// - Throws: `HTTPFailure`
    func provenBody() async throws -> [UInt8] { try await Self.bytes(of: http, atMost: Self.maxBodySize) }

    /// What stands in it, and no other fields than those of the route.
    ///
    /// - Throws: `Problem` or `HTTPFailure`
    func provenFields(in bytes: [UInt8]) throws -> BodyFields {
        guard case .proven(let properties) = route.body else { return BodyFields() }
        let fields = try Self.object(http, bytes)
        let problems = Self.unknown(in: fields, besides: properties.map(\.name))
        if !problems.isEmpty { throw Self.problem(problems) }
        return BodyFields(fields)
    }

    private static func unknown(in fields: Record, besides known: [String]) -> [String] {
        fields.keys.filter { !known.contains($0) }.map { name in
            let hint = Spelling.hint(for: name, in: known).map { "; \($0)" } ?? ""
            return "`\(Printable.text(String(name.prefix(100))))` is no field of this request\(hint)"
        }
    }

    /// The whole body of a route that takes a text.
    ///
    /// - Throws: `HTTPFailure`
    func text(atMost maxSize: Int, of mediaTypes: Set<String>) async throws -> [UInt8] {
        let type = http.headers["Content-Type"].flatMap { MediaType($0) }
        guard let type, mediaTypes.contains(type.essence) else {
            throw HTTPFailure(
                .unsupportedMediaType,
                "The body must be \(mediaTypes.sorted().map { "`\($0)`" }.joined(separator: " or ")).")
        }
        return try await Self.bytes(of: http, atMost: maxSize)
    }

    private static func bytes(of http: HTTPRequest, atMost maxSize: Int) async throws -> [UInt8] {
        do {
            return try await http.body.collect(atMost: maxSize)
        } catch HTTPServerError.bodyTooLarge {
            throw HTTPFailure(.tooLarge, "The body is larger than \(maxSize) bytes.")
        }
    }

    private static func problem(_ problems: [String]) -> Problem {
        problems.count == 1
            ? .invalidRequest(problems[0])
            : .invalidRequest("the request is wrong in \(problems.count) ways", details: problems)
    }

    /// The fields in a request's body.
    ///
    /// - Throws: `Problem` or `HTTPFailure` for what is no form.
    static func form(_ http: HTTPRequest) async throws -> [FormFields.Field] {
        let type = http.headers["Content-Type"].flatMap { MediaType($0) }
        guard let type, type.essence == "application/x-www-form-urlencoded" else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be `application/x-www-form-urlencoded`.")
        }
        let bytes = try await bytes(of: http, atMost: maxBodySize)
        do throws(FormFieldsError) {
            return try FormFields(bytes).fields
        } catch {
            throw Problem.invalidRequest(error.description)
        }
    }

    /// The JSON object in a request's body.
    private static func object(_ http: HTTPRequest, _ bytes: [UInt8]) throws -> Record {
        let type = http.headers["Content-Type"].flatMap { MediaType($0) }
        guard let type, type.essence == "application/json" else {
            throw HTTPFailure(.unsupportedMediaType, "The body must be `application/json`.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem.invalidRequest("the body is not UTF-8")
        }
        do {
            guard let record = try Value(json: text).record else {
                throw Problem.invalidRequest("the body must be a JSON object")
            }
            return record
        } catch let error as JSONError {
            throw Problem.invalidRequest("the body is \(error)")
        }
    }
}
