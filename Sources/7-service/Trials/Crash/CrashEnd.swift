internal import Digests
internal import DirectoryStore
internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Workspaces

/// What a case leaves behind, as lines that are the same for every run of it: without ids and times.
struct CrashEnd: Sendable, Hashable {
    /// Sorted.
    let lines: [String]

    init(lines: [String]) {
        self.lines = lines.sorted()
    }

    /// Whether anything was recorded: a process that dies at once leaves nothing.
    var hasRun: Bool { lines.contains { $0.hasPrefix("run: ") } }

    /// - Parameter channels: by name.
    /// - Throws: `StoreError`, `SystemError`
    init(of sandbox: CrashSandbox, channels: [String]) async throws {
        let stores = try await Stores.open(DatabaseDefinition.standard.located(in: sandbox.root), readers: 1)
        var lines: [String] = []
        let runs = try await stores.journal.runs(RunQuery(), limit: 1_000, after: nil).items
        for run in runs {
            lines.append("run: \(run.status.rawValue)\(run.error.map { ", \($0.kind) at `\($0.stage)`" } ?? "")")
            for stage in try await stores.journal.run(run.id)?.stages ?? [] {
                let undo = stage.undo.map { ", \($0.status.rawValue)" } ?? ""
                lines.append("stage \(stage.id): \(stage.status.rawValue)\(undo)")
            }
        }
        for document in try await stores.catalog.documents(DocumentQuery(), limit: 10_000, after: nil).items {
            for version in try await stores.catalog.versions(ofSeriesOf: document.id) {
                lines.append(Self.line(version))
            }
        }
        let held = try await stores.quarantine.quarantined(QuarantineQuery(), limit: 1_000, after: nil).items
        lines += held.map { "in quarantine: \($0.file), \($0.kind) at `\($0.stage)`" }
        try await stores.close()
        lines += try Self.objects(in: sandbox.root.appending(".compass/objects"), below: "")
        for channel in channels { lines += try Self.notifications(through: channel, in: sandbox) }
        let ids = runs.map(\.id)
        self.init(lines: lines.map { line in ids.reduce(line) { $0.replacing($1, with: "RUN") } })
    }

    /// What `other` has and this has not, and the reverse.
    func differences(to other: CrashEnd) -> (missing: [String], unexpected: [String]) {
        var rest = other.lines
        var missing: [String] = []
        for line in lines {
            if let index = rest.firstIndex(of: line) { rest.remove(at: index) } else { missing.append(line) }
        }
        return (missing, rest)
    }

    private static func line(_ version: DocumentVersion) -> String {
        let schools = version.sharedWith.sorted().joined(separator: ", ")
        return "document \(version.type.rawValue) `\(version.title)`, version \(version.number)"
            + "\(version.isCurrent ? ", current" : ""), \(version.size) bytes, SHA-256 \(version.sha256), "
            + "shared with \(schools.isEmpty ? "no school" : schools)"
    }

    /// Keys without their timestamps; temporary files too.
    private static func objects(in folder: Path, below prefix: String) throws -> [String] {
        guard Files.exists(folder) else { return [] }
        return try Files.list(folder).flatMap { name -> [String] in
            let path = folder.appending(name)
            if try FileStatus.of(path, followingLinks: false).kind == .folder {
                return try objects(in: path, below: "\(prefix)\(name)/")
            }
            if name == DirectoryStore.marker { return [] }
            let isTemporary = name.bytes.first == UInt8(ascii: ".")
            let stem = name.text.drop { $0.isNumber }
            let digest = try digest(of: path)
            return [isTemporary ? "a temporary object in \(prefix)" : "object \(prefix)\(stem), SHA-256 \(digest)"]
        }
    }

    private static func digest(of path: Path) throws -> String {
        let file = try FileDescriptor.open(path, flags: O_RDONLY)
        var hasher = SHA256()
        var offset: Int64 = 0
        while true {
            let bytes = try file.bytes(at: offset, count: 1 << 20)
            if bytes.isEmpty { return hasher.finalize().hex }
            hasher.update(bytes)
            offset += Int64(bytes.count)
        }
    }

    private static func notifications(through channel: String, in sandbox: CrashSandbox) throws -> [String] {
        let file = sandbox.root.appending(CrashSandbox.log(channel))
        guard Files.exists(file) else { return [] }
        return try Files.read(file, limit: 1 << 28).split(separator: UInt8(ascii: "\n")).map { line in
            let value = try Value(json: String(decoding: line, as: UTF8.self))
            return "notification \(value["id"]?.text ?? "?") through `\(channel)`: \(value["subject"]?.text ?? "")"
        }
    }
}
