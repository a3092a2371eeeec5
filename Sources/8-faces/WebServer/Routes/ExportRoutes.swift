internal import Accounts
internal import HTTPServer
internal import Platform
internal import Representations
internal import Workspaces

/// All that is kept about a person as one file.
enum ExportRoutes {
    static let all: [Route] = [make]

    private static let pool = WorkerPool(name: "export", width: 2)

    private static let make = Route(
        .get, "/api/v1/people/{person}/export", "exportPerson", .people,
        "Copy all that is kept about a person into one file",
        discussion: """
            As `compass export` does, as a zip archive: every version of every document under its title, what is on record \
            of them, and the account without its secrets. It is made before its first byte is sent. Owners have their own, \
            admins anybody's.
            """,
        access: .session, parameters: [PeopleRoutes.person.spec],
        answers: [
            .content(
                200, "application/zip", "The archive.",
                headers: [
                    ("Content-Disposition", "Its name."),
                    ("Compass-Damage", "How many files are damaged or missing: 0, or see `problems` in `export.json`."),
                ]),
            DocumentRoutes.problem(507, "There is no room to make it."),
        ],
        examples: [RouteExample("An unknown one", path: ["person": "nobody-ever"], status: 404)]
    ) { request in
        guard let place = request.server.exports.enter(request.visitor) else {
            throw HTTPFailure(
                .unavailable, "Other exports are being made just now. Try again soon.", headers: [("Retry-After", "5")])
        }
        let archive = try await PersonArchive(
            of: try request[PeopleRoutes.person], in: request.workspace, by: try request.actor, pool: pool)
        withExtendedLifetime(place) {}
        let headers = [
            ("Content-Type", "application/zip"),
            ("Content-Disposition", ContentDisposition(name: archive.name, isInline: false).description),
            ("Compass-Damage", "\(archive.report.problems.count)"),
        ]
        return Answer(
            status: 200, headers: headers, content: .raw(.file(archive.file, offset: 0, count: archive.size)),
            cacheControl: "no-store")
    }
}
