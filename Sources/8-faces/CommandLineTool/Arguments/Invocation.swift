internal import Diagnostics
internal import Platform

/// A command line that was understood.
struct Invocation: Sendable {
    /// From the program down: ["compass", "documents", "list"].
    let path: [String]
    let command: Command
    private var values: [String: [any Sendable]] = [:]

    init(path: [String], command: Command) {
        self.path = path
        self.command = command
    }

    mutating func add(_ value: any Sendable, to option: OptionSpec) {
        values["--" + option.name, default: []].append(value)
    }

    mutating func add(_ value: any Sendable, to positional: PositionalSpec) {
        values[positional.name, default: []].append(value)
    }

    /// The value of an option, or its default.
    subscript<Value>(option: CommandOption<Value>) -> Value {
        option.read(values["--" + option.spec.name] ?? [])
    }

    /// The value of a positional. The command must have declared it: the parser has then made sure that it is there.
    subscript<Value>(positional: Positional<Value>) -> Value {
        guard let value = positional.read(values[positional.spec.name] ?? []) else {
            preconditionFailure("\(path.joined(separator: " ")) reads \(positional.spec.name) without declaring it")
        }
        return value
    }
}

/// Why a text does not do as the value of an option or argument; completes a sentence: "must be a whole number".
package struct ArgumentError: Error, Hashable, Sendable {
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}

extension ArgumentError {
    /// The text is none of the words; names the nearest when one is near.
    static func noChoice(_ argument: Path, of words: [String]) -> ArgumentError {
        let hint = Spelling.hint(for: argument.text, in: words).map { " (\($0))" } ?? ""
        return ArgumentError("must be one of " + words.joined(separator: ", ") + hint)
    }
}
