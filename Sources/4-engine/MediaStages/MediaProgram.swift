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

    typealias Result = ProgramResult

    /// As it is found in `PATH`: "ffprobe".
    let name: String
    /// The Debian package that has it.
    let package: String
    var limits = ProgramLimits(memory: 2 << 30, processorTime: .seconds(120))

    /// For the description of a stage that starts it.
    var required: RequiredProgram { RequiredProgram(name, package: package) }

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
        command.sandbox.changesModes = false
        do {
            return try await ProgramResult.of(command, content: content?.descriptor, onLine: onLine)
        } catch let error as ProgramError {
            throw failure(error)
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
