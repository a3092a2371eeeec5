public import Documents
public import Pipelines
public import Platform

/// Carries documents through pipelines and records what happens.
///
/// Durability follows from each stage's effect: pure stages are recorded and not synced; before an effect leaves the
/// process its intent is on disk; its outputs are on disk before a later effect starts; a transactional stage commits
/// with its record; the end of a run is on disk before it is reported. A run whose process died is carried on where it
/// stopped, by `resume`.
public final class Engine: Sendable {
    /// A run that so many processes have died of is given up.
    public static let maxCrashes = 3

    let journal: any Journal
    let leases: (any RunLeases)?
    let catalog: (any CatalogReading)?
    let keeper: (any FileKeeper)?
    let resources: Resources
    let pool: WorkerPool
    let owner: String
    let secrets: @Sendable (String) -> String?
    let variables: Environment.Lookup
    let tree: Path?
    let clock: EngineClock
    let observe: @Sendable (RunEvent) -> Void
    let active: ActiveRuns
    let gate: WorkGate
    /// Tells of the ends of this engine's runs.
    public let ends: RunEnds
    /// An element each time that a run waits for another one to end, until `suspendWaiting`: that one's process may be
    /// gone, so it is time to look for what is abandoned. For one reader.
    public let stalls: AsyncStream<Void>
    let stalled: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - leases: of the journal, for runs that other processes cancel.
    ///   - catalog: for the question whether what a run made is still there.
    ///   - keeper: keeps the files of runs that are rejected or fail; nil: nobody does.
    ///   - pool: runs the stages, which may block its threads.
    ///   - owner: whose documents runs are about when their pipeline has no input `user`.
    ///   - secrets: looks a secret up by its name.
    ///   - variables: looks up what `env.*` sees beside the pipeline's own `env`.
    ///   - tree: the folder that symbolic links may lead into besides their own; usually the workspace.
    ///   - observe: gets every event, on the thread where it happens; must not block.
    public init(
        journal: any Journal, leases: (any RunLeases)? = nil, catalog: (any CatalogReading)? = nil,
        keeper: (any FileKeeper)? = nil, resources: Resources, pool: WorkerPool, owner: String,
        secrets: @escaping @Sendable (String) -> String? = { _ in nil },
        variables: @escaping Environment.Lookup = Environment.processVariable, tree: Path? = nil,
        clock: EngineClock = .system,
        observe: @escaping @Sendable (RunEvent) -> Void = { _ in }
    ) {
        self.journal = journal
        self.leases = leases
        self.catalog = catalog
        self.keeper = keeper
        self.resources = resources
        self.pool = pool
        self.owner = owner
        self.secrets = secrets
        self.variables = variables
        self.tree = tree
        self.clock = clock
        (active, gate, ends) = (ActiveRuns(), WorkGate(), RunEnds())
        (stalls, stalled) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.observe = observe
    }

    /// See `replacing`.
    private init(
        _ engine: Engine, keeper: (any FileKeeper)?, resources: Resources, owner: String,
        secrets: @escaping @Sendable (String) -> String?
    ) {
        self.keeper = keeper
        self.resources = resources
        self.owner = owner
        self.secrets = secrets
        (journal, leases, catalog) = (engine.journal, engine.leases, engine.catalog)
        (pool, variables, tree, clock) = (engine.pool, engine.variables, engine.tree, engine.clock)
        (active, gate, ends) = (engine.active, engine.gate, engine.ends)
        (stalls, stalled, observe) = (engine.stalls, engine.stalled, engine.observe)
    }

    /// The same engine with other surroundings, for runs that begin from now on: whatever is asked of this one's runs, such
    /// as `suspendAll`, is asked of that one's too.
    public func replacing(
        keeper: (any FileKeeper)?, resources: Resources, owner: String,
        secrets: @escaping @Sendable (String) -> String?
    ) -> Engine {
        Engine(self, keeper: keeper, resources: resources, owner: owner, secrets: secrets)
    }

    /// Runs a pipeline once. Never throws: whatever goes wrong is the result's. When the task is cancelled, the stage
    /// that runs is asked to stop, what was done is taken back, and the run is recorded as cancelled.
    ///
    /// The pipeline's definition must have been pinned in the journal.
    ///
    /// - Parameter index: passed on to events.
    public func run(_ request: RunRequest, of pipeline: Pipeline, index: Int = 0) async -> RunResult {
        await run(request, of: pipeline, index: index, permit: .none)
    }

    func run(_ request: RunRequest, of pipeline: Pipeline, index: Int, permit: WorkerPermit) async -> RunResult {
        await withTaskExecutorPreference(pool) {
            let control = RunControl()
            let execution = RunExecution(
                engine: self, pipeline: pipeline, request: request, permit: permit, control: control)
            return await carry(execution, control) { await $0.run(index: index) }
        }
    }

    /// Goes on with an unfinished run that this process has taken over, where it stopped, with the outputs that were
    /// recorded. Effects that had begun are not repeated blindly: the world is asked how far they got. When the task is
    /// cancelled, the run is given up for the next process that looks.
    ///
    /// - Parameter pipeline: as it was when the run began.
    public func resume(_ detail: RunDetail, of pipeline: Pipeline, index: Int = 0) async -> RunResult {
        await resume(detail, of: pipeline, index: index, permit: .none)
    }

    func resume(_ detail: RunDetail, of pipeline: Pipeline, index: Int, permit: WorkerPermit) async -> RunResult {
        await withTaskExecutorPreference(pool) {
            let control = RunControl(suspendsOnCancel: true)
            let origin: RunDetail?
            do {
                origin = try await self.origin(of: detail.run)
            } catch {
                active.markUnrecorded([detail.run.id])
                return unable(to: detail, error)
            }
            let execution = RunExecution(
                engine: self, pipeline: pipeline, resuming: detail, origin: origin, permit: permit, control: control)
            return await carry(execution, control) { await $0.carryOut(index: index) }
        }
    }

    /// Takes back what a run that has ended still owes, and that `RunLeases.takeDebt` has taken over. When the task is
    /// cancelled, it is left to a later start.
    ///
    /// - Returns: the run as it had ended; its `debt` is nil when it owes nothing any more.
    func settle(_ detail: RunDetail, of pipeline: Pipeline) async -> RunResult {
        await withTaskExecutorPreference(pool) {
            let control = RunControl(suspendsOnCancel: true)
            let execution = RunExecution(
                engine: self, pipeline: pipeline, resuming: detail, origin: nil, permit: .none, control: control)
            return await carry(execution, control) { await $0.settleDebt() }
        }
    }

    /// Ends an unfinished run that this process has taken over: what it did is taken back.
    public func cancel(_ detail: RunDetail, of pipeline: Pipeline) async -> RunResult {
        await withTaskExecutorPreference(pool) {
            let control = RunControl()
            let execution = RunExecution(
                engine: self, pipeline: pipeline, resuming: detail, origin: nil, permit: .none, control: control)
            control.cancel()
            return await carry(execution, control) { await $0.carryOut(index: 0) }
        }
    }

    /// Records a run that does not begin, since too many of its group wait already.
    func refuse(_ request: RunRequest, of pipeline: Pipeline, index: Int) async -> RunResult {
        await withTaskExecutorPreference(pool) {
            var execution = RunExecution(
                engine: self, pipeline: pipeline, request: request, permit: .none, control: RunControl())
            let group = execution.run.group ?? ""
            let result = await execution.end(
                as: .skipped, "queue-full",
                "Skipped: \(pipeline.concurrency?.queueSize ?? 0) runs of its group `\(group)` wait already, which is "
                    + "the pipeline's `queue-size`.")
            observe(.runStarted(index: index, result.run))
            return result
        }
    }

    /// Gives the runs of this process up, and all that come: the next process that looks carries them on.
    public func suspendAll() { active.suspendAll() }

    /// Gives up those runs of this process that only wait for their next try, and all that come to wait.
    public func suspendWaiting() {
        active.suspendWaiting()
        stalled.finish()
    }

    /// Has runs of this process cancelled; others are left alone.
    public func cancel(_ runs: [String]) {
        for run in runs { active.cancel(run) }
    }

    /// The run that a retry goes on from: elements of `for-each` that stand there must not be done again.
    private func origin(of run: RunRecord) async throws -> RunDetail? {
        guard let origin = run.origin, origin.kind == .retry else { return nil }
        return try await journal.run(origin.run)
    }

    /// The journal could not be read, so nothing was done.
    private func unable(to detail: RunDetail, _ error: any Error) -> RunResult {
        let error = StageError(error)
        return RunResult(
            run: detail.run, stages: detail.stages,
            journalFailure: RunFailure(
                stage: "", kind: error.kind, message: error.message, errorClass: error.errorClass), isAbandoned: true)
    }

    /// Also tells which runs only wait.
    func watched(_ permit: WorkerPermit, of run: String) -> WorkerPermit {
        let active = active
        return WorkerPermit(
            release: {
                permit.release()
                active.beginWaiting(run)
            },
            reacquire: {
                active.endWaiting(run)
                permit.reacquire()
            })
    }

    func turn(of run: RunRecord) -> WorkTurn {
        WorkTurn(run: run.id, way: run.isSuspect ? .alone : .together, gate: gate, leases: leases)
    }

    private func carry(
        _ execution: RunExecution, _ control: RunControl,
        _ body: @escaping @Sendable (inout RunExecution) async -> RunResult
    ) async -> RunResult {
        active.add(execution.run.id, control)
        defer {
            active.remove(execution.run.id)
            ends.announce(execution.run.id)
        }
        return await control.run(on: pool) {
            var execution = execution
            let turn = self.turn(of: execution.run)
            defer { turn.giveUp() }
            do {
                // One that is cancelled does not wait for its turn, only to end.
                _ = try await turn.take()
            } catch {
                return execution.cannotWork(error)
            }
            return await body(&execution)
        }
    }
}
