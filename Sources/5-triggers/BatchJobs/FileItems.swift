internal import Documents
internal import Engine
internal import FileIntake
internal import Pipelines
internal import Platform
internal import Synchronization

/// Files of the workspace, the oldest first. Each page walks the folders again and keeps the oldest files behind the last
/// one; how many these are grows with the files, see `FilePageSize`, so that there are few walks however many files there
/// are. What came or changed after the time that the batch is about is left to the next one: it would have no end
/// otherwise.
final class FileItems: ItemSource {
    private let source: FileSource
    private let batch: BatchRecord
    private let root: Path
    /// That all files are reached from.
    private let base: TrustedFolder
    private let examine: @Sendable (Path) -> FileGate.Verdict
    private let observe: @Sendable (BatchEvent) -> Void
    private let rejections: FormerRejections?
    private let pageSize: FilePageSize
    private let pool = WorkerPool(name: "batch-files", width: 1)
    private let state = Mutex(State())

    private struct State {
        var failure: StageError?
        /// The most files that a walk has found.
        var found = 0
    }

    /// - Parameter rejections: what is left out since it was rejected before; nil: nothing.
    init(
        source: FileSource, batch: BatchRecord, root: Path, rejections: FormerRejections? = nil,
        pageSize: FilePageSize = FilePageSize(),
        examine: (@Sendable (Path) -> FileGate.Verdict)? = nil,
        observe: @escaping @Sendable (BatchEvent) -> Void
    ) {
        self.source = source
        self.batch = batch
        self.root = root
        self.rejections = rejections
        self.pageSize = pageSize
        let base = FolderWalk.base(of: source, root: root)
        self.base = base
        self.examine = examine ?? { FileGate(in: base).examine($0) }
        self.observe = observe
    }

    var failure: StageError? { state.withLock { $0.failure } }

    func page(after cursor: String?) async throws -> Page<BatchItem> {
        var start: FoundFile?
        if let cursor {
            guard let file = FoundFile(cursor: cursor) else {
                throw StageError.failed(.permanent, "invalid-cursor", "The record of the batch has no valid cursor.")
            }
            start = file
        }
        let (walk, isFirst) = (FolderWalk(root: root, base: base, source: source), start == nil)
        let end = batch.referenceTime
        let limit = state.withLock { pageSize.limit(of: $0.found) }
        let latest = source.olderThan.map { end.earlier(by: $0) }
        return try await withTaskExecutorPreference(pool) {
            var oldest = EarliestFiles<FoundFile>(limit: limit)
            let failure = try walk.walk { found in
                switch found {
                case .file(let path, let status):
                    let file = FoundFile(modified: status.modified, path: path, listed: ExpectedFile(status))
                    // When it came here is for the system to say, which nobody sets back; how old it is, its own time says.
                    if status.changed / 1_000 >= end.microseconds { return }
                    if let latest, status.modified / 1_000 >= latest.microseconds { return }
                    if let start, !FoundFile.isOlder(start, file) { return }
                    oldest.add(file)
                case .leftOut(let path, let reason):
                    if isFirst { observe(.leftOut(path, reason)) }
                }
            }
            let files = oldest.sorted
            note(failure, counted: oldest.count, isFirst: isFirst)
            let rejected = try await rejections?.runs(of: files.map { full($0.path) }, in: base) ?? [:]
            return Page(
                items: files.map { item($0, rejected) }, next: oldest.count > files.count ? files.last?.cursor : nil)
        }
    }

    private func note(_ failure: StageError?, counted count: Int, isFirst: Bool) {
        state.withLock {
            $0.failure = $0.failure ?? failure
            $0.found = max($0.found, count)
        }
        observe(.counted(batch.items * (isFirst ? 0 : 1) + count))
    }

    private func item(_ file: FoundFile, _ rejected: [SourceIdentity: String]) -> BatchItem {
        BatchItem(key: file.path.bytes, path: file.path) { [self] in
            await withTaskExecutorPreference(pool) { request(file, rejected) }
        }
    }

    private func full(_ path: Path) -> Path { root == "." ? path : root.appending(path) }

    private func request(_ file: FoundFile, _ rejected: [SourceIdentity: String]) -> RunRequest? {
        let path = full(file.path)
        if !rejected.isEmpty, let run = FormerRejections.identity(of: path, in: base).flatMap({ rejected[$0] }) {
            return leaveOut(file, "it was rejected by run \(run), and quarantine still holds it")
        }
        let expected: ExpectedFile?
        switch examine(path) {
        case .whole(_, let status):
            if let listed = file.listed, !listed.hasSameContents(as: status) {
                return leaveOut(file, "it is not the file any more that was listed")
            }
            // Whoever writes to it or moves it from now on makes it another file.
            expected = ExpectedFile(status)
        case .unreadable: expected = file.listed
        case .gone: return leaveOut(file, "it is not there any more")
        case .empty: return leaveOut(file, "it is empty")
        case .openForWriting: return leaveOut(file, "it is open for writing")
        case .incomplete(let reason, _, _): return leaveOut(file, reason)
        case .unsuitable(let reason): return leaveOut(file, "it is \(reason)")
        }
        guard let captures = source.match(file.path) else { return nil }
        var inputs = batch.inputs
        for (name, value) in captures { inputs[name] = .string(value) }
        var trigger = batch.itemTrigger
        trigger["path"] = .string(file.path.text)
        return RunRequest(file: path, in: base, inputs: inputs, trigger: trigger, expected: expected)
    }

    private func leaveOut(_ file: FoundFile, _ reason: String) -> RunRequest? {
        observe(.leftOut(file.path, reason))
        return nil
    }
}
