public import Platform

/// What a program that is run once has written, and how it ended.
public struct ProgramResult: Sendable {
    /// The lines of its standard output that nobody took, as bytes, without their line breaks.
    public let lines: [[UInt8]]
    /// Its standard error, the last part.
    public let errors: String
    /// How it ended; never `failed`.
    public let cause: GuardedProcess.End.Cause

    /// With which it ended; nil: something else ended it.
    public var status: Int32? { if case .exit(let status) = cause { status } else { nil } }

    /// Its standard output, with what is no UTF-8 replaced.
    public var text: String { lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n") }
    /// Lines of its standard error that say something, safe to be shown.
    public var complaints: [String] {
        errors.split(whereSeparator: \.isNewline).map { Printable.text(String($0)) }.filter { !$0.isEmpty }
    }

    /// Runs a program to its end. Blocks. Killed with all that came of it when the task is cancelled.
    ///
    /// - Parameters:
    ///   - input: its standard input.
    ///   - content: see `RunningProgram.init`.
    ///   - onLine: takes a line of its standard output as it comes; false: the line is kept.
    /// - Throws: `ProgramError`; `CancellationError`.
    public static func of(
        _ command: ProgramCommand, input: [UInt8] = [], content: FileDescriptor? = nil,
        onLine: (ArraySlice<UInt8>) -> Bool = { _ in false }
    ) async throws -> ProgramResult {
        let cancellation = ProgramCancellation()
        let outcome = await withTaskCancellationHandler {
            do throws(ProgramError) {
                return Result<ProgramResult, ProgramError>.success(
                    try toTheEnd(command, input, content, cancellation, onLine))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            cancellation.cancel()
        }
        try Task.checkCancellation()
        return try outcome.get()
    }

    private static func toTheEnd(
        _ command: ProgramCommand, _ input: [UInt8], _ content: FileDescriptor?, _ cancellation: ProgramCancellation,
        _ onLine: (ArraySlice<UInt8>) -> Bool
    ) throws(ProgramError) -> ProgramResult {
        let program = try RunningProgram(command, content: content)
        cancellation.watch(program)
        defer { cancellation.watch(nil) }
        program.send(input)
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
        if case .failed(let error) = end.cause { throw .start(error) }
        return ProgramResult(lines: lines, errors: program.errors, cause: end.cause)
    }
}
