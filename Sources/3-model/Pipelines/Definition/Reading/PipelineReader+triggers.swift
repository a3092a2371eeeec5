internal import Diagnostics
internal import Platform
internal import Schedules
internal import YAMLTree

extension PipelineReader {
    /// - Parameter name: the pipeline's, which `H` in a schedule goes by.
    mutating func readTriggers(_ node: YAMLNode?, name: String) -> Triggers {
        var triggers = Triggers()
        for node in node?["watch"]?.oneOrMany ?? [] {
            if let watch = readWatch(node) { triggers.watches.append(watch) }
        }
        for node in node?["schedule"]?.oneOrMany ?? [] {
            if let schedule = readSchedule(node, seed: name) { triggers.schedules.append(schedule) }
        }
        for node in node?["webhook"]?.oneOrMany ?? [] {
            if let webhook = readWebhook(node) { triggers.webhooks.append(webhook) }
        }
        return triggers
    }

    private mutating func readWatch(_ node: YAMLNode) -> WatchTrigger? {
        guard let pathNode = node["path"], let path = pathNode.string else { return nil }
        var watch = WatchTrigger(path: path)
        checkCaptures(watch, pathNode)
        watch.include = node["include"]?.items?.compactMap(\.string) ?? []
        watch.exclude = node["exclude"]?.items?.compactMap(\.string) ?? []
        watch.settle = node["settle"]?.timeSpan
        watch.rescan = node["rescan"]?.timeSpan
        watch.isRecursive = node["recursive"]?.boolean ?? false
        watch.takesExisting = node["existing"]?.boolean ?? true
        watch.onSuccess = Self.action(node["on-success"])
        watch.onRejected = Self.action(node["on-rejected"])
        watch.onFailure = Self.action(node["on-failure"])
        return watch
    }

    /// Every `{name}` is the name of an input that takes text.
    private mutating func checkCaptures(_ watch: WatchTrigger, _ node: YAMLNode) {
        let opening = watch.path.utf8.filter { $0 == UInt8(ascii: "{") }.count
        let closing = watch.path.utf8.filter { $0 == UInt8(ascii: "}") }.count
        if opening != watch.captures.count || closing != opening {
            check.report("invalid-value", "`path` has a brace without its partner", at: node, hint: "write `{name}`")
        }
        for capture in watch.captures {
            let span = node.part(of: "{\(capture)}")
            guard let input = inputs.first(where: { $0.name == capture }) else {
                check.report(
                    "unknown-input", "`path` captures `\(Printable.text(capture))`, which is no input of the pipeline",
                    at: span,
                    hint: Spelling.hint(for: capture, in: inputs.map(\.name))
                        ?? "declare the input `\(Printable.text(capture))`")
                continue
            }
            if input.type.nonNull != .string && input.type != .any {
                check.report(
                    "wrong-type", "`path` captures `\(capture)`, an input of type \(input.type.nonNull)", at: span,
                    hint: "a segment of a path is a string")
            }
        }
    }

    private static func action(_ node: YAMLNode?) -> FileAction {
        if let folder = node?["move"]?.string { return .move(folder) }
        return node?.string == "delete" ? .delete : .keep
    }

    private mutating func readSchedule(_ node: YAMLNode, seed: String) -> ScheduleTrigger? {
        guard let cronNode = node["cron"], let cron = cronNode.string else { return nil }
        checkCron(cron, cronNode, seed: seed)
        checkZone(node["timezone"])
        var schedule = ScheduleTrigger(cron: cron)
        schedule.timezone = node["timezone"]?.string
        schedule.overlap = node["overlap"]?.string.flatMap(ScheduleTrigger.Overlap.init) ?? .skip
        schedule.catchUp = node["catch-up"]?.string.flatMap(ScheduleTrigger.CatchUp.init) ?? .skip
        schedule.catchUpLimit = node["catch-up-limit"]?.integer.map(Int.init)
        schedule.jitter = node["jitter"]?.timeSpan
        if schedule.catchUpLimit != nil, schedule.catchUp != .all {
            check.report(
                "contradiction", "`catch-up-limit` goes with `catch-up: all`", at: node.keySpan("catch-up-limit"),
                hint: "write `catch-up: all`, or leave it out")
        }
        return schedule
    }

    private mutating func checkCron(_ cron: String, _ node: YAMLNode, seed: String) {
        // An expression there has been reported.
        if cron.contains("${{") { return }
        do {
            for warning in try CronExpression(cron, seed: seed).warnings {
                check.issues.report(
                    .warning(
                        "uneven-step", warning.message, at: node.span(ofBytes: warning.range), hint: warning.hint))
            }
        } catch {
            check.report("invalid-cron", error.message, at: node.span(ofBytes: error.range), hint: error.hint)
        }
    }

    private mutating func checkZone(_ node: YAMLNode?) {
        guard let node, let name = node.string, !name.contains("${{") else { return }
        do {
            _ = try TimeZone(named: name)
        } catch {
            check.report("unknown-timezone", error.message, at: node, hint: error.hint)
        }
    }

    private mutating func readWebhook(_ node: YAMLNode) -> WebhookTrigger? {
        guard let pathNode = node["path"], let path = pathNode.string else { return nil }
        if !path.hasPrefix("/") {
            check.report(
                "invalid-value", "`path` of a webhook must start with `/`", at: pathNode,
                hint: "write `/\(Printable.text(path))`")
        }
        var webhook = WebhookTrigger(path: path)
        if let node = node["secret"] {
            webhook.secret = CompiledValue.secretName(node, name: "secret", &check.issues)
        }
        return webhook
    }
}
