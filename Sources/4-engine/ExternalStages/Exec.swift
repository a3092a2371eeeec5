internal import Documents
internal import Glibc
public import Pipelines
public import Platform
internal import Programs

/// Runs a program.
public struct Exec: EffectStage {
    public static let spec = StageSpec(
        name: "exec",
        summary: "Runs a program, for what has no stage and no plugin yet.",
        discussion: """
            No shell is involved: `command` is a list, and an input in it is one argument, whatever it says. The program works in \
            a temporary folder of its own, which is removed with the end of the stage, in a sandbox, with limits, and is killed with \
            all that came of it when the stage's `timeout` has passed.

            It finds the document at the path in `COMPASS_CONTENT`, which is also open as descriptor 3, and the document's name in \
            `COMPASS_NAME`; `COMPASS_WORKSPACE` is the workspace's folder, `COMPASS_RUN`, `COMPASS_STAGE` and `COMPASS_ATTEMPT` \
            say for what it is run. Options that come from the document, such as its name, may begin with a dash: put `--` before them.

            As long as it has neither `network` nor `writes`, nothing of it is left, and nothing has to be undone. Otherwise what it does \
            may be done twice, if Compass was killed before it noted that it was done: the attempts have \
            the same `COMPASS_KEY`. Give it an `undo:` if it can be undone; what must never be repeated is a plugin with `effect: irreversible`. \
            A program that is used in more than one place is better written as a plugin, which has options, facts and tests of its own.
            """,
        outputs: [
            Fact("status", .integer, "With what it ended."),
            Fact(
                "output", .string,
                "Its standard output without the last line break; what is no UTF-8 is replaced, secrets are hidden."),
        ],
        effect: .idempotent,
        examples: [
            StageExample(
                "What a program says of the document is an output.",
                yaml: "uses: exec\nwith: { command: [wc, -c, --, /proc/self/fd/3] }",
                result: .outputs(["status": 0, "output": "9 /proc/self/fd/3"])),
            StageExample(
                "A status that refuses the document.",
                yaml: """
                    uses: exec
                    with:
                      command: [grep, -q, --, Transcript, /proc/self/fd/3]
                      reject-on: [1]
                    """,
                result: .rejected("`grep` refuses the document with status 1.")),
            StageExample(
                "A program that is not there.",
                yaml: "uses: exec\nwith: { command: [no-such-program] }",
                result: .failed(.permanent)),
        ])

    let options: Options

    public init(options: Options) {
        self.options = options
    }

    /// In the sandbox, without the network and without a place to write to, nothing is left of it.
    public var hasLastingEffect: Bool {
        options.sandbox.constant != true || options.network.constant != false
            || options.writes.constant?.isEmpty != true
    }

    public func intent(_ context: StageContext) throws -> Record { [:] }

    public func preview(_ intent: Record, _ context: StageContext) async throws -> EffectPreview {
        let command = try context.shown(options.command).map { Printable.short($0) }.joined(separator: " ")
        return EffectPreview(
            effects: [PlannedEffect(.perform, target: context.stage, text: "run `\(command)`")], outputs: [:])
    }

    public func perform(_ intent: Record, _ context: StageContext) async throws -> Record {
        let surroundings = try context.resources.require(StageSurroundings.self)
        let folder = try context.resources.require(ProgramScratch.self).folder()
        let words = try context.value(options.command)
        let (command, input) = try command(words, in: folder.path, surroundings, context)
        if surroundings.isRehearsal, hasLastingEffect {
            throw StageSurroundings.refused("runs a program that may do what lasts", context)
        }
        var secrets = SecretTexts()
        secrets.add(options.environment, context)
        secrets.add(options.input, context)
        let result: ProgramResult
        do {
            let content = try context.file?.get().descriptor
            result = try await ProgramResult.of(command, input: input, content: content)
        } catch let error as ProgramError {
            throw secrets.masked(Self.failure(error, of: words[0], command))
        }
        // Until here it may write to it.
        withExtendedLifetime(folder) {}
        return try secrets.masked(outputs(of: result, words[0], command, secrets, context))
    }
}

extension Exec {
    private func outputs(
        of result: ProgramResult, _ name: String, _ command: ProgramCommand, _ secrets: SecretTexts,
        _ context: StageContext
    ) throws(StageError) -> Record {
        let program = "`\(Printable.short(name))`"
        let said =
            result.complaints.last
            ?? result.text.split(whereSeparator: \.isNewline).last.map { Printable.text(String($0)) }
        guard let status = result.status else {
            throw secrets.masked(
                .failed(.other, "program-killed", "\(program) \(Self.ending(result.cause))." + Self.end(result)))
        }
        if try context.value(options.rejectOn).contains(Int64(status)) {
            throw secrets.masked(.rejected("refused", said ?? "\(program) refuses the document with status \(status)."))
        }
        guard try context.value(options.successOn).contains(Int64(status)) else {
            // So ends `env`, which looks for a program whose name has the carriage return in it.
            if status == 127, ProgramCommand.hasCarriageReturn(command.program),
                let obstacle = ProgramCommand.obstacle(to: command.program)
            {
                throw .failed(.permanent, "program-missing", "\(program) could not be run: \(obstacle).")
            }
            throw secrets.masked(
                .failed(.other, "program-failed", "\(program) ended with status \(status)." + Self.end(result)))
        }
        return ["status": .integer(Int64(status)), "output": .string(result.text)]
    }

    private static func ending(_ cause: GuardedProcess.End.Cause) -> String {
        switch cause {
        case .tooManyProcesses: "was ended, since it had more processes than `processes` allows"
        case .signal(SIGXCPU): "was ended, since it used up its processor time"
        case .signal(SIGXFSZ): "was ended, since it wrote a larger file than `file-size` allows"
        case .signal(let signal): "was ended by \(ProgramSignal.name(signal))"
        case .exit, .killed, .failed: "was ended"
        }
    }

    private static func end(_ result: ProgramResult) -> String {
        let lines = result.complaints.suffix(3).joined(separator: " | ")
        return lines.isEmpty ? "" : " Its standard error ends with: \(lines)"
    }

    private static func failure(_ error: ProgramError, of name: String, _ command: ProgramCommand) -> StageError {
        let program = "`\(Printable.short(name))`"
        return switch error {
        case .start(let error) where [ENOEXEC, EACCES, EPERM, ENOENT].contains(error.code):
            .failed(
                .permanent, "program-missing",
                "\(program) could not be run: "
                    + (ProgramCommand.obstacle(to: command.program, code: error.code, in: command.sandbox) ?? "\(error)")
                    + ".")
        case .start, .exchange: .failed(.storage, "program-system", "\(program) could not be run: \(error).")
        case .timeout, .tooMuchOutput, .lineTooLong:
            .failed(
                .permanent, "program-output", "\(program) failed: \(error). Raise `output` if it needs to say so much.")
        }
    }
}
