internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Programs

/// A program that reads a document for a stage, such as ffprobe: under a guard, in a sandbox in which it can read the
/// document alone and write to its temporary folder alone, without a network, with limits.
struct MediaProgram {
    /// Where the program finds the document: the descriptor that the stages of the run read from, opened anew, so that it is
    /// that file whatever it is called and wherever it lies now.
    static let content = "/proc/self/fd/3"

    static let missingKind = "program-missing"

    /// What it wrote, and how it ended.
    struct Result: Sendable {
        /// Lines of its standard output, as bytes; those that `onLine` took are left out.
        var lines: [[UInt8]] = []
        /// Its standard error, the last part.
        let errors: String
        /// With which it ended; nil: a signal ended it.
        let status: Int32?

        var text: String { lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }
        /// Lines of its standard error that say something, safe to be shown.
        var complaints: [String] {
            errors.split(whereSeparator: \.isNewline).map { Printable.text(String($0)) }.filter { !$0.isEmpty }
        }
    }

    /// As it is found in `PATH`: "ffprobe".
    let name: String
    /// The Debian package that has it.
    let package: String
    var limits = ProgramLimits(memory: 2 << 30, processorTime: .seconds(120))

    /// Runs it to its end. Blocks. Killed with all that came of it when the stage's task is cancelled.
    ///
    /// - Parameters:
    ///   - content: what it finds at `MediaProgram.content`; nil: none.
    ///   - folder: its working and temporary folder.
    ///   - onLine: takes a line of its standard output as it comes; false: the line is kept.
    /// - Throws: `StageError`: `program-missing` of class `permanent`, others of the program's fault or of the machine;
    ///   `CancellationError`.
    func run(
        _ arguments: [String], on content: SourceFile?, in folder: ScratchFolder,
        onLine: (ArraySlice<UInt8>) -> Bool = { _ in false }
    ) async throws -> Result {
        guard let program = ProgramCommand.find(name, in: Environment.searchPath) else {
            throw StageError.failed(
                .permanent, Self.missingKind,
                "There is no program `\(name)` in \(Environment.searchPath). Install the package `\(package)`.")
        }
        var command = ProgramCommand(
            program, arguments.map { Path($0) },
            environment: [
                ("PATH", Path(Environment.searchPath)), ("HOME", folder.path), ("TMPDIR", folder.path),
                ("LANG", "C.UTF-8"),
            ],
            folder: folder.path, limits: limits)
        command.sandbox = ProgramSandbox(writable: [folder.path])
        let cancellation = ProgramCancellation()
        let outcome = await withTaskCancellationHandler {
            do throws(ProgramError) {
                return Swift.Result<Result, ProgramError>.success(
                    try toTheEnd(command, content, cancellation, onLine))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            cancellation.cancel()
        }
        try Task.checkCancellation()
        switch outcome {
        case .success(let result): return result
        case .failure(let error): throw failure(error)
        }
    }

    private func toTheEnd(
        _ command: ProgramCommand, _ content: SourceFile?, _ cancellation: ProgramCancellation,
        _ onLine: (ArraySlice<UInt8>) -> Bool
    ) throws(ProgramError) -> Result {
        let program = try RunningProgram(command, content: content?.descriptor)
        cancellation.watch(program)
        defer { cancellation.watch(nil) }
        program.finishInput()
        var lines: [[UInt8]] = []
        let end: GuardedProcess.End
        do throws(ProgramError) {
            while let (line, _) = try program.line(until: nil) {
                if !onLine(line[...]) { lines.append(line) }
            }
            end = try program.end(until: nil)
        } catch {
            _ = try program.killAndWait()
            throw error
        }
        switch end.cause {
        case .failed(let error): throw .start(error)
        case .exit(let status): return Result(lines: lines, errors: program.errors, status: status)
        case .signal, .killed, .tooManyProcesses: return Result(lines: lines, errors: program.errors, status: nil)
        }
    }

    private func failure(_ error: ProgramError) -> StageError {
        switch error {
        case .start, .exchange: .failed(.storage, "program-system", "`\(name)` could not be used: \(error).")
        case .timeout, .tooMuchOutput, .lineTooLong: .failed(.other, "program-output", "`\(name)` failed: \(error).")
        }
    }
}

extension MediaProgram {
    /// What an end that the document cannot be blamed for means.
    func failure(_ result: Result) -> StageError {
        let end = result.status.map { "ended with status \($0)" } ?? "was ended by a signal"
        let said = result.complaints.suffix(3).joined(separator: " | ")
        return .failed(
            .other, "program-failed",
            "`\(name)` \(end)\(said.isEmpty ? "." : ". Its standard error ends with: \(said)")")
    }
}
