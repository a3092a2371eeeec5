internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Synchronization
internal import Workspaces

/// What a command shows of the runs that its host carries out, and what they come to together.
final class RunReport: Sendable {
    private struct State {
        var code = ExitCode.success
        var printing: (any Error)?
        var givenUp = 0
        /// What kept notifications from being delivered last.
        var deliveryTrouble: (any Error)?
    }

    private let streams: StandardStreams
    private let isJSON: Bool
    private let display: ProgressDisplay
    private let state = Mutex(State())
    private let names = RunNames()

    init(_ streams: StandardStreams, isJSON: Bool) {
        self.streams = streams
        self.isJSON = isJSON
        display = ProgressDisplay(streams: streams, isSilent: isJSON)
    }

    /// What the runs come to together so far.
    var code: ExitCode { state.withLock { $0.code } }
    /// How many notifications were given up.
    var givenUp: Int { state.withLock { $0.givenUp } }

    /// To be given to the host.
    func observe(_ event: HostEvent) {
        switch event {
        case .run(let event): show(event)
        case .ended(let result, let made, let original): end(result, made, original)
        case .notRead(let result, let error):
            streams.report("compass: run \(name(result.run.id)): what it has made could not be read: \(error)")
        case .carryingOn(let count):
            streams.detail("resumes \(HumanFormat.count(count, "run")) that another process has left unfinished")
        case .carriedOn(let result): tell(carriedOn: result)
        case .settled(let result): SettlementText.sentence(result).map { streams.report("compass: \($0)") }
        case .notCleared(let result, let error):
            streams.report("compass: run \(name(result.run.id)): what was left of it is not yet cleared away: \(error)")
        case .leaseTrouble(let error):
            streams.report("compass: the lease of this process could not be renewed: \(error)")
        case .leaseRenewed: streams.note("compass: the lease of this process can be renewed again")
        case .recoveryTrouble(let error):
            streams.report("compass: unfinished runs could not be resumed now: \(error)")
        case .delivered(let tally, _):
            if tally.delivered > 0 {
                streams.detail("\(HumanFormat.count(tally.delivered, "notification")) delivered")
            }
            state.withLock { state in
                state.givenUp += tally.givenUp
                if tally != OutboxDelivery.Tally() { state.deliveryTrouble = nil }
            }
        case .deliveryTrouble(let error, let wait):
            state.withLock { $0.deliveryTrouble = error }
            if wait != nil { streams.report("compass: notifications could not be delivered now: \(error)") }
        case .retentionTrouble(let error): streams.report("compass: old runs could not be removed: \(error)")
        }
    }

    /// All runs have ended.
    func end(showsTotal: Bool = true) {
        display.end(showsTotal: showsTotal)
    }

    /// - Throws: what kept a result from being printed, or a notification from being delivered in the end.
    func check() throws {
        let (printing, delivery) = state.withLock { ($0.printing, $0.deliveryTrouble) }
        if let printing { throw printing }
        if let delivery { throw delivery }
        try streams.flush()
    }

    /// Tells of notifications that were given up since the last call.
    func tellGivenUp() {
        let count = state.withLock { state in
            defer { state.givenUp = 0 }
            return state.givenUp
        }
        if count > 0 { streams.reportGivenUp(count) }
    }

    /// Shows the end of a run, and counts it.
    private func end(_ result: RunResult, _ made: MadeVersion?, _ original: String?) {
        defer { names.remove(result.request?.id ?? result.run.id) }
        count(ExitCode(result))
        if let failure = result.journalFailure {
            count(.failed)
            streams.report("compass: run \(name(result.run.id)) could not be recorded to its end: \(failure.message)")
        }
        finish(result, made, original)
        guard isJSON else { return }
        do {
            var record = result.record
            if result.duplicateOf == nil, result.run.origin?.kind != .addition {
                for entry in made?.record.entries ?? [] { record[entry.key] = entry.value }
            }
            try streams.print(json: record)
            try streams.flush()
        } catch {
            state.withLock { $0.printing = error }
        }
    }

    private func count(_ code: ExitCode) {
        state.withLock { $0.code = $0.code.combined(with: code) }
    }

    private func tell(carriedOn result: RunResult) {
        // On a terminal it is among those that go on.
        if streams.terminal.isInteractive { finish(result) }
        if result.isAbandoned { return }
        let file = result.run.file.map { " (\($0))" } ?? ""
        streams.note(
            "compass: run \(name(result.run.id)) of \(result.run.pipeline)\(file), which another process had left unfinished, was "
                + "resumed: \(result.run.status.rawValue)")
    }

    private func show(_ event: RunEvent) {
        switch event {
        case .runWaiting(let run, let others):
            display.waits(
                run.id, name: run.shownName,
                "waits for \(others.count == 1 ? "run \(names.short(others[0]))" : "one of \(others.count) runs") to end"
            )
        case .runStarted(_, let run):
            names.add(run.id)
            streams.detail("run \(name(run.id)) of \(run.pipeline) begins: \(run.shownName)")
            display.started(run.id, name: run.shownName)
        case .stageStarted(let run, let stage, let attempt, let limit):
            streams.detail("run \(name(run)): \(stage) begins" + (limit > 1 ? ", attempt \(attempt) of \(limit)" : ""))
            display.entered(run, stage: attempt > 1 ? "\(stage) (attempt \(attempt) of \(limit))" : stage)
        case .progress(let run, _, let done, let total):
            display.advanced(run, done: done, total: total)
        case .log(let run, let stage, let log):
            let line = "run \(name(run)): \(stage): \(log.level.rawValue): \(Printable.text(log.message))"
            switch log.level {
            case .debug: streams.detail(line)
            case .info: streams.note("compass: " + line)
            default: streams.report("compass: " + line)
            }
        case .retrying(let run, let stage, let attempt, let limit, let wait, let failure):
            let seconds = HumanFormat.duration(milliseconds: wait / .milliseconds(1))
            streams.detail(
                "run \(name(run)): \(stage) failed (\(Printable.text(failure.message))); attempt \(attempt + 1) of \(limit) in "
                    + seconds)
            display.entered(
                run,
                stage: "\(stage): attempt \(attempt) of \(limit) failed (\(Printable.text(failure.message))); "
                    + "again in \(seconds)")
        case .stageFinished: break
        case .leftBehind(let run, let message):
            streams.report(
                "compass: run \(name(run)) was ended by another process, and what this one had done for it could not be taken "
                    + "back: \(message)")
        }
    }

    /// An id as standard error shows it.
    private func name(_ id: String) -> String { streams.errorTerminal.width == nil ? id : names.short(id) }

    private func finish(_ result: RunResult, _ made: MadeVersion? = nil, _ original: String? = nil) {
        let shown = streams.terminal.width == nil ? result.duplicateOf : original ?? result.duplicateOf
        display.finished(
            result.request?.id ?? result.run.id, name: result.request.map(\.shownName),
            ProgressDisplay.Ending(rawValue: result.run.status.rawValue) ?? .failed,
            detail: Self.detail(of: result, made, original: shown),
            // Of a duplicate there is the record of the other run, whose time that is.
            milliseconds: result.duplicateOf == nil ? result.run.durationMilliseconds ?? 0 : nil)
    }

    /// What came of a run, in half a line.
    ///
    /// - Parameter original: the run that it was a duplicate of, as it is shown.
    private static func detail(of result: RunResult, _ made: MadeVersion?, original: String?) -> String {
        var parts: [String] = []
        if let original {
            parts.append("nothing to do: the same document as in run \(original)")
            if let shown = made?.shown {
                parts.append("\(shown.name), id \(shown.shortID)")
                if let unchanged = HumanFormat.untaken(result.notTaken) { parts.append(unchanged) }
                return parts.joined(separator: "; ")
            }
        }
        if result.isAbandoned, result.run.status == .running {
            parts.append(
                "it is not this process's any more; `compass runs show \(result.run.id)` shows how it proceeds")
        }
        if let error = result.run.error {
            parts.append((error.stage.isEmpty ? "" : "\(error.stage): ") + Printable.text(error.message))
        } else if let version = result.run.document["version"]?.integer {
            if let made, let text = made.text, let shown = made.shown {
                if result.addsNothing { parts.append("nothing to do: it has all that is asked for") }
                let isAddition = result.run.origin?.kind == .addition && !result.addsNothing
                let what = isAddition ? "added to \(shown.name)" : result.addsNothing ? shown.name : text
                parts.append("\(what), id \(shown.shortID)")
            } else {
                parts.append(Self.version(version, of: result))
            }
            let schools = result.run.document["shared-with"]?.list?.map(\.text) ?? []
            if !schools.isEmpty { parts.append("shared with \(schools.joined(separator: ", "))") }
        }
        if let unchanged = HumanFormat.untaken(result.notTaken) { parts.append(unchanged) }
        for stage in result.stages {
            if let undo = stage.undo, undo.status == .failed {
                parts.append("\(stage.id) could not be undone: \(Printable.text(undo.message ?? ""))")
            }
        }
        return parts.joined(separator: "; ")
    }
}

extension RunReport {
    /// Of a run of which only its record is known.
    private static func version(_ number: Int64, of result: RunResult) -> String {
        // What has no file is shown by its document.
        guard result.run.file != nil, result.madeVersion, let title = result.run.document["title"]?.string else {
            return "version \(number)"
        }
        return "version \(number) of `\(Printable.text(title))`"
    }
}

extension RunResult {
    /// Whether it is an addition that found everything there, and told nobody of it: its stages that add name in `added` what is new.
    fileprivate var addsNothing: Bool {
        guard run.origin?.kind == .addition else { return false }
        let done = stages.filter { !$0.isReused && $0.status == .succeeded }
        let added = done.compactMap { $0.outputs["added"]?.list }
        if added.isEmpty || added.contains(where: { !$0.isEmpty }) { return false }
        return !done.contains { $0.outputs["delivery"] != nil || $0.outputs["link-url"]?.string != nil }
    }
}

extension ExitCode {
    /// What one run's end means for the program's.
    init(_ result: RunResult) {
        self =
            switch result.run.status {
            case .succeeded, .skipped: .success
            case .rejected: .rejected
            case .failed, .cancelled, .running: .failed
            }
    }
}
