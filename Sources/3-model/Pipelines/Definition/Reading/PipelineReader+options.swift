internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    /// A value for every option of a stage's type, as far as there is one.
    mutating func bindOptions(of type: StageType, _ stage: PlannedStage, in scope: Scope) -> [String: CompiledValue] {
        let with = stage.node["with"]
        let options = type.options
        if let with, with.isFaulty { return [:] }
        if let with, with.fields == nil, with.constant != .null {
            check.report(
                "wrong-type", "`with` must be a mapping, and is \(with.summary)", at: with,
                hint: (options.first { $0.standard == .required } ?? options.first).map {
                    "write `with: { \($0.name): … }`"
                })
            return [:]
        }
        for (key, _) in with?.fields ?? [] where !check.issues.isFull { reportUnknown(key, of: type) }
        var settings: [String: CompiledValue] = [:]
        for option in options {
            if let node = with?[option.name] {
                settings[option.name] = option.compile(node, in: scope, &check.issues)
                if option.rules.namesSchools { checkSchools(settings[option.name], node) }
                if option.name == "channel", type.spec.effect == .outbox { checkChannel(settings[option.name], node) }
                continue
            }
            switch option.standard {
            case .required:
                check.report(
                    "missing-option", "stage `\(stage.id)` needs the option `\(option.name)`", at: stage.span,
                    hint: "add `with: { \(option.name): … }`")
            case .value(let value): settings[option.name] = .fixed(value)
            case .expression(let text): settings[option.name] = standard(text, option, stage, in: scope)
            }
        }
        if let with { checkBounds(settings, options, with) }
        return settings
    }

    /// `min` over `max`, where both are fixed: nothing would pass.
    private mutating func checkBounds(
        _ settings: [String: CompiledValue], _ options: [OptionDescription], _ with: YAMLNode
    ) {
        guard let least = settings["min"]?.constant?.number, let most = settings["max"]?.constant?.number, least > most
        else { return }
        let type = options.first { $0.name == "max" }?.type ?? .any
        let shown = settings["max"]?.constant?.written(as: type).text ?? ""
        check.issues.report(
            .warning(
                "contradiction", "`min` is more than `max`, which is \(shown): nothing passes",
                at: (with["min"] ?? with["max"] ?? with).headSpan, hint: "swap them"))
    }

    /// A default that is an expression means something only where its names exist.
    private mutating func standard(
        _ text: String, _ option: OptionDescription, _ stage: PlannedStage, in scope: Scope
    ) -> CompiledValue? {
        if let value = CompiledValue(expression: text, type: option.type, in: scope) { return value }
        let input = text.hasPrefix("inputs.") ? String(text.dropFirst("inputs.".count)) : nil
        let remedy = "give `with: { \(option.name): … }`"
        if let input, let declared = self.input(input) {
            check.report(
                "missing-input",
                "stage `\(stage.id)` needs `\(text)` as \(option.type), and the input is \(declared.type)",
                at: stage.span,
                hint: declared.type.mayBeNull ? "make the input required or give it a default, or \(remedy)" : remedy)
            return nil
        }
        check.report(
            "missing-input", "stage `\(stage.id)` needs `\(text)`", at: stage.span,
            hint: input.map { "declare the input `\($0)` or \(remedy)" } ?? remedy)
        return nil
    }

    private mutating func reportUnknown(_ key: YAMLNode, of type: StageType) {
        let names = type.options.map(\.name)
        guard let name = key.text, !names.contains(name) else { return }
        let known = type.options.map { "\($0.name) (\($0.type))" }.joined(separator: ", ")
        check.report(
            "unknown-option", "stage type `\(type.spec.name)` has no option `\(Printable.short(name))`", at: key,
            hint: Spelling.hint(for: name, in: names),
            notes: [names.isEmpty ? "\(type.spec.name) has no options" : "options of \(type.spec.name): \(known)"])
    }

    private mutating func checkChannel(_ value: CompiledValue?, _ node: YAMLNode) {
        guard let channels = context.channels, let name = value?.constant?.string, !channels.contains(name) else {
            return
        }
        check.report(
            "unknown-channel", "the workspace has no channel `\(Printable.short(name))`", at: node,
            hint: Spelling.hint(for: name, in: channels),
            notes: ["channels: \(NameList.text(channels.sorted()))"])
    }
}
