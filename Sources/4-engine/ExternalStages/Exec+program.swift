internal import Documents
internal import Pipelines
internal import Platform
internal import Programs

extension Exec {
    /// The program with all that it gets.
    func command(
        _ words: [String], in folder: Path, _ surroundings: StageSurroundings, _ context: StageContext
    ) throws(StageError) -> (ProgramCommand, input: [UInt8]) {
        let name = words.first ?? ""
        let root: Path
        do throws(SystemError) {
            // The program works elsewhere.
            root = try Files.resolve(surroundings.root)
        } catch {
            throw StageError(error)
        }
        guard !name.isEmpty, let program = ProgramCommand.find(name, in: Environment.searchPath, folder: root) else {
            let place = root.appending(Path(name)).normalised
            if name.contains("/"), let obstacle = ProgramCommand.obstacle(to: place) {
                throw .failed(
                    .permanent, "program-missing", "`\(Printable.short(name))` could not be run: \(obstacle).")
            }
            throw .failed(
                .permanent, "program-missing",
                "There is no program `\(Printable.short(name))` "
                    + (name.contains("/") ? "in the workspace." : "in \(Environment.searchPath)."))
        }
        for word in words where word.utf8.contains(0) {
            throw .failed(.permanent, "expression", "An argument of `\(Printable.short(name))` has a NUL in it.")
        }
        var limits = ProgramLimits(
            memory: try context.value(options.memory).bytes,
            processorTime: .milliseconds(try context.value(options.processor).milliseconds),
            fileSize: try context.value(options.fileSize).bytes)
        limits.processes = try context.value(options.processes)
        limits.output = Int(clamping: try context.value(options.output).bytes)
        limits.line = limits.output
        var command = ProgramCommand(
            program.normalised, words.dropFirst().map { Path($0) },
            environment: try environment(folder, root, context), folder: folder, limits: limits)
        if try context.value(options.sandbox) {
            let places = { (texts: [String]) in texts.map { root.appending(Path($0)).normalised } }
            command.sandbox = ProgramSandbox(
                readable: (name.contains("/") ? [program.normalised] : []) + places(try context.value(options.reads)),
                writable: [folder] + places(try context.value(options.writes)),
                hasNetwork: try context.value(options.network))
        } else {
            command.sandbox = .off
        }
        return (command, Array((try context.value(options.input) ?? "").utf8))
    }

    private func environment(
        _ folder: Path, _ root: Path, _ context: StageContext
    ) throws(StageError) -> [(name: String, value: Path)] {
        let key = "\(context.run)/\(context.stage)" + (context.item.map { "/\($0)" } ?? "")
        var entries: [(name: String, value: Path)] = [
            ("PATH", Path(Environment.searchPath)), ("HOME", folder), ("TMPDIR", folder),
            ("LANG", Path(Environment.processVariable("LANG") ?? "C.UTF-8")), ("COMPASS_WORKSPACE", root),
            ("COMPASS_RUN", Path(context.run)), ("COMPASS_STAGE", Path(context.stage)), ("COMPASS_KEY", Path(key)),
            ("COMPASS_ATTEMPT", Path("\(context.attempt)")),
        ]
        if case .success(let file)? = context.file {
            entries += [("COMPASS_CONTENT", "/proc/self/fd/3"), ("COMPASS_NAME", file.path.name)]
        }
        for entry in try context.value(options.environment).entries {
            if entry.text.utf8.contains(0) {
                throw .failed(.permanent, "expression", "The variable `\(entry.name)` has a NUL in it.")
            }
            entries.removeAll { $0.name == entry.name }
            entries.append((entry.name, Path(entry.text)))
        }
        return entries
    }
}
