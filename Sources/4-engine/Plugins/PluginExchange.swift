internal import Documents
internal import Pipelines
internal import Platform
internal import Programs

/// What a plugin answered: its last line, with all facts that it gave.
struct PluginAnswer: Sendable {
    enum End: Sendable {
        case done(Record, effects: [PlannedEffect])
        case absent
        case error(StageError)
    }

    let end: End
}

/// A request and its answer.
struct PluginExchange: Sendable {
    let request: PluginRequest
    let limit: TimeSpan
    let deadline: ContinuousClock.Instant
    /// Hears progress and log lines.
    let context: StageContext
    let cancellation = ProgramCancellation()

    /// Reads lines until the last one of an answer.
    func answer(from program: RunningProgram, needsID: Bool) throws(PluginFault) -> PluginAnswer {
        var facts: Record = [:]
        while true {
            guard let (bytes, isPartial) = try read(program) else { throw PluginFault(.noAnswer) }
            if isPartial { throw PluginFault(.partialLine) }
            switch try PluginLine(bytes, id: request.id, needsID: needsID) {
            case .progress(let done, let total): context.progress(done, total)
            case .log(let log): context.log(log)
            case .facts(let values): for entry in values { facts[entry.key] = entry.value }
            case .result(let outputs, let effects):
                for entry in outputs { facts[entry.key] = entry.value }
                return PluginAnswer(end: .done(facts, effects: effects))
            case .absent: return PluginAnswer(end: .absent)
            case .rejected(let kind, let message): return PluginAnswer(end: .error(.rejected(kind, message)))
            case .failed(let errorClass, let kind, let message):
                return PluginAnswer(end: .error(.failed(errorClass, kind, message)))
            }
        }
    }

    private func read(_ program: RunningProgram) throws(PluginFault) -> (bytes: [UInt8], isPartial: Bool)? {
        do throws(ProgramError) {
            return try program.line(until: deadline)
        } catch {
            throw error == .timeout ? PluginFault(.timeout(limit)) : PluginFault(.program(error))
        }
    }

    /// Runs a program for this request alone.
    ///
    /// - Parameter content: the document, and where the program finds it.
    func runOnce(
        _ command: ProgramCommand, content: (path: Path, file: SourceFile)?, plugin: Plugin
    ) throws(PluginFault) -> PluginAnswer {
        let program = try PluginWorker.start(command, content: content?.file.descriptor)
        return try withCancellation(of: program) { () throws(PluginFault) in
            program.send(
                request.line(
                    content: content, descriptor: content == nil ? nil : 3,
                    deadline: Timestamp.now().advanced(by: deadline - .now)))
            program.finishInput()
            var answer: PluginAnswer?
            do throws(PluginFault) {
                answer = try self.answer(from: program, needsID: false)
                if try read(program) != nil { throw PluginFault(.afterAnswer) }
            } catch {
                // How it ended says more than that it gave no answer.
                guard case .noAnswer = error.cause else { throw error }
            }
            let end = try PluginWorker.end(of: program, until: deadline, limit: limit)
            try PluginWorker.check(end, plugin: plugin, answered: answer != nil)
            guard let answer else { throw PluginFault(.noAnswer) }
            if case .exit(let status) = end.cause, status != 0, case .done = answer.end {
                throw PluginFault(.status(status, answered: true))
            }
            return answer
        }
    }

    /// Kills the program when the task is cancelled, and at every fault.
    func withCancellation<Result>(
        of program: RunningProgram, _ body: () throws(PluginFault) -> Result
    ) throws(PluginFault) -> Result {
        cancellation.watch(program)
        defer { cancellation.watch(nil) }
        do throws(PluginFault) {
            return try body()
        } catch {
            var error = error
            do throws(ProgramError) {
                _ = try program.killAndWait()
            } catch let trouble {
                error.errors = "(\(trouble)) "
            }
            error.errors += program.errors
            throw error
        }
    }

    /// Has the program killed when the task is cancelled, while this thread is blocked.
    func cancellable<Result>(_ body: () throws(PluginFault) -> Result) async throws(PluginFault) -> Result {
        let result = await withTaskCancellationHandler {
            do throws(PluginFault) { return Swift.Result<Result, PluginFault>.success(try body()) } catch {
                return .failure(error)
            }
        } onCancel: { [cancellation] in
            cancellation.cancel()
        }
        return try result.get()
    }
}
