internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Programs
internal import Synchronization

/// The processes of a persistent plugin: as many as work at a time. They are killed with this value.
final class PluginWorkers: Sendable {
    /// So long a process waits for the next request before it is ended, when another one is given back.
    private static let idleTime = Duration.seconds(300)

    private let plugin: Plugin
    private let scratch: ProgramScratch
    private let idle = Mutex<[PluginWorker]>([])
    /// As many as the manifest allows.
    let seats: PluginSeats

    init(_ plugin: Plugin, scratch: ProgramScratch) {
        self.plugin = plugin
        self.scratch = scratch
        seats = PluginSeats(plugin.manifest.commands.workers)
    }

    /// Asks one of them. One that has answered before and now ends without an answer may have ended for what it did last time:
    /// then a new one is asked, unless that could do twice what must be done once.
    func answer(_ exchange: PluginExchange, content: SourceFile?) throws(PluginFault) -> PluginAnswer {
        let worker = try take()
        do throws(PluginFault) {
            return try answer(exchange, content: content, by: worker)
        } catch {
            guard worker.isUsed, error.isSilentEnd, plugin.manifest.effect != .irreversible else { throw error }
        }
        return try answer(exchange, content: content, by: PluginWorker(plugin, scratch: scratch))
    }

    private func answer(
        _ exchange: PluginExchange, content: SourceFile?, by worker: PluginWorker
    ) throws(PluginFault) -> PluginAnswer {
        let answer = try worker.answer(exchange, content: content)
        worker.lastUse = .now
        let old = idle.withLock { idle in
            idle.append(worker)
            let limit = ContinuousClock.now - Self.idleTime
            let old = idle.filter { $0.lastUse < limit }
            idle.removeAll { $0.lastUse < limit }
            return old
        }
        // They are ended here, outside the lock.
        _ = old
        return answer
    }

    private func take() throws(PluginFault) -> PluginWorker {
        while let worker = idle.withLock({ $0.popLast() }) {
            // One that has died, or said something unasked, is of no use.
            if worker.isReady { return worker }
        }
        return try PluginWorker(plugin, scratch: scratch)
    }
}

/// A process that takes one request after another.
///
/// `@unchecked Sendable`: it belongs to one caller at a time.
final class PluginWorker: @unchecked Sendable {
    var lastUse = ContinuousClock.now
    private let plugin: Plugin
    private let program: RunningProgram
    private let folder: ScratchFolder
    /// What it may read and not write: where the documents are put for it.
    private let documents: ScratchFolder
    private var count = 0

    init(_ plugin: Plugin, scratch: ProgramScratch) throws(PluginFault) {
        self.plugin = plugin
        do throws(SystemError) {
            (folder, documents) = (try scratch.folder(), try scratch.folder())
        } catch {
            throw PluginFault(.scratch(error))
        }
        let command = try PluginProgram(plugin: plugin).command(
            plugin.manifest.commands.run, in: folder.path, readable: [documents.path],
            processorTime: plugin.manifest.limits.processor)
        program = try Self.start(command, content: nil)
    }

    var isReady: Bool { program.isQuiet }
    /// Whether it was asked more than once.
    var isUsed: Bool { count > 1 }

    /// At every fault the process is ended.
    func answer(_ exchange: PluginExchange, content: SourceFile?) throws(PluginFault) -> PluginAnswer {
        count += 1
        let path = try content.map { (file) throws(PluginFault) in try place(file) }
        defer { if let path { _ = try? Files.remove(path) } }
        return try exchange.withCancellation(of: program) { () throws(PluginFault) in
            program.send(
                exchange.request.line(
                    content: content.flatMap { file in path.map { ($0, file) } }, descriptor: nil,
                    deadline: Timestamp.now().advanced(by: exchange.deadline - .now)))
            do throws(PluginFault) {
                return try exchange.answer(from: program, needsID: true)
            } catch {
                guard case .noAnswer = error.cause else { throw error }
                let end = try Self.end(of: program, until: exchange.deadline, limit: exchange.limit)
                try Self.check(end, plugin: plugin, answered: false)
                throw error
            }
        }
    }

    private func place(_ file: SourceFile) throws(PluginFault) -> Path {
        do throws(SystemError) {
            return try PluginDocument.place(file, in: documents, as: "\(count)")
        } catch {
            throw PluginFault(.scratch(error))
        }
    }

    static func start(_ command: ProgramCommand, content: FileDescriptor?) throws(PluginFault) -> RunningProgram {
        do throws(ProgramError) {
            return try RunningProgram(command, content: content)
        } catch {
            throw PluginFault(.program(error))
        }
    }

    static func end(
        of program: RunningProgram, until deadline: ContinuousClock.Instant, limit: TimeSpan
    ) throws(PluginFault) -> GuardedProcess.End {
        do throws(ProgramError) {
            return try program.end(until: deadline)
        } catch {
            throw error == .timeout ? PluginFault(.timeout(limit)) : PluginFault(.program(error))
        }
    }

    /// What is wrong with an end whatever was answered before.
    static func check(
        _ end: GuardedProcess.End, plugin: Plugin, answered: Bool, errors: String = ""
    ) throws(PluginFault) {
        let cause: PluginFault.Cause? =
            switch end.cause {
            case .failed(let error): .notStarted(error, PluginProgram(plugin: plugin).obstacle(error))
            case .tooManyProcesses: .tooManyProcesses(plugin.manifest.limits.processes)
            case .signal(SIGXCPU): .processorTime
            case .signal(let signal): .signal(signal, answered: answered)
            case .exit where end.leftBehind > 0: .leftBehind(end.leftBehind)
            case .exit(let status) where status != 0 && !answered: .status(status, answered: false)
            case .exit, .killed: nil
            }
        guard let cause else { return }
        var fault = PluginFault(cause)
        fault.errors = errors
        throw fault
    }
}
