internal import Platform
internal import Synchronization

extension Exchange {
    /// Has a stream written, and ends it.
    func write(by produce: @Sendable (HTTPWriter) async throws -> Void) async {
        var failure: (any Error)?
        do {
            try await produce(HTTPWriter(self))
        } catch {
            failure = error
        }
        let hasLeft = state.withLock { state in
            let isShort = state.stream.length.map { state.stream.written < $0 } ?? false
            if isShort, failure == nil, let length = state.stream.length {
                failure = HTTPServerError.wrongLength(promised: length)
            }
            state.stream.hasEnded = true
            state.stream.hasFailed = failure != nil
            resume(&state)
            return state.failure != nil
        }
        if let failure, !hasLeft { core.observe(.streamFailed(connection.peer, target: target, failure)) }
    }

    /// See `HTTPWriter.write`.
    func write(_ bytes: [UInt8]) async throws {
        var rest = bytes[...]
        while true {
            // As of a body's parts.
            let isCancelled = Task.isCancelled
            if try put(&rest) { return }
            if isCancelled { throw CancellationError() }
            await waitForRoom()
        }
    }

    /// - Returns: whether all of it was put.
    private func put(_ rest: inout ArraySlice<UInt8>) throws(HTTPServerError) -> Bool {
        let (count, failure) = state.withLock { [rest] state -> (Int, HTTPServerError?) in
            if let failure = state.failure { return (0, failure) }
            if let length = state.stream.length, state.stream.written + Int64(rest.count) > length {
                return (0, .wrongLength(promised: length))
            }
            let count = min(rest.count, state.stream.room)
            guard count > 0 else { return (0, nil) }
            state.stream.buffer.append(contentsOf: rest.prefix(count))
            state.stream.written += Int64(count)
            // Only what waits for content is suspended by now, or for the answer, which is there already.
            resume(&state)
            return (count, nil)
        }
        if let failure { throw failure }
        rest.removeFirst(count)
        return rest.isEmpty
    }

    private func waitForRoom() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    if state.stream.room > 0 || state.failure != nil || Task.isCancelled { return false }
                    precondition(state.stream.writer == nil, "one task writes an answer")
                    state.stream.writer = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.stream.wake() }
        }
    }

    /// Called by libmicrohttpd when it wants content of the answer. To return 0 without having suspended the connection would
    /// let it ask again at once, and forever.
    ///
    /// - Returns: how many bytes were copied, or one of its codes for the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if state.isCut { return endWithError }
            let count = min(buffer.count, state.stream.buffer.count - state.stream.head)
            if count == 0 {
                if state.stream.hasEnded { return state.stream.hasFailed ? endWithError : endOfStream }
                // Nobody would notice later that it has left.
                guard let handle = state.handle, !connection.isDrained else {
                    state.fail(.clientLeft)
                    return endWithError
                }
                suspend(handle.pointer, &state)
                return 0
            }
            let start = state.stream.head
            state.stream.buffer.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
            }
            state.stream.head += count
            state.stream.sent += Int64(count)
            if state.stream.head == state.stream.buffer.count {
                state.stream.buffer.removeAll(keepingCapacity: true)
                state.stream.head = 0
            } else if state.stream.head >= 65_536 {
                state.stream.buffer.removeFirst(state.stream.head)
                state.stream.head = 0
            }
            state.stream.wake()
            return count
        }
    }
}
