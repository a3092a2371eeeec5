internal import Documents
internal import HTTPServer
internal import Synchronization

/// Who sends bytes of uploads to this process. A device that changes its network comes by another connection while the former one
/// looks alive for as long as its limit of time: so whoever sends goes on without waiting for that.
final class UploadSenders: Sendable {
    /// So long nothing has come by a connection that is taken for a dead one.
    private static let silence = Duration.seconds(1)

    private let senders = Mutex<[String: UploadSender]>([:])

    /// Does what needs an upload for itself. Where a former request of the same person has it, and nothing comes by that one, it is
    /// ended first; what has come stays.
    ///
    /// - Parameter person: nil: whoever may end nobody's request.
    /// - Throws: `UploadError` of kind `locked` when somebody else has it, or bytes come; what `work` throws.
    func taking<Result>(
        _ upload: String, for person: String?, _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch let error as UploadError where error.kind == .locked {
            guard let former = senders.withLock({ $0[upload] }), former.person == person,
                try await former.isSilent(for: Self.silence)
            else { throw error }
            await former.end()
            return try await work()
        }
    }

    fileprivate func add(_ sender: UploadSender) {
        senders.withLock { $0[sender.upload] = sender }
    }

    fileprivate func remove(_ sender: UploadSender) {
        senders.withLock { if $0[sender.upload] === sender { $0[sender.upload] = nil } }
    }
}

/// A request that sends bytes of an upload, and that a later one may end.
final class UploadSender: Sendable {
    private struct State {
        /// Since when it waits for bytes; nil: it does not.
        var waitingSince: ContinuousClock.Instant?
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let upload: String
    let person: String
    private let body: HTTPBody
    private let senders: UploadSenders
    private let state = Mutex(State())

    init(_ body: HTTPBody, of upload: String, by person: String, among senders: UploadSenders) {
        (self.body, self.upload, self.person, self.senders) = (body, upload, person, senders)
    }

    /// The next part of the body, which nobody asks for before the upload is this request's.
    ///
    /// - Throws: as `HTTPBody.next`; `HTTPServerError.bodyStopped` when a later request has ended this one.
    func next() async throws -> [UInt8]? {
        senders.add(self)
        state.withLock { $0.waitingSince = .now }
        defer { state.withLock { $0.waitingSince = nil } }
        return try await body.next()
    }

    /// It does not work with the upload any more.
    func finish() {
        senders.remove(self)
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Whether nothing comes for so long, or it has finished meanwhile.
    fileprivate func isSilent(for duration: Duration) async throws -> Bool {
        let (since, isOver) = state.withLock { ($0.waitingSince, $0.isOver) }
        guard let since, !isOver else { return isOver }
        let rest = duration - (ContinuousClock.now - since)
        if rest > .zero { try await Task.sleep(for: rest) }
        return state.withLock { $0.isOver || $0.waitingSince == since }
    }

    /// Has it end, and waits for that.
    fileprivate func end() async {
        body.stop()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }
}
