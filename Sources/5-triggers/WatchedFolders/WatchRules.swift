internal import Engine
internal import FileIntake
internal import Pipelines
internal import Platform

/// What a pipeline's watch says, ready to be asked about paths.
struct WatchRules: Sendable {
    let trigger: WatchTrigger
    let pipeline: Pipeline
    /// The workspace's folder, absolute.
    let root: Path
    let pattern: PathPattern
    /// The folder to begin at, absolute.
    let base: Path
    /// The same, opened: everything below it is reached from there, since others may write there.
    let trusted: TrustedFolder
    let marker: MarkerName?
    let mover: FileMover
    let gate: FileGate
    let timing: WaitTiming
    /// How often the folder is looked through.
    let rescan: Duration
    /// Whether a run that gets that far always tells the digest of the bytes it has stored, so that they need not be read for
    /// it. Others may tell it as well, see `digest(toldBy:)`.
    let givesDigest: Bool
    /// The types of stages that tell the digest of what they have stored.
    private let storingTypes: Set<String>
    private let include: [NameGlob]
    private let exclude: [NameGlob]

    /// - Parameter root: absolute.
    /// - Throws: `LiteralError` when a pattern is none; lint has refused such a pipeline.
    init(_ trigger: WatchTrigger, of pipeline: Pipeline, root: Path) throws {
        self.trigger = trigger
        self.pipeline = pipeline
        self.root = root
        pattern = try PathPattern(trigger.path)
        base = pattern.base == "." ? root : root.appending(pattern.base)
        include = try trigger.include.map { try NameGlob($0) }
        exclude = try trigger.exclude.map { try NameGlob($0) }
        marker = trigger.doneFile
        trusted = TrustedFolder(
            base,
            followingLinks: trigger.followsLinks ? LinkLimits(roots: [root], closed: PrivateFolders.names) : nil)
        mover = FileMover(root: root, base: trusted)
        gate = FileGate(in: trusted)
        timing = WaitTiming(settle: trigger.settle.duration, timeout: trigger.patience.duration)
        rescan = trigger.rescan.duration
        let storing = pipeline.allStages.filter { stage in stage.spec.gives.contains { $0.name == Fact.sha256.name } }
        let types = Set(storing.map(\.spec.name))
        storingTypes = types
        givesDigest = pipeline.stages.contains { $0.condition == nil && types.contains($0.spec.name) }
    }

    /// The digest of the bytes that a run has read, if it has stored them, whatever became of them; nil: it does not tell.
    func digest(toldBy result: RunResult) -> String? {
        // By a key of the pipeline's own, files with other bytes count as the same.
        if result.duplicateOf != nil, pipeline.deduplication?.key != nil { return nil }
        if let digest = result.run.document[Fact.sha256.name]?.string { return digest }
        return result.stages.lazy.filter { storingTypes.contains($0.uses) }
            .compactMap { $0.outputs[Fact.sha256.name]?.string }.first
    }

    /// Below the workspace, as patterns and people have it; absolute when it lies elsewhere.
    func relative(_ path: Path) -> Path {
        if path == root { return "." }
        let prefix = root == "/" ? root.bytes : root.bytes + [UInt8(ascii: "/")]
        return path.bytes.starts(with: prefix) && !pattern.text.utf8.starts(with: "/".utf8)
            ? Path(bytes: path.bytes[prefix.count...]) : path
    }

    /// Whether a folder is one of the workspace's that are closed to pipelines, or lies in one.
    func isPrivate(_ folder: Path) -> Bool {
        PrivateFolders.names.contains { folder.rest(below: root.appending($0)) != nil }
    }

    /// What a folder's path captures; nil: it is no watched one itself.
    func captures(of folder: Path) -> [String: String]? { pattern.match(relative(folder)) }

    /// The watched folder that a folder is, or is in when sub-folders count; nil: none.
    func watched(holding folder: Path) -> Path? {
        if isPrivate(folder) { return nil }
        if !trigger.isRecursive { return captures(of: folder) == nil ? nil : folder }
        var found: Path?
        var place = folder
        while true {
            if captures(of: place) != nil { found = place }
            if place == base || place == "/" || place.folder == place { return found }
            place = place.folder
        }
    }

    /// Whether it is worth looking into a folder.
    ///
    /// - Parameter watched: the watched folder above it.
    func looksInto(_ folder: Path, below watched: Path?) -> Bool {
        if watched != nil, trigger.isRecursive { return true }
        let path = relative(folder)
        return pattern.match(path) != nil || pattern.mayMatch(below: path)
    }

    /// Why a folder is not looked into though it stands where a watched one may be, for people; nil: it is looked into, or
    /// nothing would be watched in it whatever its name.
    ///
    /// - Parameter watched: the watched folder above it.
    func refusal(ofFolder folder: Path, below watched: Path?) -> String? {
        if looksInto(folder, below: watched) { return TemporaryNames.reason(forFolder: folder.name) }
        guard pattern.wantsText(relative(folder)) else { return nil }
        return "its name is not UTF-8, and what stands for a name in braces is given to the pipeline as text"
    }

    /// Folders that files of a watched folder are moved to: what lies there has been taken.
    func targets(of watched: Path) -> [Path] {
        [trigger.onSuccess, trigger.onRejected, trigger.onFailure].compactMap { action in
            guard case .move(let text) = action else { return nil }
            return try? mover.folder(text, of: watched)
        }
    }

    /// Why a file in a folder on the way to watched ones is not taken, for people, who may have meant it to be; nil: it is
    /// nothing that would be taken anywhere. A workspace holds files of its own above its watched folders.
    func refusal(ofFileAbove file: Path) -> String? {
        let folder = file.folder
        guard base != root, looksInto(folder, below: nil), captures(of: folder) == nil, refusal(of: file.name) == nil,
            marker?.file(of: file.name) == nil
        else { return nil }
        return "it lies above the folders that are watched, \(pattern.text)"
    }

    /// Whether a symbolic link leads to a folder of the workspace, for messages alone.
    func isFolder(behind link: Path) -> Bool {
        let links = LinkLimits(roots: [root], closed: PrivateFolders.names)
        guard case .entry(_, let status)? = try? TrustedFolder(base, followingLinks: links).place(of: link) else {
            return false
        }
        return status.kind == .folder
    }

    /// Why a file of that name is not taken, for people; nil: it may be.
    func refusal(of name: Path) -> String? {
        if let reason = TemporaryNames.reason(forFile: name) { return reason }
        if !include.isEmpty, !include.contains(where: { $0.matches(name) }) {
            return "its name is none of `include`"
        }
        if exclude.contains(where: { $0.matches(name) }) { return "its name is one of `exclude`" }
        return nil
    }

    func action(for ending: RunEnding) -> FileAction {
        switch ending {
        case .succeeded: trigger.onSuccess
        case .rejected: trigger.onRejected
        case .failed: trigger.onFailure
        case .leftAlone: .keep
        }
    }

    /// The inputs that a file's path gives. A value that is no text of the input's type stays a text, which the run
    /// refuses in its record.
    func inputs(for file: Path) -> Record {
        guard let watched = watched(holding: file.folder), let captures = captures(of: watched) else { return [:] }
        var record = Record()
        for name in pattern.captures {
            guard let text = captures[name] else { continue }
            let input = pipeline.inputs.first { $0.name == name }
            record[name] = (try? input?.value(fromText: [text])) ?? .string(text)
        }
        return record
    }
}

/// What the end of a run means for its file.
enum RunEnding: Sendable, Hashable {
    case succeeded, rejected, failed
    /// Cancelled, or not done on purpose.
    case leftAlone
}
