import CompassTesting
import Glibc
import Platform
import Testing

/// Transactions that do not fit into the database's cache, killed while another process commits.
///
/// A process that dies right after such a commit must leave it whole in the log: what others commit, before or after its death,
/// stands around it there, and would be lost with it.
@Suite struct LargeTransactionTests {
    /// What is done to a workspace by one command, and what is true when it is done.
    struct Work: Sendable, CustomTestStringConvertible {
        let name: String
        let command: [Path]
        /// Makes what the command works on.
        let prepare: @Sendable (Sandbox) async throws -> Void
        /// - Returns: what is wrong once the command has been carried out to its end.
        let problems: @Sendable (Sandbox) async throws -> [String]
        var testDescription: String { name }
    }

    private static func size(_ long: Int, _ short: Int) -> Int { Nightly.isOn ? long : short }

    /// Documents of one person; with a title they are versions of one document.
    private static func add(_ count: Int, _ options: [Path], to sandbox: Sandbox) async throws {
        for number in 0..<count { try sandbox.write(Path("many/\(number).pdf"), Samples.pdf(number)) }
        let files = (0..<count).map { Path("many/\($0).pdf") }
        let output = try await sandbox.compass(["run", "transcript"] + files + options + ["--json"])
        try #require(output.status == 0, "\(output.errors.suffix(2_000))")
    }

    static let all = [
        Work(name: "a document of many versions is deleted", command: ["documents", "delete", "Many", "--yes"]) {
            // Fewer than 12,000 fit into the cache; `ReportedCommitTests` has small ones.
            try await add(size(12_000, 400), ["-i", "title=Many"], to: $0)
        } problems: {
            let left = try await $0.list("documents", "list", "--all").compactMap { $0["title"]?.string }
            return left.contains("Many") ? ["the document is there"] : []
        },
        Work(name: "a person with many documents is forgotten", command: ["forget", "u1", "--yes"]) {
            try await add(size(20_000, 200), [], to: $0)
        } problems: {
            let left = try await $0.list("documents", "list", "--all").filter { $0["owner"] == "u1" }
            return left.isEmpty ? [] : ["\(left.count) documents are there"]
        },
        Work(
            name: "a document is shared with many schools",
            command: ["documents", "share", "0"] + (0..<size(10_000, 400)).map { Path("school-\($0)") }
        ) {
            let schools = (0..<size(10_000, 400)).map { "- { id: school-\($0), name: School \($0) }\n" }
            try $0.write("schools.yaml", schools.joined())
            try await add(1, [], to: $0)
        } problems: {
            let shared = try await $0.list("documents", "list", "--all").compactMap { $0["shared-with"]?.list?.count }
            return shared.max() == size(10_000, 400) ? [] : ["shared with \(shared)"]
        },
    ]

    @Test(
        "killed at any place, large transactions lose nothing that others have reported, and are done when asked again",
        arguments: all.prefix(Nightly.isOn ? 3 : 1))
    func killed(work: Work) async throws {
        let origin = try Sandbox(texts: ["pipelines/video.yaml": Sandbox.watching("video")])
        try Files.createFolders(origin.folder.appending("in"))
        let transcript = Sandbox.pipeline("transcript", type: "transcript")
        let inputs = "dedup: { on-duplicate: version }\ninputs:\n  user: { type: string, default: u1 }\n"
        try origin.write(
            "pipelines/transcript.yaml", transcript.replacing("inputs:\n", with: inputs, maxReplacements: 1))
        try await work.prepare(origin)
        let names = try await trace(work, from: origin)
        try #require(!names.isEmpty)
        let places =
            Nightly.isOn
            ? Array(Set(names)).sorted() : ["journal.after-commit", "objects.before-delete"].filter(names.contains)
        for place in places { try await round(work, from: origin, dyingAt: place) }
    }

    private func copy(of origin: Sandbox) async throws -> Sandbox {
        let sandbox = try Sandbox()
        try await sandbox.run(
            "/bin/cp", ["-a", "--reflink=auto", origin.folder.appending("."), sandbox.folder], ending: 0)
        return sandbox
    }

    private func trace(_ work: Work, from origin: Sandbox) async throws -> [String] {
        let sandbox = try await copy(of: origin)
        let file = sandbox.folder.appending("trace")
        try await sandbox.compass(work.command, environment: ["COMPASS_FAILPOINT_TRACE=\(file)"], ending: 0)
        #expect(try await work.problems(sandbox) == [])
        return String(decoding: try Files.read(file, limit: 1 << 26), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    private func round(_ work: Work, from origin: Sandbox, dyingAt place: String) async throws {
        let sandbox = try await copy(of: origin)
        // It keeps the database open, so that nobody reads the log anew when the other one has died.
        let service = try await sandbox.up()
        // Another owner's, whom nobody forgets: some while the command works, one when it has died.
        let others = (0..<40).map { "other-\($0)" }
        for (number, other) in others.enumerated() {
            try sandbox.write(Path("\(other).pdf"), Samples.pdf(99_900 + number))
        }
        func run(_ others: ArraySlice<String>) async throws {
            let files = others.map { Path("\($0).pdf") }
            let output = try await sandbox.compass(["run", "transcript"] + files + ["-i", "user=other", "--json"])
            #expect(output.status == 0, "\(place): \(output)")
        }
        async let meanwhile: Void = run(others.dropLast())
        let killed = try await sandbox.compass(work.command, environment: ["COMPASS_FAILPOINT=\(place)"])
        #expect(killed.status == 137, "\(place): \(killed)")
        try await meanwhile
        try await run(others.suffix(1))
        service.signal(SIGKILL)
        _ = try await service.end()
        func expectOthers(_ when: String) async throws {
            let titles = Set(try await sandbox.list("documents", "list", "--all").compactMap { $0["title"]?.string })
            #expect(titles.isSuperset(of: others), "\(place): lost \(when)")
        }
        try await expectOthers("after the kills")
        let again = try await sandbox.compass(work.command)
        // Done already: there is no such document, or nothing to change.
        #expect([0, 2].contains(again.status), "\(place): \(again)")
        try await expectOthers("after the command was given again")
        #expect(try await work.problems(sandbox) == [], "\(place)")
        let health = try await sandbox.run(
            "/usr/bin/python3",
            [
                "-c",
                "import sqlite3; print(sqlite3.connect('.compass/compass.db').execute('PRAGMA integrity_check').fetchone()[0])",
            ])
        #expect(health.text == "ok\n", "\(place): \(health)")
    }
}
