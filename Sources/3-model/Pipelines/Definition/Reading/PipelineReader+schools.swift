internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

/// Schools that are written out are held against the workspace's list. What is not there is only warned of: it may be added
/// before the pipeline runs.
extension PipelineReader {
    mutating func checkSchools(_ value: CompiledValue?, _ node: YAMLNode) {
        guard let schools = context.schools, case let values? = value?.list ?? value.map({ [$0] }) else { return }
        let nodes = node.items ?? [node]
        guard values.count == nodes.count else { return }
        let written = zip(values, nodes).compactMap { value, node in value.constant?.string.map { ($0, node) } }
        warn(of: written.filter { !$0.0.isEmpty }, among: schools)
    }

    /// The same for schools that runs come to by the defaults of inputs, which a trigger leaves as they are.
    mutating func checkSchools(ofDefaultsIn inputs: YAMLNode?, _ pipeline: Pipeline) {
        guard let schools = context.schools, let fields = inputs?.fields else { return }
        let defaults = fields.compactMap { $0.value["default"] }
        let nodes = defaults.flatMap { $0.items ?? [$0] }
        let ids = SchoolInputs(pipeline, registry: registry).schools(of: [:])
        // An expression may make other ids of the defaults than stand there.
        let written = ids.compactMap { id in nodes.first { $0.string == id }.map { (id, $0) } }
        warn(of: written, among: schools)
    }

    private mutating func warn(of written: [(text: String, node: YAMLNode)], among schools: [School]) {
        let ids = Set(schools.map(\.id))
        let unknown = written.filter { !ids.contains($0.text) }
        if unknown.isEmpty { return }
        let index = SchoolIndex(schools)
        for (text, node) in unknown {
            let (message, hint) = Self.wording(of: text, by: index)
            check.issues.report(.warning("unknown-school", message, at: node.headSpan, hint: hint))
        }
    }

    private static func wording(of text: String, by index: SchoolIndex) -> (message: String, hint: String?) {
        let shown = Printable.short(text)
        let unknown = "the workspace's list has no school `\(shown)`"
        // Those who name schools to a command may say their names; a pipeline has ids.
        if let school = index.school(of: text) {
            return (unknown, "write `\(school.id)`, the id of `\(Printable.short(school.name))`")
        }
        let named = index.schools(named: text)
        if named.count > 1 {
            let ids = NameList.text(named.map { "`\($0.id)`" })
            return (
                "\(named.count) schools of the workspace's list have the name `\(shown)`",
                "write the id of the one that is meant: \(ids)"
            )
        }
        guard let nearest = index.nearest(to: text) else { return (unknown, nil) }
        let ids = nearest.ids.map { "`\($0)`" }.joined(separator: " or ")
        let name = nearest.name.map { ", the \(nearest.ids.count == 1 ? "id" : "ids") of `\(Printable.short($0))`" }
        return (unknown, "did you mean \(ids)\(name ?? "")?")
    }
}
