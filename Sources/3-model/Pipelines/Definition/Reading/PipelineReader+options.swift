internal import Diagnostics
internal import Documents
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

extension PipelineReader {
    /// Only a warning: it may be added before the pipeline runs.
    private mutating func checkSchools(_ value: CompiledValue?, _ node: YAMLNode) {
        guard let schools = context.schools, case let values? = value?.list ?? value.map({ [$0] }) else { return }
        let nodes = node.items ?? [node]
        guard values.count == nodes.count else { return }
        for (value, node) in zip(values, nodes) {
            guard let id = value.constant?.string, !id.isEmpty, !schools.contains(where: { $0.id == id }) else {
                continue
            }
            warn(of: id, among: schools, at: node)
        }
    }

    /// The same for schools that runs come to by the defaults of inputs, which a trigger leaves as they are.
    mutating func checkSchools(ofDefaultsIn inputs: YAMLNode?, _ pipeline: Pipeline) {
        guard let schools = context.schools, let fields = inputs?.fields else { return }
        for id in SchoolInputs(pipeline, registry: registry).schools(of: [:])
        where !schools.contains(where: { $0.id == id }) {
            let defaults = fields.compactMap { $0.value["default"] }
            let nodes = defaults.flatMap { $0.items ?? [$0] }
            // An expression may make other ids of the defaults than stand there.
            if let node = nodes.first(where: { $0.string == id }) { warn(of: id, among: schools, at: node) }
        }
    }

    private mutating func warn(of school: String, among schools: [School], at node: YAMLNode) {
        // Those who name schools to a command may say their names; a pipeline has ids.
        let named = schools.filter { $0.name.lowercased() == school.lowercased() }
        let hint = named.count == 1 ? "write `\(named[0].id)`, the id of `\(Printable.short(named[0].name))`" : nil
        check.issues.report(
            .warning(
                "unknown-school", "the workspace's list has no school `\(Printable.short(school))`", at: node.headSpan,
                hint: hint ?? Spelling.hint(for: school, in: schools.map(\.id))))
    }
}
