import Platform
import Testing

/// What stands in a workspace, held from outside against what its runs should have left: files, lists, arrivals.
struct Audit {
    private let crash: CrashSandbox
    private let mayGiveUp: Bool
    private(set) var problems: [String] = []
    private var runs: [Value] = []
    /// By run.
    private var versions: [String: [Value]] = [:]
    /// Runs whose files are held.
    private var quarantined: Set<String> = []

    /// - Parameter mayGiveUp: whether processes died so often that runs may have been given up.
    /// - Returns: a sentence for everything that is lost, doubled or left over.
    static func problems(of crash: CrashSandbox, mayGiveUp: Bool = false) async throws -> [String] {
        var audit = Audit(crash: crash, mayGiveUp: mayGiveUp)
        try await audit.read()
        for run in audit.runs { try audit.check(run) }
        try await audit.checkSeries()
        try await audit.checkObjects()
        try await audit.checkAnnouncements()
        try audit.checkLedger()
        return audit.problems
    }

    private init(crash: CrashSandbox, mayGiveUp: Bool) {
        self.crash = crash
        self.mayGiveUp = mayGiveUp
    }

    private mutating func read() async throws {
        runs = try await list("runs", "list", "--all")
        let held = try await list("quarantine", "list", "--all")
        quarantined = Set(held.compactMap { $0["run"]?.string })
        if quarantined.count < held.count { problems.append("a run is in quarantine twice") }
        let series = Set(try await list("documents", "list", "--all").compactMap { $0["id"]?.string })
        for id in series.sorted() {
            for version in try await list("documents", "versions", Path(id), "--all") {
                versions[version["run"]?.string ?? "?", default: []].append(version)
            }
        }
    }

    private mutating func list(_ arguments: Path...) async throws -> [Value] {
        let output = try await crash.sandbox.compass(arguments + ["--json"])
        if output.status != 0 {
            problems.append("`\(arguments.map(\.text).joined(separator: " "))` ended so: \(output)")
        }
        return try output.lines
    }

    private func script(of run: Value) -> CrashScript? {
        CrashScript.all.first { $0.name == run["pipeline"]?.string }
    }

    private mutating func check(_ run: Value) throws {
        let id = run["run"]?.string ?? "?"
        let status = run["status"]?.string ?? "?"
        guard let script = script(of: run) else { return problems.append("run \(id) is of no known pipeline") }
        let isGivenUp = mayGiveUp && status == "failed" && run["error"]?["kind"] == "crashed-repeatedly"
        if status != script.ending, !isGivenUp {
            problems.append("run \(id) of \(script.name) is \(status), not \(script.ending): \(run.json)")
        }
        let made = versions[id] ?? []
        let expected = status == "succeeded" && script.schools != nil ? 1 : 0
        if made.count != expected { problems.append("run \(id), \(status), has \(made.count) versions") }
        if quarantined.contains(id) != (status != "succeeded") {
            problems.append("run \(id), \(status), is \(quarantined.contains(id) ? "" : "not ")in quarantine")
        }
        for version in made where version["shared-with"]?.list?.compactMap(\.string).sorted() != script.schools {
            problems.append("run \(id)'s document is shared with \(version["shared-with"]?.json ?? "nobody")")
        }
    }

    private mutating func checkSeries() async throws {
        let all = versions.values.flatMap(\.self)
        for (series, members) in Dictionary(grouping: all, by: { $0["series"]?.string ?? "?" }) {
            let current = members.count { $0["current"] == true }
            if current != 1 { problems.append("series \(series) has \(current) current versions") }
            // A number whose version was retracted is not used again where a later one was there already.
            let numbers = members.compactMap { $0["version"]?.integer }.sorted()
            if Set(numbers).count != members.count { problems.append("series \(series) has the versions \(numbers)") }
        }
        for id in versions.keys where !runs.contains(where: { $0["run"]?.string == id }) {
            problems.append("a version was made by run \(id), which is not on record")
        }
    }

    /// The entries of plugins are exactly those of the runs that have ended well.
    private mutating func checkLedger() throws {
        let found = Set(try Files.list(crash.sandbox.folder.appending("ledger")).map(\.text)).subtracting([".keep"])
        var wanted: Set<String> = []
        for run in runs {
            guard let script = script(of: run), run["status"]?.string == script.ending else { continue }
            for stage in script.entries { wanted.insert("\(run["run"]?.string ?? "?")_\(stage)") }
        }
        for entry in found.subtracting(wanted).sorted() {
            problems.append("the entry \(entry) is of no run that has it")
        }
        for entry in wanted.subtracting(found).sorted() { problems.append("the entry \(entry) is lost") }
    }

    /// The files of the store are exactly those of the versions, and have the bytes of the documents.
    private mutating func checkObjects() async throws {
        let root: Path = ".compass/objects"
        let files = Set(try crash.sandbox.objects(root))
        var wanted: [Path: Path] = [:]
        for (run, members) in versions {
            let file = runs.first { $0["run"]?.string == run }?["file"]?.string ?? "?"
            for key in members.compactMap({ $0["object-key"]?.string }) {
                wanted[root.appending(Path(key))] = Path(file)
            }
        }
        if wanted.count != versions.values.reduce(0, { $0 + $1.count }) {
            problems.append("several versions have the same object")
        }
        for file in files.subtracting(wanted.keys) { problems.append("\(file) belongs to nothing") }
        for file in Set(wanted.keys).subtracting(files) { problems.append("the object \(file) is lost") }
        for (object, source) in wanted where files.contains(object) {
            if try crash.sandbox.read(object) != crash.sandbox.read(source) {
                problems.append("\(object) has not the bytes of \(source)")
            }
        }
        let all = versions.values.flatMap(\.self)
        let names = Set(all.compactMap { $0["name"]?.string }).sorted()
        if names.isEmpty { return }
        let sums = try await crash.sandbox.run("/usr/bin/sha256sum", names.map { Path($0) }).text
        let digests = sums.split(separator: "\n").map { String($0.prefix(64)) }
        for version in all {
            guard let index = names.firstIndex(of: version["name"]?.string ?? "") else { continue }
            if version["sha256"]?.string != digests[index] {
                problems.append("the catalog has another SHA-256 for \(names[index])")
            }
        }
    }

    private mutating func checkAnnouncements() async throws {
        let log: Path = ".compass/notifications.ndjson"
        let isThere = Files.exists(crash.sandbox.folder.appending(log))
        let arrived = [
            "plain": try crash.receiver.taken(.plain, crash.name),
            "once": try crash.receiver.taken(.once, crash.name),
            "log": isThere ? try Announcement.read(try crash.sandbox.read(log)) : [],
        ]
        for (channel, all) in arrived {
            for (id, same) in Dictionary(grouping: all, by: \.id) where same.count > 1 {
                problems.append("\(id) arrived \(same.count) times at \(channel)")
            }
            let counts = Dictionary(grouping: all, by: \.run).mapValues { Dictionary(grouping: $0, by: \.stage) }
            for run in runs {
                guard let id = run["run"]?.string, let script = script(of: run) else { continue }
                // Of the stages of a run that was given up nothing may arrive; its `finally` is another matter.
                let isAsPlanned = run["status"]?.string == script.ending
                let expected = isAsPlanned ? script.announcements[channel] ?? [:] : [:]
                let actual = (counts[id] ?? [:]).mapValues(\.count).filter { isAsPlanned || $0.key != "end" }
                if actual != expected {
                    problems.append("run \(id) of \(script.name) sent \(actual) to \(channel), not \(expected)")
                }
            }
            for id in counts.keys where !runs.contains(where: { $0["run"]?.string == id }) {
                problems.append("run \(id) sent something to \(channel) and is not on record")
            }
        }
    }
}
