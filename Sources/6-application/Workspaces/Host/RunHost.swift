internal import Documents
package import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// Runs pipelines in this process with all that belongs to it: the lease is kept, what other processes have left is carried
/// on, and what runs announce is delivered.
///
/// Its services live as long as the work that `run` is given; a process that stays puts the same services into a group of its
/// own.
package final class RunHost: Sendable {
    /// What goes on beside the work.
    package enum Company: Sendable {
        /// Only the lease is kept.
        case lease
        /// Abandoned runs are carried on to their end, and notifications delivered once a run has ended.
        case all
        /// Both are looked for again and again as well, and runs of others are left at the end of the work.
        case looking(every: Duration)
    }

    package let workspace: Workspace
    package let engine: Engine
    private let showsVersions: Bool
    private let observe: @Sendable (HostEvent) -> Void
    private let deliveries = AsyncSignal()
    /// Runs the services and the work, which may block its threads for a moment.
    private let pool = WorkerPool(name: "host", width: 2)

    /// How long notifications are still tried once the work has ended, and how long what is under way may take; they stay in
    /// the outbox after that.
    private static let ending = Duration.seconds(5)

    /// - Parameters:
    ///   - width: how many stages may work at a time.
    ///   - showsVersions: whether somebody reads which versions runs have made; for programs less is looked up.
    ///   - observe: is told of everything.
    package init(
        _ workspace: Workspace, width: Int, showsVersions: Bool = true,
        observe: @escaping @Sendable (HostEvent) -> Void
    ) {
        self.workspace = workspace
        self.showsVersions = showsVersions
        self.observe = observe
        engine = workspace.engine(pool: WorkerPool(name: "worker", width: width)) { observe(.run($0)) }
    }

    /// A run that the work asked for has ended. Tells `ended`, with what it has made, and has delivered what it announced.
    package func end(_ result: RunResult) async {
        if result.mayAnnounce { deliveries.wake() }
        do {
            var original: String?
            if showsVersions, let first = result.duplicateOf {
                original = try await workspace.shortened([first], of: .run).first
            }
            let made = try await workspace.versionMade(by: result, isShown: showsVersions)
            observe(.ended(result, made: made, original: original))
        } catch {
            observe(.notRead(result, error))
            observe(.ended(result))
        }
    }

    /// Carries out work that has runs carried out on `engine`. When the task is cancelled, the work is, and what belongs to it
    /// is still brought to its end.
    ///
    /// - Parameters:
    ///   - work: when it returns or throws, none of its runs goes on any more.
    ///   - worked: is called then, once the runs of other processes are done with as well; notifications may still be
    ///     delivered.
    /// - Throws: what `work` throws; what keeps abandoned runs from being found at the start, before `work` begins.
    package func run<Outcome: Sendable>(
        _ company: Company, _ work: @escaping @Sendable () async throws -> Outcome,
        worked: @escaping @Sendable () -> Void = {}
    ) async throws -> Outcome {
        let work = WorkService(work)
        let recovery = try await recovery(company)
        let group = ServiceGroup([
            ServiceGroup.Wave(lasting(company), timeout: Self.ending),
            ServiceGroup.Wave([MarkService(worked)]),
            ServiceGroup.Wave(recovery.map { [$0] } ?? []),
            ServiceGroup.Wave([work]),
        ])
        work.ended = { [engine] in
            // What only waits is left to a later start.
            engine.suspendWaiting()
            group.stop()
        }
        // A task of its own: the services must not be cancelled with the work, which they are there for.
        let services = Task(executorPreference: pool) { try await group.run() }
        let failure: (any Error)? = await withTaskCancellationHandler {
            do {
                try await services.value
                return nil
            } catch {
                return error
            }
        } onCancel: {
            work.cancel()
            recovery?.interrupt()
        }
        switch work.outcome {
        case .success(let outcome)?:
            if let failure { throw failure }
            return outcome
        case .failure(let error)?: throw error
        case nil: throw failure ?? CancellationError()
        }
    }

    /// Removes some of what `retention` does not keep, so that the journal of a workspace which is used stays small by
    /// itself. What cannot be removed now is removed later.
    package func prune() async {
        do {
            try await Retention(workspace: workspace).pruneBriefly()
        } catch {
            observe(.retentionTrouble(error))
        }
    }

    private func recovery(_ company: Company) async throws -> RecoveryService? {
        let (workspace, engine) = (workspace, engine)
        let (interval, ending): (Duration?, RecoveryService.Ending)
        switch company {
        case .lease: return nil
        case .all: (interval, ending) = (nil, .finish)
        case .looking(let pause): (interval, ending) = (pause, .suspend)
        }
        return RecoveryService(
            workspace: { workspace }, engine: { engine },
            first: try await RecoveryService.takeOver(workspace, engine: engine), interval: interval, ending: ending,
            observe: observe)
    }

    private func lasting(_ company: Company) -> [any Service] {
        let leases = LeaseService(workspace, engine: engine, observe: observe)
        let (interval, waits): (Duration, Bool)
        switch company {
        case .lease: return [leases]
        // There is nothing new before the first run has ended.
        case .all: (interval, waits) = (.seconds(60), true)
        case .looking(let pause): (interval, waits) = (pause, false)
        }
        return [
            leases,
            DeliveryService(
                workspace: { [workspace] in workspace }, waker: deliveries, interval: interval, waits: waits,
                ending: OutboxDelivery.Ending(begins: Self.ending, waits: Self.ending), observe: observe),
        ]
    }
}

/// The work that a host is there for, as a service that ends its group.
private final class WorkService<Outcome: Sendable>: Service {
    let name = "work"
    private let body: @Sendable () async throws -> Outcome
    private let waker = AsyncSignal()
    private let state = Mutex<Result<Outcome, any Error>?>(nil)
    private let atEnd = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ body: @escaping @Sendable () async throws -> Outcome) {
        self.body = body
    }

    /// nil: it has not ended.
    var outcome: Result<Outcome, any Error>? { state.withLock { $0 } }
    /// Called once the work has ended. To be set before it begins.
    var ended: (@Sendable () -> Void)? {
        get { atEnd.withLock { $0 } }
        set { atEnd.withLock { $0 = newValue } }
    }

    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                let result: Result<Outcome, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                state.withLock { $0 = result }
                waker.stop()
            }
            while await waker.wait(atMost: nil) {}
            // Without effect when the work has ended by itself.
            group.cancelAll()
        }
        ended?()
    }

    func cancel() {
        waker.stop()
    }

    /// The group asks it only once it has ended.
    func stop() {}
}

/// Calls a closure when its turn to end has come.
private final class MarkService: Service {
    let name = "mark"
    private let body: @Sendable () -> Void
    private let waker = AsyncSignal()

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    func run() async {
        while await waker.wait(atMost: nil) {}
        body()
    }

    func stop() {
        waker.stop()
    }
}
