internal import CMicrohttpd
internal import HTTPMessages
internal import Platform
internal import Synchronization

/// A request and its answer: between libmicrohttpd, whose threads call back, and the task that runs the handler.
///
/// libmicrohttpd calls `called` when it has read the head, again whenever the connection is resumed before the body, and at
/// last when it has the whole request, again whenever the connection is resumed after that; in between, `received` gets the
/// body. What is to be known of 0.9.75:
/// - An answer may be queued in a call of `called`, and not between parts of a body. One that is queued before the body was
///   read closes the connection, even when there is no body: so a request without one is only begun in the second call.
/// - `100 Continue` is sent when the first call returns with neither an answer nor a suspension. So the connection of a
///   request with a body is suspended in the first call, until the handler asks for the body or has answered.
/// - A body in chunks may be handed over chunk by chunk in one go, also after the connection was suspended.
/// - It lets lines between chunks end with LF alone, and their extensions hold anything. Whoever forwards requests may see a
///   chunk end elsewhere, and so the next request begin elsewhere: the answer to such a body is the connection's last.
/// - A connection that is suspended again before it was resumed stays suspended only if the calls come in that order: so both
///   are made under the lock.
/// - Resumed, a connection is read from before anything else, and closed if the client has sent its last byte.
final class Exchange: Sendable {
    let connection: Connection
    let target: String
    let state = Mutex(State())

    init(_ connection: Connection, target: String) {
        self.connection = connection
        self.target = target
    }

    var core: ServerCore { connection.core }
    /// Whether more of its head is to come.
    var isBeforeHead: Bool { state.withLock { $0.phase == .head } }
    /// Whether its handler was called.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    // MARK: Called by libmicrohttpd

    /// The head was read, or all of the request, or the connection was resumed.
    ///
    /// - Returns: false: the connection is to be closed.
    func called(_ handle: OpaquePointer, _ line: RequestHead.Line, _ core: ServerCore) -> Bool {
        switch state.withLock({ $0.phase }) {
        case .head: return readHead(handle, line, core)
        case .wholeHead: return begin(handle, hasBody: false)
        case .body:
            state.withLock { state in
                state.phase = .complete
                state.endBody()
            }
            fallthrough
        case .beforeBody, .complete, .answered: return goOn(handle)
        }
    }

    private func readHead(_ handle: OpaquePointer, _ line: RequestHead.Line, _ core: ServerCore) -> Bool {
        let head: RequestHead
        do {
            head = try RequestHead(handle, line, target: target, core)
        } catch {
            return refuse(error, handle, line)
        }
        state.withLock { state in
            state.length = head.length
            state.expectsContinue = head.expectsContinue
            state.phase = head.hasBody ? .beforeBody : .wholeHead
            state.isBodyComplete = !head.hasBody
            state.request = HTTPRequest(
                method: head.method, target: head.target.text, path: head.target.path, query: head.target.query,
                headers: head.headers, authority: head.target.authority ?? head.headers["Host"],
                peer: connection.peer, body: HTTPBody(length: head.length, of: self))
        }
        return head.hasBody ? begin(handle, hasBody: true) : true
    }

    /// Answers what is no sound request, and closes the connection, since nobody knows where the next one begins.
    private func refuse(
        _ refusal: RequestHead.Refusal, _ handle: OpaquePointer, _ line: RequestHead.Line
    ) -> Bool {
        core.count { $0.rejected += 1 }
        core.observe(.rejected(connection.peer, status: refusal.status, reason: refusal.reason))
        connection.expectSurplus()
        connection.watchReading()
        state.withLock { $0.phase = .answered }
        let headers = (try? RequestHead.headers(handle, line, core)) ?? HTTPHeaders()
        return Answer(core.refusal(refusal.status, refusal.reason, headers)).queue(handle, for: self, core.library)
    }

    private func begin(_ handle: OpaquePointer, hasBody: Bool) -> Bool {
        connection.relax()
        // The answer to such a client could not be sent, see above.
        if !hasBody, connection.isDrained { return false }
        guard core.begin() else { return false }
        state.withLock { state in
            state.phase = hasBody ? .beforeBody : .complete
            state.hasBegun = true
            suspend(handle, &state)
            if state.isCut { resume(&state) }
        }
        // Else the server stops, and nobody would resume it.
        if !core.arrive(self) { cut(.clientLeft) }
        return true
    }

    private enum Step {
        case close
        case wait
        case readBody
        case queue(Answer)
    }

    private func goOn(_ handle: OpaquePointer) -> Bool {
        let step = state.withLock { state -> Step in
            if state.isCut || state.phase == .answered || state.isAnsweredPast { return .close }
            if state.phase == .beforeBody, state.isAsked || state.isDraining {
                state.phase = .body
                return .readBody
            }
            if var answer = state.answer {
                answer.closes = state.phase == .beforeBody || state.length == nil || core.isStopping
                if state.phase == .beforeBody { connection.expectSurplus() }
                state.answer = nil
                state.phase = .answered
                state.handle = SuspendedConnection(pointer: handle)
                state.stream.length = answer.isStream ? answer.length : nil
                state.sent = answer.isBodiless || answer.isStream ? 0 : answer.length ?? 0
                return .queue(answer)
            }
            // Nobody would notice later that it has left.
            if state.isBodyComplete, connection.isDrained { return .close }
            suspend(handle, &state)
            return .wait
        }
        switch step {
        case .close: return false
        case .wait: return true
        case .readBody:
            // Its end was told during an earlier request of the connection.
            if connection.isEnded { tellOfEnd() }
            return true
        case .queue(let answer):
            if answer.isStream { connection.relax() } else { connection.watchReading() }
            return answer.queue(handle, for: self, core.library)
        }
    }

    /// The request is done with: no callback comes any more.
    func end(wasSent: Bool) {
        let (hasBegun, task, sent, isStream) = state.withLock { state in
            state.isOver = true
            state.suspended = nil
            state.handle = nil
            state.request = nil
            state.fail(.clientLeft)
            let sent = state.stream.sent + (wasSent ? state.sent : 0)
            return (state.hasBegun, state.task, sent, state.stream.isOpen)
        }
        task?.cancel()
        connection.end(self)
        core.count { figures in
            figures.bytesOut += sent
            if isStream { figures.streams -= 1 }
        }
        if hasBegun { core.end() }
    }

    // MARK: The handler

    /// Runs the handler and what writes its stream. Of the server's task group.
    func serve(_ handler: any HTTPHandler) async {
        // A task of its own, since one of a group cannot be cancelled alone; it is awaited right here.
        let task = Task { await self.respond(handler) }
        let isLate = state.withLock { state in
            state.task = task
            return state.isCut || state.isOver
        }
        if isLate { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.task = nil }
    }

    private func respond(_ handler: any HTTPHandler) async {
        let request = state.withLock { state in
            defer { state.request = nil }
            return state.request
        }
        guard let request else { return }
        let answer = Answer(await handler.respond(to: request), isHead: request.method == "HEAD")
        if answer.isStream, case .stream(_, let produce) = answer.response.body {
            guard take(answer) else { return }
            await write(by: produce)
        } else {
            _ = take(answer)
        }
    }

    /// - Returns: false: nobody waits for it any more.
    private func take(_ answer: Answer) -> Bool {
        let way = state.withLock { state -> Way in
            if state.isCut || state.isOver { return .lost }
            state.stream.isOpen = answer.isStream
            state.stream.length = answer.isStream ? answer.length : nil
            state.answer = answer
            if state.phase == .body || (state.phase == .beforeBody && state.isShortOfBody) {
                return state.isShortOfBody || answer.text(core.library) == nil ? .drain : .past
            }
            resume(&state)
            return .queued
        }
        if answer.isStream, way != .lost { core.count { $0.streams += 1 } }
        switch way {
        case .lost: return false
        case .queued: break
        case .drain: drain()
        case .past: answerPast()
        }
        return true
    }

    private enum Way {
        case lost
        case queued
        /// The rest of the body is read and dropped, then the answer is queued.
        case drain
        /// The answer is sent in the middle of the body.
        case past
    }

    private func drain() {
        state.withLock { state in
            state.isDraining = true
            state.body = []
            resume(&state)
        }
        connection.setAlarm(after: core.limits.surplusTime) { _ in self.answerPast() }
    }

    /// Answers while the body is being read, which libmicrohttpd cannot do: writes to the socket itself, which libmicrohttpd does
    /// not write to then, and reads what the client still sends, so that it gets the answer.
    private func answerPast() {
        let text = state.withLock { state -> [UInt8]? in
            guard let answer = state.answer, !state.isOver, !state.isCut else { return nil }
            // A first part has come, so that no `100 Continue` may still be on its way; or none was to be sent.
            if state.expectsContinue, state.received == 0, !state.isDraining { return [] }
            guard let text = answer.text(core.library) else { return nil }
            state.answer = nil
            state.isAnsweredPast = true
            state.isDraining = true
            state.body = []
            state.surplus = 0
            resume(&state)
            return text
        }
        guard let text else {
            connection.cut(for: .body)
            return
        }
        if text.isEmpty {
            drain()
            return
        }
        if !connection.sendPast(text) {
            connection.cut(for: .reading)
            return
        }
        connection.setAlarm(after: core.limits.surplusTime) { $0.cut(for: .surplus) }
    }

    // MARK: The client

    /// The client sends no more; `isPending`: and some of what it has sent was not read yet.
    func clientHasEnded(isPending: Bool) {
        tellOfEnd()
        let (isSuspended, isLost) = state.withLock { state in
            (state.suspended != nil, (state.isBodyComplete || state.phase == .beforeBody) && !isPending)
        }
        // Else libmicrohttpd reads or writes, and notices it, or is told.
        guard isSuspended else { return }
        if isLost {
            connection.cut()
        } else {
            // What has come may still be read. Whoever does not ask for it would keep the connection.
            _ = AlarmClock.shared.set(after: core.limits.bodyTime) { [weak self] in
                guard let self, state.withLock({ $0.suspended != nil && !$0.isOver }) else { return }
                connection.cut()
            }
        }
    }

    /// How long libmicrohttpd may take to notice the end of a body that lacks something before it is told again.
    private static let look = Duration.milliseconds(50)

    /// libmicrohttpd waits for edges alone and takes a read that fills less than its buffer for the last one: it never learns of
    /// an end that came together with the bytes before it. So it is told as long as the body lacks something.
    private func tellOfEnd() {
        guard state.withLock({ !$0.isBodyComplete && $0.phase != .answered && !$0.isCut && !$0.isOver }) else { return }
        connection.tellOfEnd()
        _ = AlarmClock.shared.set(after: Self.look) { [weak self] in self?.tellOfEnd() }
    }

    /// The connection was cut.
    ///
    /// - Returns: as `State.isUnanswered`; from now on nothing is sent for it.
    @discardableResult
    func cut(_ error: HTTPServerError) -> Bool {
        let (task, isUnanswered) = state.withLock { state -> (Task<Void, Never>?, Bool) in
            let isUnanswered = state.isUnanswered
            state.isCut = true
            state.fail(error)
            resume(&state)
            return (state.task, isUnanswered)
        }
        task?.cancel()
        return isUnanswered
    }

    // MARK: Suspending

    /// Only in a callback.
    func suspend(_ handle: OpaquePointer, _ state: inout State) {
        // Twice would break libmicrohttpd's lists.
        guard state.suspended == nil else { return }
        core.library.table.pointee.suspend_connection(handle)
        state.suspended = SuspendedConnection(pointer: handle)
    }

    /// From any thread. After it, the connection is used in callbacks alone.
    func resume(_ state: inout State) {
        guard let suspended = state.suspended else { return }
        state.suspended = nil
        core.library.table.pointee.resume_connection(suspended.pointer)
    }
}
