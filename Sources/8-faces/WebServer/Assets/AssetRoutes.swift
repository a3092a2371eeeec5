internal import HTTPMessages
internal import HTTPServer

/// The files that pages need.
enum AssetRoutes {
    static let all: [Route] = [file, member]

    private static let name = Parameter.path("name", .text(maxLength: 200), "With the digest of its content.")
    private static let folder = Parameter.path("folder", .text(maxLength: 200), "With the digest of its contents.")

    private static let file = Route(
        .get, "/assets/{name}", "readAsset", .pages, "Read a file that pages need", access: .anyone, limit: .none,
        parameters: [name.spec], answers: [.content(200, "text/css", "The file.")]
    ) { request in
        try answer(try request[name], to: request)
    }

    private static let member = Route(
        .get, "/assets/{folder}/{name}", "readAssetOfFolder", .pages, "Read a file of a folder that pages need",
        access: .anyone, limit: .none, parameters: [folder.spec, name.spec],
        answers: [.content(200, "application/octet-stream", "The file.")]
    ) { request in
        try answer("\(try request[folder])/\(try request[name])", to: request)
    }

    private static func answer(_ path: String, to request: RouteRequest) throws -> Answer {
        guard let asset = Assets.shared.asset(at: path) else {
            throw HTTPFailure(.notFound, "There is no such file. Load the page again.")
        }
        let form = Assets.shared.form(of: asset, accepting: request.http.headers["Accept-Encoding"])
        var headers: [(name: String, value: String)] = [
            ("Content-Type", asset.mediaType), ("Vary", "Accept-Encoding"),
            // A worker has the policy of its own answer, not that of the page that starts it.
            ("Content-Security-Policy", PageFrame.policy),
        ]
        if let coding = form.coding { headers.append(("Content-Encoding", coding)) }
        return Answer(
            status: 200, headers: headers, content: .raw(.bytes(form.bytes)),
            cacheControl: "public, max-age=31536000, immutable")
    }
}
