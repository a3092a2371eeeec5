internal import HTTPMessages
internal import Platform
internal import Synchronization

extension Exchange {
    /// Called by libmicrohttpd with a part of the body, all of which is taken.
    ///
    /// - Returns: false: the connection is to be closed.
    func received(_ bytes: UnsafeRawBufferPointer, _ handle: OpaquePointer) -> Bool {
        core.count { $0.bytesIn += Int64(bytes.count) }
        return state.withLock { state in
            if state.isCut { return false }
            state.received += Int64(bytes.count)
            if state.isDraining {
                state.surplus += bytes.count
                return !state.isAnsweredPast || state.surplus <= 16 << 20
            }
            state.body.append(contentsOf: bytes)
            state.wakeReader()
            if state.body.count >= HTTPBody.largestPart { suspend(handle, &state) }
            return true
        }
    }

    /// See `HTTPBody.next`.
    func nextPart() async throws -> [UInt8]? {
        while true {
            // Asked first: who cancels because the client has left says so before.
            let isCancelled = Task.isCancelled
            if let part = try takePart() { return part.isEmpty ? nil : part }
            if isCancelled { throw CancellationError() }
            await waitForPart()
        }
    }

    /// - Returns: empty: the body has ended; nil: nothing has come yet.
    private func takePart() throws(HTTPServerError) -> [UInt8]? {
        let result = state.withLock { state -> Result<[UInt8]?, HTTPServerError> in
            if state.body.isEmpty {
                if state.isBodyComplete { return .success([]) }
                return state.failure.map { .failure($0) } ?? .success(nil)
            }
            let part: [UInt8]
            if state.body.count <= HTTPBody.largestPart {
                part = state.body
                state.body = []
            } else {
                part = Array(state.body[..<HTTPBody.largestPart])
                state.body.removeFirst(HTTPBody.largestPart)
            }
            state.pace.add(.zero, bytes: part.count, limits: core.limits)
            // Read ahead, so that there is something when it is asked for.
            if state.phase == .body { resume(&state) }
            return .success(part)
        }
        return try result.get()
    }

    /// Nobody wants more of the body: who reads it gets what has come, and then learns that no more does.
    func stopBody() {
        state.withLock { $0.fail(.bodyStopped) }
    }

    /// What a client is told that is cut since its body comes too slowly.
    var lateAnswer: [UInt8]? {
        Answer(core.refusal(408, "the body of the request comes too slowly", HTTPHeaders())).text(core.library)
    }

    private func waitForPart() async {
        let began = ContinuousClock.now
        let timeout = state.withLock { core.limits.bodyTime - $0.pace.waited }
        connection.setAlarm(after: max(timeout, .zero)) { $0.cut(for: .body) }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    if !state.body.isEmpty || state.isBodyComplete || state.failure != nil || Task.isCancelled {
                        return false
                    }
                    precondition(state.reader == nil, "one task reads a body")
                    state.reader = continuation
                    state.isAsked = true
                    resume(&state)
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.wakeReader() }
        }
        connection.relax()
        let waited = ContinuousClock.now - began
        state.withLock { $0.pace.add(waited, bytes: 0, limits: core.limits) }
    }
}
