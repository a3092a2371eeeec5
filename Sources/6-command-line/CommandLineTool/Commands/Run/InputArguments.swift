internal import Diagnostics
internal import Pipelines
internal import Platform

/// The values that `-i NAME=VALUE` gives.
enum InputArguments {
    /// - Throws: `UsageError` for a text without `=`, an unknown input, or a value of the wrong type.
    static func values(of arguments: [String], for pipeline: Pipeline) throws -> Record {
        var texts: [(name: String, texts: [String])] = []
        for argument in arguments {
            guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
                throw UsageError("`-i \(argument)` is not of the form NAME=VALUE")
            }
            let (name, text) = (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
            if let index = texts.firstIndex(where: { $0.name == name }) {
                texts[index].texts.append(text)
            } else {
                texts.append((name, [text]))
            }
        }
        var values: Record = [:]
        for (name, texts) in texts {
            guard let input = pipeline.inputs.first(where: { $0.name == name }) else {
                let names = pipeline.inputs.map(\.name)
                let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
                throw UsageError(
                    "pipeline `\(pipeline.name)` has no input `\(name)`; "
                        + (Spelling.hint(for: name, in: names) ?? known))
            }
            do {
                let value = try input.value(fromText: texts)
                try input.check(value)
                values[name] = value
            } catch {
                throw UsageError("\(error)")
            }
        }
        for input in pipeline.inputs where input.isRequired && input.standard == nil && values[input.name] == nil {
            throw UsageError(
                "pipeline `\(pipeline.name)` needs the input `\(input.name)`: give it with -i \(input.name)=…")
        }
        return values
    }
}
