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
