internal import Diagnostics
internal import Documents
internal import Platform
internal import YAMLTree

extension PipelineReader {
    mutating func readWebhook(_ node: YAMLNode, beside others: [WebhookTrigger]) -> WebhookTrigger? {
        let secret = node["secret"].flatMap { CompiledValue.secretName($0, name: "secret", &check.issues) }
        guard let pathNode = node["path"], let path = pathNode.string else { return nil }
        if !WebhookTrigger.isPath(path) {
            check.report(
                "invalid-value",
                "`path` of a webhook must be `/hooks/` and a name of small letters, digits and hyphens", at: pathNode,
                hint: "write `/hooks/videos` or the like")
        }
        if others.contains(where: { $0.path == path }) {
            check.report(
                "duplicate-webhook", "two webhooks have the path `\(Printable.short(path))`", at: pathNode,
                hint: "give one of them another path")
        }
        if let ownerNode = node["owner"], let owner = ownerNode.string, let fault = OwnerName.fault(in: owner) {
            check.report("invalid-value", "the owner `\(Printable.short(owner))` \(fault)", at: ownerNode)
        }
        guard let secret else { return nil }
        return WebhookTrigger(
            path: path, secret: secret, owner: node["owner"]?.string,
            type: node["type"]?.string.flatMap(DocumentType.init), span: pathNode.headSpan)
    }

    /// Reports a webhook beside a `source`. To be called once the outline is read.
    mutating func checkWebhooks(_ root: YAMLNode) {
        guard let on = root["on"], on.entry("webhook") != nil, root["source"] != nil else { return }
        check.report(
            "contradiction", "a request starts one run, and `source` makes a batch", at: on.keySpan("webhook"),
            hint: "leave `source` out, or put the webhook into a pipeline of its own")
    }
}

extension CompiledValue {
    /// The name in `${{ secrets.NAME }}`, which is all that may stand there.
    fileprivate static func secretName(_ node: YAMLNode, name: String, _ issues: inout IssueList) -> String? {
        let scope = Scope(roots: [Field("secrets", .map(.secrets), "The workspace's secrets.")], hasStatus: false)
        let wanted = Wanted(.string, name: name, acceptsSecret: true)
        guard let value = compile(node, as: wanted, in: scope, &issues) else { return nil }
        if case .template(let template) = value, template.expressions.count == 1,
            let names = template.expressions.first?.names, names.count == 1, names[0].count == 2, value.isSecret
        {
            return names[0][1]
        }
        issues.report(
            .error(
                "plain-secret", "`\(name)` must be a secret of the workspace", at: node.headSpan,
                hint: "keep it in `secrets/NAME` and write `${{ secrets.NAME }}`"))
        return nil
    }
}
