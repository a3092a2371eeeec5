internal import Documents
internal import HTTPServer

/// The addresses of the pages: the one place that spells them.
enum PagePath {
    static let documents = "/documents"
    static let newDocument = "/documents/new"
    static let runs = "/runs"
    static let quarantine = "/quarantine"
    static let notifications = "/notifications"
    static let policy = "/legal/privacy"
    static let account = "/account"
    static let signIn = "/sign-in"
    static let signOut = "/sign-out"
    static let stages = "/stages"
    static let newPerson = "/people/new"

    static func document(_ id: String) -> String { "/documents/\(PercentEncoding.encode(id))" }
    static func document(_ id: String, _ part: String) -> String { "\(document(id))/\(part)" }
    static func run(_ id: String) -> String { "/runs/\(PercentEncoding.encode(id))" }
    static func run(_ id: String, _ part: String) -> String { "\(run(id))/\(part)" }
    static func stage(_ stage: String, of run: String) -> String {
        self.run(run, "stages/\(PercentEncoding.encode(stage))")
    }
    static func entry(_ id: String) -> String { "/quarantine/\(PercentEncoding.encode(id))" }
    static func entry(_ id: String, _ part: String) -> String { "\(entry(id))/\(part)" }
    static func pipeline(_ name: String) -> String { "/pipelines/\(PercentEncoding.encode(name))" }

    static func stage(_ type: String) -> String { "/stages/\(PercentEncoding.encode(type))" }

    static func redelivery(of notification: String) -> String {
        "\(notifications)/\(PercentEncoding.encode(notification))/redeliver"
    }

    static func person(_ id: String, _ part: String) -> String { "/people/\(PercentEncoding.encode(id))/\(part)" }

    /// All that is kept about a person.
    static func export(of person: String) -> String { "/api/v1/people/\(PercentEncoding.encode(person))/export" }

    /// The bytes of a version.
    static func content(_ id: String, asDownload: Bool = false) -> String {
        "/api/v1/documents/\(PercentEncoding.encode(id))/content" + (asDownload ? "?download=true" : "")
    }

    /// The bytes of another form of a version.
    static func rendition(_ kind: Rendition.Kind, of id: String) -> String {
        "/api/v1/documents/\(PercentEncoding.encode(id))/renditions/\(kind.rawValue)"
    }

    /// An address with a query; what is nil or empty is left out.
    static func with(_ path: String, _ query: [(String, String?)]) -> String {
        let parts = query.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "\(name)=\(PercentEncoding.encode($0))" }
        }
        return parts.isEmpty ? path : path + "?" + parts.joined(separator: "&")
    }

    /// Whether a text is an address of one of our own pages, so that whoever has signed in may be sent there.
    static func isOwn(_ path: String) -> Bool {
        path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\")
            && path.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
    }
}
