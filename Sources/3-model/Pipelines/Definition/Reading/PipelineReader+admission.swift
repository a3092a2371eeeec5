internal import Diagnostics
internal import Platform
internal import YAMLTree

extension PipelineReader {
    mutating func readConcurrency(_ node: YAMLNode) -> ConcurrencyDefinition? {
        let whenFull = node["when-full"]?.string.flatMap(ConcurrencyDefinition.WhenFull.init) ?? .queue
        if node["queue-size"] != nil, whenFull != .queue {
            check.report(
                "contradiction", "`queue-size` goes with `when-full: queue`", at: node.keySpan("queue-size"),
                hint: "write `when-full: queue`, or leave it out")
        }
        guard let group = node["group"] else { return nil }
        let scope = PipelineScope(self).ofGroup
        guard
            let value = CompiledValue.compile(group, as: Wanted(.string, name: "group"), in: scope, &check.issues)
        else { return nil }
        return ConcurrencyDefinition(
            group: value, limit: node["limit"]?.integer.map { Int(clamping: $0) } ?? 1, whenFull: whenFull,
            queueSize: node["queue-size"]?.integer.map { Int(clamping: $0) })
    }

    mutating func readDeduplication(_ node: YAMLNode) -> DeduplicationDefinition? {
        guard node.fields != nil else { return nil }
        let key = node["key"].flatMap {
            CompiledValue.compile(
                $0, as: Wanted(.string, name: "key"), in: PipelineScope(self).ofDeduplication, &check.issues)
        }
        return DeduplicationDefinition(
            key: key, action: node["on-duplicate"]?.string.flatMap(DeduplicationDefinition.Action.init) ?? .attach)
    }
}
