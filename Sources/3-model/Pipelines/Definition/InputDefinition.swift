internal import Diagnostics
internal import Documents
public import Platform

/// A parameter of a pipeline.
public struct InputDefinition: Sendable {
    /// `[a-z][a-z0-9_-]*`
    public let name: String
    /// `optional` when it is neither required nor has a default.
    public let type: ValueType
    /// Whether the type is `document-type`, whose values are the names of document types.
    public let isDocumentType: Bool
    public let isRequired: Bool
    /// May use `document`, `run`, `env` and the inputs before it.
    public let standard: CompiledValue?
    /// nil: every value of the type.
    public let allowed: [Value]?
    public let description: String?
    /// The line of the file that declares it, from 1; nil: it is of no file.
    public let line: Int?

    public init(
        name: String, type: ValueType, isDocumentType: Bool, isRequired: Bool, standard: CompiledValue?,
        allowed: [Value]?, description: String?, line: Int? = nil
    ) {
        self.name = name
        self.type = type
        self.isDocumentType = isDocumentType
        self.isRequired = isRequired
        self.standard = standard
        self.allowed = allowed
        self.description = description
        self.line = line
    }
}

/// An extra value of a pipeline's `env`.
public struct EnvironmentDefinition: Sendable {
    public let name: String
    public let value: CompiledValue

    public init(name: String, value: CompiledValue) {
        self.name = name
        self.value = value
    }
}

extension InputDefinition {
    /// - Throws: `StageError` of kind `invalid-input` when the input may not have that value.
    public func check(_ value: Value) throws(StageError) {
        guard type.accepts(value) else {
            throw .failed(
                .permanent, "invalid-input",
                "Input `\(name)` must be \(type.description), and is \(Printable.short(value.json)).")
        }
        if let allowed, value != .null, !allowed.contains(value) {
            let list = allowed.map(\.text).joined(separator: ", ")
            throw .failed(
                .permanent, "invalid-input", "Input `\(name)` is \(Printable.short(value.json)); allowed are \(list).")
        }
        guard isDocumentType else { return }
        for element in value.list ?? [value] {
            guard let text = element.string, DocumentType(rawValue: text) == nil else { continue }
            let list = DocumentType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .failed(
                .permanent, "invalid-input",
                "Input `\(name)` \(value.list == nil ? "is" : "has") \(Printable.short(element.json)); document types are \(list)."
            )
        }
    }
}

/// Why inputs that were given as text do not fit a pipeline.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What, why and what to do, as sentences.
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}

extension InputDefinition {
    /// The value that is given as text.
    ///
    /// - Parameter texts: what was given, in order, at least one. Only a list takes several; each may be one element,
    ///   several separated by commas, with blanks around these or without, or a JSON list.
    /// - Throws: `InputError` when the text is not of the input's type or not allowed.
    public func value(fromText texts: [String]) throws(InputError) -> Value {
        let value: Value
        if case .list(let element) = type.nonNull {
            var values: [Value] = []
            for text in texts { values += try list(text, of: element) }
            value = .list(values)
        } else {
            guard let text = texts.last, texts.count == 1 else {
                throw InputError(
                    "Input `\(name)` is given \(texts.count) times; only a list may be given more than once.")
            }
            value = try single(text, as: type.nonNull)
        }
        do throws(StageError) {
            try check(value)
        } catch {
            throw InputError(error.message)
        }
        return value
    }

    private func list(_ text: String, of element: ValueType) throws(InputError) -> [Value] {
        if text.isEmpty { return [] }
        if text.utf8.first == UInt8(ascii: "[") {
            guard case .list(let values)? = try? Value(json: text) else {
                throw InputError("Input `\(name)` starts like a JSON list and is none: \(Printable.short(text)).")
            }
            var result: [Value] = []
            for value in values {
                // Sizes and durations are texts in JSON, too.
                if case .string(let text) = value {
                    result.append(try single(text, as: element))
                } else {
                    result.append(value)
                }
            }
            return result
        }
        var result: [Value] = []
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        // Who writes a blank behind a comma means none of it; an element that has one at its end stands in a JSON list.
        for part in parts.count > 1 ? parts.map(\.trimmed) : parts { result.append(try single(part, as: element)) }
        return result
    }

    private func single(_ text: String, as type: ValueType) throws(InputError) -> Value {
        switch type {
        case .integer:
            if let integer = Int64(text) { return .integer(integer) }
        case .number:
            if let integer = Int64(text) { return .integer(integer) }
            if let number = Double(text), number.isFinite { return .number(number) }
        case .boolean:
            if text == "true" { return true }
            if text == "false" { return false }
        case .size:
            do { return .integer(try ByteSize(text).bytes) } catch { throw invalid(error) }
        case .duration:
            do { return .integer(try TimeSpan(text).milliseconds) } catch { throw invalid(error) }
        default: return .string(text)
        }
        let wanted = type == .boolean ? "`true` or `false`" : "a \(type == .integer ? "whole number" : "number")"
        throw InputError("Input `\(name)` must be \(wanted), and is `\(Printable.short(text))`.")
    }

    private func invalid(_ error: LiteralError) -> InputError {
        InputError("Input `\(name)`: \(error.message)\(error.hint.map { "; \($0)" } ?? "").")
    }
}

extension Pipeline {
    /// The inputs that are given as `NAME=VALUE`, in order; a list's name may come more than once.
    ///
    /// - Throws: `InputError` for a name that the pipeline does not have, a value that does not fit, and a text without `=`.
    public func inputs(fromArguments arguments: [String]) throws(InputError) -> Record {
        var texts: [(name: String, values: [String])] = []
        var places: [String: Int] = [:]
        for argument in arguments {
            guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
                throw InputError("`\(Printable.short(argument))` is no input; write NAME=VALUE.")
            }
            let (name, value) = (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
            if let index = places[name] {
                texts[index].values.append(value)
            } else {
                places[name] = texts.count
                texts.append((name, [value]))
            }
        }
        var record: Record = [:]
        for (name, values) in texts {
            guard let input = inputs.first(where: { $0.name == name }) else {
                let names = inputs.map(\.name)
                let known = names.isEmpty ? "it has none." : "it has \(names.joined(separator: ", "))."
                throw InputError(
                    "Pipeline `\(self.name)` has no input `\(Printable.short(name))`; "
                        + (Spelling.hint(for: name, in: names) ?? known))
            }
            record[name] = try input.value(fromText: values)
        }
        return record
    }
}
