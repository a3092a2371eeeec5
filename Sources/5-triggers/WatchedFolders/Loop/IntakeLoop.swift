internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Synchronization

/// Carries out what the state of an intake decides: everything that happens becomes a message, one after the other.
final class IntakeLoop: Sendable {
    let dependencies: FolderIntake.Dependencies
    let state: Mutex<IntakeState>
    let arming: FolderArming
    private let watch: Int64
    private let changes: AsyncStream<[FolderChange]>
    private let backlog = ChangeBacklog()
    private let messages: AsyncStream<IntakeMessage>
    private let mailbox: AsyncStream<IntakeMessage>.Continuation
    private let alarm = Mutex<(alarm: Alarm, due: ContinuousClock.Instant)?>(nil)
    private let intakeLog: IntakeLog
    private let pools = IntakePools.shared
    private let reader = PoolShare(of: IntakePools.shared.reading)
    private let mover = PoolShare(of: IntakePools.shared.moving)

    init(
        _ state: consuming IntakeState, _ dependencies: FolderIntake.Dependencies, events: FolderEvents
    ) {
        self.dependencies = dependencies
        watch = state.watch
        intakeLog = IntakeLog(dependencies.log, state.rules)
        self.state = Mutex(state)
        arming = FolderArming(events)
        changes = events.changes
        (messages, mailbox) = AsyncStream.makeStream()
    }

    func send(_ message: IntakeMessage) { mailbox.yield(message) }

    /// Returns when it was stopped, or has nothing more to wait for, and what was taken has ended.
    func run() async {
        await withDiscardingTaskGroup { group in
            // On a thread of its own, so that what is told is read at once however busy everything else is.
            group.addTask(executorPreference: pools.events) { [self] in
                for await list in changes where backlog.add(list) { send(.changed) }
            }
            perform(state.withLock { $0.proceed(at: .now, dependencies.clock.now()) }, in: &group)
            var isArmed = false
            for await message in messages {
                perform(handle(message), in: &group)
                if !isArmed, state.withLock({ !$0.isStarting }) {
                    isArmed = true
                    dependencies.armed()
                }
                if state.withLock({ $0.isFinished }) { break }
                setAlarm()
            }
            alarm.withLock { $0?.alarm.stop() }
            mailbox.finish()
            arming.close()
        }
    }

    private func handle(_ message: IntakeMessage) -> [IntakeStep] {
        let (now, time) = (ContinuousClock.now, dependencies.clock.now())
        switch message {
        case .changed:
            let changes = backlog.take()
            for folder in changes.gone { arming.forget(folder) }
            return state.withLock { $0.changed(changes, at: now, time) }
        case .scanned(let report, let standing):
            return state.withLock { $0.scanned(report, standing, at: now, time) }
        case .inspected(let inspections): return state.withLock { $0.inspected(inspections, at: now, time) }
        case .compared(let found, let comparison):
            return state.withLock { $0.compared(found, comparison, at: now, time) }
        case .ended(let job, let outcome):
            let steps = state.withLock { $0.ended(job, outcome, at: now, time) }
            intakeLog.write(job, outcome)
            return steps
        case .forgotten(let files, let since):
            return state.withLock { state in
                // One that was found meanwhile is known again.
                for file in files where state.isUnseen(file, since: since) { state.known.remove(file) }
                return []
            }
        case .alarm:
            alarm.withLock { $0 = nil }
            return state.withLock { $0.alarm(at: now, time) }
        case .rescan: return state.withLock { $0.wantScan(at: now, time) }
        case .stop:
            return state.withLock { state in
                state.isStopping = true
                return []
            }
        case .replaced(let rules):
            return state.withLock { state in
                state.rules = rules
                return state.wantScan(at: now, time)
            }
        case .steps(let steps): return steps
        }
    }

    private func setAlarm() {
        guard let due = state.withLock({ $0.nextDue }) else { return }
        alarm.withLock { alarm in
            if let alarm, alarm.due <= due { return }
            alarm?.alarm.stop()
            let wait = max(.zero, due - .now)
            alarm = (dependencies.clock.alarm(wait) { [mailbox] in mailbox.yield(.alarm) }, due)
        }
    }

    private func perform(_ steps: [IntakeStep], in group: inout DiscardingTaskGroup) {
        for step in steps {
            switch step {
            case .scan(let starts, let number, let limit):
                group.addTask(executorPreference: pools.scans) { [self] in
                    await scan(starts, number: number, limit: limit)
                }
            case .inspect(let paths):
                group.addTask(executorPreference: pools.inspections) { [self] in await inspect(paths) }
            case .work(let job):
                group.addTask { [self] in
                    let work = FileWork(
                        dependencies: dependencies, reader: reader, mover: mover,
                        currentPath: { file in self.state.withLock { $0.files[file]?.path } },
                        isStopping: { self.state.withLock { $0.isStopping } })
                    let outcome = await work.run(job)
                    send(.ended(job, outcome))
                }
            case .compare(let found):
                group.addTask { [self] in
                    let comparison = FileComparison(
                        dependencies: dependencies, rules: state.withLock { $0.rules }, watch: watch, reader: reader)
                    send(.compared(found, await comparison.compare(found)))
                }
            case .renumber(let files):
                keepLedger("the ledger could not be brought up to date", in: &group) { try await $0.renumber(files) }
            case .removeEntry(let file, let run):
                keepLedger("the ledger could not be brought up to date", in: &group) {
                    try await $0.remove(file, run: run)
                }
            case .forget(let since):
                keepLedger("files that are gone could not be forgotten", in: &group) { [self] upkeep in
                    let trusted = state.withLock { $0.rules.trusted }
                    try await upkeep.sweep(
                        trusted, on: mover,
                        unseen: { entries in
                            state.withLock { state in entries.filter { state.isUnseen($0.file, since: since) } }
                        }, forgotten: { send(.forgotten($0, since: since)) })
                }
            case .log(let event): intakeLog.write(event)
            }
        }
    }

    private func keepLedger(
        _ problem: String, in group: inout DiscardingTaskGroup,
        _ body: @escaping @Sendable (LedgerUpkeep) async throws -> Void
    ) {
        group.addTask { [self] in
            do {
                try await body(LedgerUpkeep(dependencies: dependencies, watch: watch))
            } catch {
                intakeLog.write(.problem("\(problem): \(error)"))
            }
        }
    }

    // MARK: Looks

    @concurrent
    private func scan(_ starts: [Path]?, number: UInt32, limit: Int) async {
        let rules = state.withLock { $0.rules }
        if starts == nil { arming.begin(try? FileSystemKind.of(rules.base)) }
        let scan = FolderScan(
            rules: rules, enter: { self.arming.enter($0, as: $1) },
            sift: { batch in
                var steps: [IntakeStep] = []
                let unknown = self.state.withLock { $0.sift(batch, number: number, steps: &steps) }
                if !steps.isEmpty { self.send(.steps(steps)) }
                return unknown
            },
            isStopped: { self.state.withLock { $0.isStopping } })
        let report = scan.run(starts: starts, number: number, limit: limit)
        // Of many files it has named each, and forgotten those that are known.
        if starts == nil { Allocator.trim() }
        guard starts == nil else {
            send(.scanned(report, arming.standing))
            return
        }
        if report.isMissing { arming.awaitCreation(of: rules.base) } else { arming.endAwaiting(rules.base) }
        let (standing, isNew) = arming.end(isWhole: report.problemCount == 0)
        if isNew { intakeLog.write(standing) }
        send(.scanned(report, standing))
        // It may have come between the look and the watch on the folder above it.
        if report.isMissing, Files.exists(rules.base) { send(.rescan) }
    }

    @concurrent
    private func inspect(_ paths: [Path]) async {
        var batch: [Path]? = paths
        while let paths = batch {
            let rules = state.withLock { $0.rules }
            let inspections = paths.map { path in
                PathInspection.at(path, rules) { found in state.withLock { $0.isKnown(found) } }
            }
            send(.inspected(inspections))
            // Other folders have their turn in between.
            await Task.yield()
            batch = state.withLock { $0.isStopping ? nil : $0.inspections.next() }
        }
    }
}
