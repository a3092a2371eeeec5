internal import Accounts
internal import HTTPServer
internal import Platform
internal import Workspaces

/// The whole workspace as one file.
enum BackupRoutes {
    static let all: [Route] = [make]

    private static let pool = WorkerPool(name: "backup", width: 2)

    private static let make = Route(
        .get, "/api/v1/backup", "makeBackup", .service, "Copy the whole workspace into one file",
        discussion: """
            As `compass backup` does: a tar archive of the database as it is at one moment, of every object that it needs, of \
            quarantine and the definitions, with a list of checksums. It is made and read again before its first byte is sent, \
            which takes as long as it takes to read all documents twice. `compass restore` makes a workspace of it.
            """,
        access: .admin,
        answers: [
            .content(
                200, "application/x-tar", "The backup.",
                headers: [
                    ("Content-Disposition", "Its name."),
                    (
                        "Compass-Damage",
                        "How many versions lack bytes or have others than were stored: 0, or look with `compass doctor`."
                    ),
                ]),
            DocumentRoutes.problem(507, "There is no room to make it."),
        ],
        examples: [RouteExample("All")]
    ) { request in
        let workspace = request.workspace
        let (file, report) = try await workspace.audited(try request.actor, "workspace.backup", .workspace) {
            try await Backup(of: workspace, pool: pool) { _ in }.makeTemporary()
        }
        let day = Timestamp.now().description.prefix(10)
        let headers = [
            ("Content-Type", "application/x-tar"),
            ("Content-Disposition", ContentDisposition(name: "compass-\(day).tar", isInline: false).description),
            ("Compass-Damage", "\(report.damage.count)"),
        ]
        return Answer(
            status: 200, headers: headers, content: .raw(.file(file, offset: 0, count: report.size)),
            cacheControl: "no-store")
    }
}
