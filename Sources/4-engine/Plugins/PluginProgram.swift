internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Programs

/// How a plugin's program is started.
struct PluginProgram: Sendable {
    let plugin: Plugin

    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - folder: where it works, and what it may write to.
    ///   - readable: what it may read beside its own.
    func command(
        _ words: [String], in folder: Path, readable: [Path] = [], processorTime: TimeSpan?
    ) throws(PluginFault) -> ProgramCommand {
        let name = words.first ?? ""
        guard let program = ProgramCommand.find(name, in: Environment.searchPath, folder: plugin.folder) else {
            throw PluginFault(.notStarted(SystemError("find", on: name, code: ENOENT), nil))
        }
        var command = ProgramCommand(
            program.normalised, words.dropFirst().map(argument), environment: environment(folder), folder: folder)
        command.limits = limits(processorTime)
        command.sandbox = sandbox(readable: readable, writable: [folder])
        return command
    }

    private func sandbox(readable: [Path] = [], writable: [Path] = []) -> ProgramSandbox {
        let rights = plugin.manifest.rights
        if !rights.isSandboxed { return .off }
        return ProgramSandbox(
            readable: [plugin.folder] + readable + rights.reads.map(place),
            writable: writable + rights.writes.map(place), hasNetwork: rights.network)
    }

    /// Why it could not be executed, as the end of a sentence; nil: its file does not show it.
    func obstacle(_ error: SystemError) -> String? {
        error.subject.flatMap { ProgramCommand.obstacle(to: Path($0), code: error.code, in: sandbox()) }
    }

    private func argument(_ word: String) -> Path {
        word.hasPrefix("./") || word.hasPrefix("../") ? plugin.folder.appending(Path(word)).normalised : Path(word)
    }

    private func place(_ text: String) -> Path { plugin.home.appending(Path(text)) }

    private func environment(_ folder: Path) -> [(name: String, value: Path)] {
        var entries: [(name: String, value: Path)] = [
            ("PATH", Path(Environment.searchPath)), ("HOME", folder), ("TMPDIR", folder),
            ("COMPASS_PLUGIN", plugin.folder),
            ("LANG", Path(Environment.processVariable("LANG") ?? "C.UTF-8")),
        ]
        for name in ["TZ"] + plugin.manifest.rights.environment {
            guard let value = Environment.processVariable(name) else { continue }
            entries.removeAll { $0.name == name }
            entries.append((name, Path(value)))
        }
        return entries
    }

    private func limits(_ processorTime: TimeSpan?) -> ProgramLimits {
        let given = plugin.manifest.limits
        var limits = ProgramLimits(
            memory: given.memory, processorTime: processorTime.map { .milliseconds($0.milliseconds) },
            fileSize: given.fileSize)
        limits.output = Int(clamping: given.output)
        limits.line = min(limits.output, 4 << 20)
        limits.processes = given.processes
        limits.openFiles = given.openFiles
        return limits
    }
}
