internal import CCurl
internal import Synchronization

/// Drives all transfers of a client on one thread.
///
/// `@unchecked Sendable`: `inbox` is guarded; everything else is touched by the loop's thread alone.
final class TransferLoop: @unchecked Sendable {
    private struct Inbox {
        var transfers: [Transfer] = []
        var multi: MultiHandle?
    }

    private let inbox = Mutex(Inbox())
    private let userAgent: String
    /// libcurl wakes for the deadlines of its transfers itself.
    private static let longestPoll = 60_000

    private var waiting: [Transfer] = []
    private var active: [UnsafeMutableRawPointer: Transfer] = [:]
    private var idle: [EasyHandle] = []

    init(userAgent: String) {
        self.userAgent = userAgent
    }

    /// From any thread; `run` has to be called after it.
    func put(_ transfer: Transfer) {
        inbox.withLock { $0.transfers.append(transfer) }
        wake()
    }

    /// Makes the loop look at its transfers, also at cancelled ones. From any thread.
    func wake() {
        inbox.withLock { $0.multi }?.wake()
    }

    /// Works until nothing is left to do.
    func run() {
        do {
            let multi = try openMulti()
            while true {
                takeInbox(curl: multi.curl)
                endCancelled(multi)
                startAllowed(multi)
                if active.isEmpty { return }
                try multi.perform()
                if !endDone(multi) { try multi.poll(milliseconds: Self.longestPoll) }
            }
        } catch {
            endAll(error)
        }
    }

    /// Frees everything; nothing runs any more.
    func close() {
        idle = []
        inbox.withLock { $0.multi = nil }
    }

    private func openMulti() throws(HTTPError) -> MultiHandle {
        if let multi = inbox.withLock({ $0.multi }) { return multi }
        let multi = try MultiHandle(curl: try CurlLibrary.load())
        inbox.withLock { $0.multi = multi }
        return multi
    }

    private func takeInbox(curl: CurlLibrary) {
        let transfers = inbox.withLock { inbox in
            defer { inbox.transfers = [] }
            return inbox.transfers
        }
        for transfer in transfers {
            do {
                transfer.endpoint = try Endpoint(transfer.request.url, curl: curl)
                waiting.append(transfer)
            } catch {
                transfer.end(.failure(error))
            }
        }
    }

    private func endCancelled(_ multi: MultiHandle) {
        waiting.removeAll { transfer in
            guard transfer.cancellation.isSet else { return false }
            transfer.end(
                .failure(
                    HTTPError(
                        .cancelled, url: transfer.endpoint?.text, hasBegun: false,
                        reason: "it was cancelled before it had begun.")))
            return true
        }
        for transfer in active.values where transfer.cancellation.isSet {
            end(
                transfer,
                .failure(HTTPError(.cancelled, url: transfer.endpoint?.text, reason: "it was cancelled.")), multi)
        }
    }

    private func startAllowed(_ multi: MultiHandle) {
        if waiting.isEmpty { return }
        var busy: [Queue: Int] = [:]
        for transfer in active.values {
            if let endpoint = transfer.endpoint { busy[Queue(transfer.turns, endpoint), default: 0] += 1 }
        }
        waiting.removeAll { transfer in
            guard let endpoint = transfer.endpoint else { return false }
            let queue = Queue(transfer.turns, endpoint)
            guard busy[queue, default: 0] < transfer.turns.perServer else { return false }
            if start(transfer, endpoint, multi) { busy[queue, default: 0] += 1 }
            return true
        }
    }

    /// Transfers that wait for each other.
    private struct Queue: Hashable {
        let turns: ObjectIdentifier
        let endpoint: Endpoint

        init(_ turns: ConnectionTurns, _ endpoint: Endpoint) {
            self.turns = ObjectIdentifier(turns)
            self.endpoint = endpoint
        }
    }

    private func start(_ transfer: Transfer, _ endpoint: Endpoint, _ multi: MultiHandle) -> Bool {
        do {
            let handle = if let known = idle.popLast() { known } else { try EasyHandle(curl: multi.curl) }
            try transfer.prepare(handle, endpoint: endpoint, userAgent: userAgent)
            try multi.add(handle)
            active[handle.pointer] = transfer
            return true
        } catch {
            transfer.end(.failure(error))
            return false
        }
    }

    private func endDone(_ multi: MultiHandle) -> Bool {
        var some = false
        while let (pointer, code) = multi.nextDone() {
            some = true
            if let transfer = active[pointer], let handle = transfer.handle {
                end(transfer, transfer.result(code, handle), multi)
            }
        }
        return some
    }

    private func end(_ transfer: Transfer, _ result: Result<HTTPResponse, HTTPError>, _ multi: MultiHandle) {
        if let handle = transfer.handle {
            multi.remove(handle)
            active[handle.pointer] = nil
            idle.append(handle)
        }
        transfer.end(result)
    }

    /// After a failure of libcurl itself, for which no single transfer is to blame: starts afresh with the next request.
    private func endAll(_ error: HTTPError) {
        let (transfers, multi) = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return (inbox.transfers, inbox.multi)
        }
        for transfer in active.values {
            if let multi { end(transfer, .failure(error), multi) }
        }
        for transfer in waiting + transfers { transfer.end(.failure(error)) }
        waiting = []
        idle = []
    }
}

/// Whose requests wait for each other: those of one client, each time to one server. Told apart by identity.
final class ConnectionTurns: Sendable {
    /// How many of them go on at a time, at least 1.
    let perServer: Int

    init(perServer: Int) {
        self.perServer = perServer
    }
}
