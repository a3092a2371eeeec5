package import Documents
package import Platform

/// The schools that the inputs of a run name, as far as a pipeline hands them on to options that take schools: so they can be
/// held against those that there are before the run begins. Otherwise it would upload first, and take that back.
package struct SchoolInputs: Sendable {
    /// What such options come to, each with the list whose elements it is computed for.
    private let values: [(value: CompiledValue, loop: LoopDefinition?)]
    /// Of inputs that are not given.
    private let defaults: Record

    /// - Parameter registry: the pipeline's.
    package init(_ pipeline: Pipeline, registry: Registry) {
        values = pipeline.allStages.flatMap { stage -> [(CompiledValue, LoopDefinition?)] in
            let options = registry[stage.spec.name]?.options.filter(\.rules.namesSchools) ?? []
            return options.compactMap { stage.bound.settings[$0.name] }.map { ($0, stage.loop) }
        }
        var captured: [String] = []
        if case .files(let source) = pipeline.batchSource { captured = source.glob.captures }
        var defaults = Record()
        for input in pipeline.inputs where !captured.contains(input.name) {
            defaults[input.name] = input.standard?.constant
        }
        self.defaults = defaults
    }

    /// The ids, each once, in the order in which the pipeline has them. What depends on more than the inputs and their fixed
    /// defaults, only the run can tell.
    ///
    /// - Parameter given: null: that there will be a value, which is not known yet.
    package func schools(of given: Record) -> [String] {
        var inputs = defaults
        for entry in given { inputs[entry.key] = entry.value }
        var ids: [String] = []
        for (value, loop) in values {
            for id in Self.computed(value, loop, inputs) where !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// Inputs with ids in the place of what else schools are called there: of texts that name some, in the inputs that they
    /// come from.
    package func identified(_ given: Record, by index: SchoolIndex) -> Record {
        let found = Set(schools(of: given))
        var names: Set<String> = []
        for (value, loop) in values {
            let all: [[String]] = value.names + (loop?.list.names ?? [])
            for path in all where path.count > 1 && path[0] == "inputs" { names.insert(path[1]) }
        }
        var inputs = given
        for name in names {
            if let text = inputs[name]?.string, found.contains(text), let id = index.id(of: text) {
                inputs[name] = .string(id)
            } else if let list = inputs[name]?.list {
                inputs[name] = .list(Self.identified(list, among: found, by: index))
            }
        }
        return inputs
    }

    private static func identified(_ list: [Value], among found: Set<String>, by index: SchoolIndex) -> [Value] {
        var (result, texts): ([Value], [String]) = ([], [])
        for value in list {
            if let text = value.string, found.contains(text) {
                texts.append(text)
            } else {
                result += index.ids(of: texts).map(Value.string) + [value]
                texts = []
            }
        }
        return result + index.ids(of: texts).map(Value.string)
    }

    private static func computed(_ value: CompiledValue, _ loop: LoopDefinition?, _ inputs: Record) -> [String] {
        let environment = Environment(roots: ["inputs": .record(inputs)], variable: { _ in nil })
        var others = value.names
        if let loop {
            others.removeAll { $0.first == loop.name }
            others += loop.list.names
        }
        guard !value.names.isEmpty, others.allSatisfy({ isGiven($0, inputs) }) else { return [] }
        // What cannot be computed, the run says with the place in the file.
        guard let loop else { return (try? value.evaluate(environment)).map(texts) ?? [] }
        guard let elements = (try? loop.list.evaluate(environment))?.list else { return [] }
        return elements.flatMap { element in
            (try? value.evaluate(environment.adding(loop.name, element))).map(texts) ?? []
        }
    }

    private static func isGiven(_ name: [String], _ inputs: Record) -> Bool {
        name.count >= 2 && name[0] == "inputs" && inputs[name[1]].map { !$0.isNull } ?? false
    }

    /// An empty text is no school; an empty one in a list is a slip.
    private static func texts(_ value: Value) -> [String] {
        value.string.map { $0.isEmpty ? [] : [$0] } ?? value.list?.compactMap(\.string) ?? []
    }
}
