import Platform
import Testing

/// What dropped files have left, held from outside against what they should have left.
struct IntakeAudit {
    private let crash: IntakeSandbox
    /// Sentences about what is lost, doubled or left over.
    private(set) var problems: [String] = []
    /// Files whose run was given up, since too many processes had died of it.
    private(set) var givenUp = 0

    /// - Parameter mayGiveUp: whether processes died so often that runs may have been given up.
    init(of crash: IntakeSandbox, mayGiveUp: Bool) async throws {
        self.crash = crash
        let runs = try await list("runs", "list", "--all")
        var done: Set<String> = []
        for run in runs {
            let file = Path(run["file"]?.string ?? "?").name.text
            switch run["status"]?.string {
            case "succeeded":
                if !done.insert(file).inserted { problems.append("\(file) has two runs that succeeded") }
            case "failed" where mayGiveUp && run["error"]?["kind"] == "crashed-repeatedly": givenUp += 1
            default: problems.append("a run ended so: \(run.json)")
            }
        }
        if done.count + givenUp != crash.files {
            problems.append("\(done.count) files were done and \(givenUp) given up, of \(crash.files)")
        }
        try await checkDocuments(done)
        try checkAnnouncements(runs, done)
    }

    private mutating func list(_ arguments: Path...) async throws -> [Value] {
        let output = try await crash.sandbox.compass(arguments + ["--json"])
        if output.status != 0 { problems.append("`\(arguments)` ended so: \(output)") }
        return try output.lines
    }

    private mutating func checkDocuments(_ done: Set<String>) async throws {
        let documents = try await list("documents", "list", "--all")
        if documents.count != done.count || Set(documents.compactMap { $0["name"]?.string }) != done {
            problems.append("\(documents.count) documents for \(done.count) files")
        }
        for document in documents where document["version"] != 1 {
            problems.append("a document has more than one version: \(document.json)")
        }
        let objects = try crash.sandbox.objects()
        if objects.count != documents.count {
            problems.append("\(objects.count) objects for \(documents.count) documents: \(objects)")
        }
        let moved = "inbox/u1/done" as Path
        let folder = crash.sandbox.folder.appending(moved)
        let names = Files.exists(folder) ? try Files.list(folder) : []
        if Set(names.map(\.text)) != done { problems.append("moved were \(names), not \(done.sorted())") }
        if names.isEmpty { return }
        let sums = try await crash.sandbox.run("/usr/bin/sha256sum", names.map { moved.appending($0) }).text
        let digests = Set(sums.split(separator: "\n").map { String($0.prefix(64)) })
        if Set(documents.compactMap { $0["sha256"]?.string }) != digests {
            problems.append("the catalog's digests are not those of the files")
        }
    }

    private mutating func checkAnnouncements(_ runs: [Value], _ done: Set<String>) throws {
        let log: Path = ".compass/notifications.ndjson"
        let isThere = Files.exists(crash.sandbox.folder.appending(log))
        let all = isThere ? try Announcement.read(try crash.sandbox.read(log)) : []
        let succeeded = Set(runs.filter { $0["status"] == "succeeded" }.compactMap { $0["run"]?.string })
        if all.count != done.count || Set(all.map(\.run)) != succeeded {
            problems.append("\(all.count) announcements of \(Set(all.map(\.run)).count) runs for \(done.count) files")
        }
    }
}
