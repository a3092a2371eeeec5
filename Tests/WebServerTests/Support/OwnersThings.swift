import Accounts
import Diagnostics
import Documents
import Pipelines
import Platform
import Testing
import Workspaces

@testable import WebServer

/// What `u1` has in a workspace, of every kind that routes name in paths and queries: what no other owner may see.
struct OwnersThings: Sendable {
    let document: DocumentVersion
    let upload: String
    let run: String
    /// Of a file that was refused; also the id of its run.
    let entry: String
    /// Of the document's run.
    let notification: String
    let link: String
    let linkSecret: String
    let session: Credential
    let token: Credential

    static let title = "Private transcript of Mia"
    private static let scopes: Set<TokenScope> = [.documentsWrite, .runsWrite]

    init(in served: ServedWorkspace) async throws {
        session = try await served.session("u1")
        token = try await served.token("u1", Self.scopes)
        let sent = try await served.upload(
            "private-file.txt", Array("private words".utf8), title: Self.title, as: session, of: "u1")
        (upload, run) = sent
        document = try await served.document(Self.title)
        let told = try await served.workspace.outbox.notifications(in: nil, limit: 100, after: nil).items
        notification = try #require(told.first { $0.notification.run == sent.run }?.notification.id)
        let refused = try await served.upload(
            "private-letter.pdf", Array("%PDF-1.4 private letter".utf8), type: "rec_letter", as: session, of: "u1")
        entry = refused.run
        let made = try await served.ask(
            "POST", "/api/v1/links", json: ["documents": [.string(document.id)]], as: session)
        try #require(made.status == 201, "\(made)")
        let value = try made.json
        link = try #require(value["id"]?.string)
        linkSecret = String(try #require(value["url"]?.string?.split(separator: "/").last))
    }

    /// The value of a parameter of a path that leads to something of `u1`; nil: parameters of that name lead to nothing
    /// that belongs to anybody.
    ///
    /// - Throws: an issue for a name that is new: say here what it stands for.
    func path(_ name: String) throws -> String? {
        switch name {
        case "document": return document.id
        case "run": return run
        case "notification": return notification
        case "upload": return upload
        case "entry": return entry
        case "link": return link
        case "session": return session.id
        case "token": return token.id
        case "person": return "u1"
        case "hook": return "announce"
        case "number": return nil
        case "stage", "kind", "pipeline": return nil
        case "batch", "secret": return nil
        default:
            Issue.record("no test knows the parameter `\(name)` of paths")
            return nil
        }
    }

    /// The same for parameters of queries.
    func query(_ name: String) throws -> String? {
        switch name {
        case "owner", "person", "actor": return "u1"
        case "document", "subject", "id": return document.id
        case "run", "of": return run
        case "search": return "private"
        case "school": return "stanford"
        case "type", "state", "name", "title", "shared", "trashed", "sort", "limit", "after", "version", "download",
            "status", "batch",
            "pipeline", "channel",
            "stage", "kind", "all", "since", "until", "done", "offset", "view", "month", "zone", "next":
            return nil
        default:
            Issue.record("no test knows the parameter `\(name)` of queries")
            return nil
        }
    }

    /// Texts that stand in no answer to anybody else.
    var marks: [String] {
        [
            "Private", "private", document.id, document.series, run, entry, upload, notification, link, linkSecret,
            session.id,
            token.id, document.sha256, "\"u1\"",
        ]
    }
}

extension Route {
    var name: String { "\(method.rawValue) \(path.text)" }

    /// The target of a request.
    ///
    /// - Parameters:
    ///   - value: of a parameter of the path, by its name.
    func target(query: [(String, String)] = [], _ value: (String) throws -> String) rethrows -> String {
        var segments: [String] = []
        for segment in path.segments {
            switch segment {
            case .fixed(let word): segments.append(word)
            case .parameter(let name): segments.append(try value(name).encoded)
            }
        }
        let tail = query.map { "\($0.0.encoded)=\($0.1.encoded)" }.joined(separator: "&")
        return "/" + segments.joined(separator: "/") + (tail.isEmpty ? "" : "?" + tail)
    }

    var pathParameters: [String] {
        path.segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// A request to it.
    func request(
        _ target: String, _ body: Value?, _ credential: Credential?,
        _ headers: [(name: String, value: String)] = []
    ) -> WebRequest {
        let all = (credential?.headers ?? []) + headers
        switch self.body {
        case .json, .proven: return WebRequest(method.rawValue, target, json: body ?? [:], all)
        case .form: return WebRequest(method.rawValue, target, form: body?.record ?? [:], all)
        case .multipart:
            let type = (name: "Content-Type", value: "multipart/form-data; boundary=b")
            return WebRequest(method.rawValue, target, [type] + all, body: Array((body?.string ?? "--b--").utf8))
        case .text(let mediaType, _), .stream(let mediaType):
            return WebRequest(
                method.rawValue, target, [("Content-Type", mediaType)] + all, body: Array((body?.string ?? "").utf8))
        case .none: return WebRequest(method.rawValue, target, all)
        }
    }
}

extension String {
    /// Percent-encoded but for letters, digits and "-._~".
    var encoded: String {
        utf8.map { byte in
            let isPlain =
                byte < 0x80
                && (Character(Unicode.Scalar(byte)).isLetter
                    || Character(Unicode.Scalar(byte)).isNumber || "-._~".utf8.contains(byte))
            if isPlain { return String(Unicode.Scalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
        }.joined()
    }
}

enum SignInLink {
    /// The secret of a one-time link.
    static func make(in served: ServedWorkspace) async throws -> String {
        try #require(try await SignIn(to: served.workspace).oneTimeLink(by: ServedWorkspace.root)).secret.reveal { $0 }
    }
}

enum HalfUpload {
    /// The id of an upload of six bytes that has three.
    static func make(in served: ServedWorkspace, as credential: Credential) async throws -> String {
        let metadata = UploadTests.metadata("half.txt").value
        let answer = try await served.ask(
            UploadTests.creation(metadata, length: 6, as: credential, body: Array("abc".utf8)))
        try #require(answer.status == 201, "\(answer)")
        return String(try #require(answer["Location"]?.split(separator: "/").last))
    }
}
