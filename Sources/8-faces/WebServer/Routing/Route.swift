internal import Accounts
internal import HTTPServer
internal import Platform

/// One address with what may be asked of it: how it is found, documented, guarded and answered. The OpenAPI document and the
/// tests of every route come from it.
struct Route: Sendable {
    let method: HTTPMethod
    let path: PathPattern
    /// A stable word, unique.
    let id: String
    let tag: RouteTag
    /// A sentence without a full stop.
    let summary: String
    let discussion: String
    let access: RouteAccess
    /// How often somebody who is not known may ask.
    let limit: RouteLimit
    let parameters: [ParameterSpec]
    let body: RouteBody
    let answers: [RouteAnswer]
    let examples: [RouteExample]
    /// How its form is shown again; nil: nothing is typed into it.
    let again: FormAgain?
    let perform: @Sendable (RouteRequest) async throws -> Answer

    /// Whether it is for people: errors are shown as pages, and who has to sign in is sent there. What is for programs is in
    /// the OpenAPI document.
    var isPage: Bool { tag == .pages }

    init(
        _ method: HTTPMethod, _ path: PathPattern, _ id: String, _ tag: RouteTag, _ summary: String,
        discussion: String = "", access: RouteAccess, limit: RouteLimit = .usual, parameters: [ParameterSpec] = [],
        body: RouteBody = .none,
        answers: [RouteAnswer], examples: [RouteExample] = [], again: FormAgain? = nil,
        perform: @escaping @Sendable (RouteRequest) async throws -> Answer
    ) {
        self.method = method
        self.path = path
        self.id = id
        self.tag = tag
        self.summary = summary
        self.discussion = discussion
        self.access = access
        self.limit = limit
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.examples = examples
        self.again = again
        self.perform = perform
    }
}

/// How often an address may ask without an account; who is known has a limit of their own.
enum RouteLimit: Sendable {
    /// Together with everything else of that address.
    case usual
    /// For who has a link: together with other links, and however much the address asks else.
    case guest
    /// Programs with a secret of their own: apart from everything else of that address.
    case hook
    /// A supervisor has to learn that the process works, whoever else asks from where it is.
    case none
}

enum HTTPMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Whether it only looks (RFC 9110, 9.2.1).
    var isSafe: Bool { self == .get || self == .head || self == .options }
}

/// Chapters of the document.
enum RouteTag: String, Sendable, CaseIterable {
    case documents, versions, shares, schools, uploads, runs, notifications, quarantine, batches, pipelines, stages,
        schedules, watches, hooks
    case legal, links, sessions, people, tokens, audit, service, pages

    var documentation: String {
        switch self {
        case .documents: "Documents, each by its current version."
        case .versions: "The versions of a document, and their bytes."
        case .shares: "Which schools may view a document."
        case .schools: "The schools that documents are shared with."
        case .uploads:
            "Uploads that can be interrupted and resumed, by tus 1.0 (https://tus.io/protocols/resumable-upload)."
        case .runs: "Runs of pipelines: finished and running."
        case .notifications: "What runs have announced, by which channel, and how its delivery stands."
        case .quarantine: "Files that a run refused or could not finish."
        case .batches: "Runs that one trigger began."
        case .pipelines: "The pipelines of the workspace."
        case .stages: "The stage types that pipelines may use."
        case .schedules: "When pipelines run by themselves."
        case .watches: "Watched folders, what waits in them and why."
        case .hooks: "Requests of other programs that start runs."
        case .legal: "The privacy policy, and who has accepted it."
        case .links: "Addresses that show documents to people without an account."
        case .sessions: "Signing in and out."
        case .people: "Who has an account."
        case .tokens: "Tokens for programs."
        case .audit: "Who has changed what, when and from where."
        case .service: "The process itself."
        case .pages: "What people see in a browser."
        }
    }
}

/// Who may ask.
enum RouteAccess: Sendable, Equatable {
    /// Without an account.
    case anyone
    /// Whoever proves that they have a secret of the route's own, which looks at that itself: neither cookie nor token counts.
    case proof
    /// People with an account, and tokens with the scope; only admins and theirs, where the scope is for them. Owners see what
    /// is their own.
    case scope(TokenScope)
    /// Admins, and their tokens with the scope `admin`.
    case admin
    /// People who are signed in; no token.
    case session
}

/// What stands in the body of a request.
enum RouteBody: Sendable {
    case none
    /// A JSON object of these fields and no others.
    case json([Schema.Property])
    /// The same, which the route reads itself once it knows who sends it.
    case proven([Schema.Property])
    /// The fields of a page's form and no others, but for what browsers add; see `FormField`.
    case form([FormFieldSpec])
    /// A page's form with files, which the route reads as it comes: `RouteRequest.readingParts`.
    case multipart
    /// A text, whole.
    case text(mediaType: String, maxSize: Int)
    /// Bytes that the route reads as they come.
    case stream(mediaType: String)
}

/// One way in which a route answers.
struct RouteAnswer: Sendable {
    let status: Int
    let documentation: String
    let mediaType: String?
    /// Types that it may be of as well.
    var otherMediaTypes: [String] = []
    let schema: Schema?
    /// Names of headers with their documentation.
    let headers: [(name: String, documentation: String)]

    static func json(
        _ schema: Schema, _ documentation: String, headers: [(name: String, documentation: String)] = []
    ) -> RouteAnswer {
        json(200, schema, documentation, headers: headers)
    }

    static func json(
        _ status: Int, _ schema: Schema, _ documentation: String,
        headers: [(name: String, documentation: String)] = []
    ) -> RouteAnswer {
        RouteAnswer(
            status: status, documentation: documentation, mediaType: "application/json", schema: schema,
            headers: headers)
    }

    static func empty(
        _ status: Int, _ documentation: String, headers: [(name: String, documentation: String)] = []
    ) -> RouteAnswer {
        RouteAnswer(status: status, documentation: documentation, mediaType: nil, schema: nil, headers: headers)
    }

    static func content(
        _ status: Int, _ mediaType: String, _ documentation: String,
        headers: [(name: String, documentation: String)] = []
    ) -> RouteAnswer {
        RouteAnswer(
            status: status, documentation: documentation, mediaType: mediaType, schema: .string(), headers: headers)
    }

    /// What does not end by itself, of which no schema of a whole can be told.
    static func endless(_ status: Int, _ mediaType: String, _ documentation: String) -> RouteAnswer {
        RouteAnswer(
            status: status, documentation: documentation, mediaType: mediaType, schema: .any, headers: [])
    }
}

/// A request with what comes of it, for the document and as a test.
struct RouteExample: Sendable {
    let summary: String
    /// Values of the parameters of the path, by name; `{document}` and other words in braces stand for what a test's
    /// workspace has.
    let path: [String: String]
    let query: [(String, String)]
    let body: Value?
    let status: Int

    init(
        _ summary: String, path: [String: String] = [:], query: [(String, String)] = [], body: Value? = nil,
        status: Int = 200
    ) {
        self.summary = summary
        self.path = path
        self.query = query
        self.body = body
        self.status = status
    }
}
