internal import Documents
internal import Glibc
internal import Pipelines
internal import Platform
internal import Programs

/// How a plugin broke the protocol, or could not be asked. The fault of its author or of the machine, never of the document.
struct PluginFault: Error, Sendable {
    enum Cause: Sendable {
        case program(ProgramError)
        case scratch(SystemError)
        /// With the end of a sentence that says why, where its file shows it.
        case notStarted(SystemError, String?)
        case timeout(TimeSpan)
        case notUTF8([UInt8])
        case notJSON(String, JSONError)
        case notAnObject(String)
        case badLine(String, String)
        case partialLine
        case otherRequest(String)
        case afterAnswer
        case noAnswer
        case status(Int32, answered: Bool)
        case signal(Int32, answered: Bool)
        case processorTime
        case tooManyProcesses(Int64)
        case leftBehind(Int)
        case missing([String])
        case undeclared(String)
        case wrongType(String, ValueType, Value)
        case notExpected(String)
    }

    let cause: Cause
    /// What it wrote to its standard error last.
    var errors = ""

    init(_ cause: Cause) {
        self.cause = cause
    }

    /// Whether the process ended, and had given no answer.
    var isSilentEnd: Bool {
        switch cause {
        case .noAnswer, .status(_, answered: false), .signal(_, answered: false), .processorTime: true
        default: false
        }
    }

    /// A stable word.
    var kind: String {
        switch cause {
        case .program(.tooMuchOutput): "plugin-output"
        case .program(.lineTooLong): "plugin-line"
        case .program, .scratch: "plugin-system"
        case .notStarted: "plugin-start"
        case .timeout: "plugin-timeout"
        case .notUTF8: "plugin-not-utf8"
        case .notJSON, .notAnObject: "plugin-not-json"
        case .badLine, .notExpected: "plugin-protocol"
        case .partialLine: "plugin-partial-line"
        case .otherRequest: "plugin-other-request"
        case .afterAnswer: "plugin-after-answer"
        case .noAnswer: "plugin-no-answer"
        case .status: "plugin-exit"
        case .signal: "plugin-signal"
        case .processorTime: "plugin-processor-time"
        case .tooManyProcesses: "plugin-processes"
        case .leftBehind: "plugin-left-behind"
        case .missing, .undeclared, .wrongType: "plugin-outputs"
        }
    }

    var errorClass: ErrorClass {
        switch cause {
        case .timeout, .program(.timeout): .timeout
        case .scratch, .program(.start), .program(.exchange): .storage
        case .notStarted: .permanent
        default: .other
        }
    }

    private var sentence: String {
        switch cause {
        case .program(let error): "\(error)"
        case .scratch(let error): "its temporary folder could not be made: \(error)"
        case .notStarted(let error, let obstacle): obstacle.map { "it could not be started: \($0)" } ?? "\(error)"
        case .timeout(let limit): "it gave no answer within \(limit)"
        case .notUTF8(let bytes): "it wrote a line that is not UTF-8: \(Self.shown(Printable.text(bytes)))"
        case .notJSON(let text, let error): "it wrote a line that is \(error): \(Self.shown(text))"
        case .notAnObject(let text): "it wrote a line that is no JSON object: \(Self.shown(text))"
        case .badLine(let reason, let text): "it wrote a line that means nothing, as \(reason): \(Self.shown(text))"
        case .partialLine: "its last line has no line break at its end, so that it may be only a part"
        case .otherRequest(let text): "it answered another request: \(Self.shown(text))"
        case .afterAnswer: "it wrote more lines after its answer"
        case .noAnswer: "it ended without an answer"
        case .status(let status, let answered):
            "it ended with status \(status)\(answered ? " after its answer" : " and without an answer")"
        case .signal(let signal, let answered):
            "it was ended by \(ProgramSignal.name(signal))\(answered ? " after its answer" : "")"
        case .processorTime: "it used more processor time than its manifest allows"
        case .tooManyProcesses(let limit): "it wanted more than \(limit) processes at a time"
        case .leftBehind(let count):
            "it ended and left \(count == 1 ? "a process" : "\(count) processes") behind, which was ended"
        case .missing(let names):
            "it did not give \(names.map { "`\($0)`" }.joined(separator: ", ")), as its manifest promises"
        case .undeclared(let name): "it gave `\(Printable.short(name))`, which its manifest does not declare"
        case .wrongType(let name, let type, let value):
            "it gave \(Self.shown(value.json)) as `\(name)`, which is \(type) by its manifest"
        case .notExpected(let what): "it answered with \(what), which does not answer this request"
        }
    }

    /// - Parameter plugin: its name.
    func error(of plugin: String, action: PluginAction) -> StageError {
        let what = action == .run ? "" : " when it was asked to \(action.rawValue)"
        var message = "The plugin `\(plugin)` failed\(what): \(sentence)."
        let lines = errors.split(whereSeparator: \.isNewline).suffix(5).map { Printable.text(String($0)) }
        if !lines.isEmpty { message += " Its standard error ends with: \(lines.joined(separator: " | "))" }
        return .failed(errorClass, kind, message)
    }

    private static func shown(_ text: String) -> String { Printable.short(text) }
}
