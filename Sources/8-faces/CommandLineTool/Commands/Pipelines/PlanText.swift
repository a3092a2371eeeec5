internal import Diagnostics
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations

extension HumanFormat {
    /// `unchanged`, with the command that changes what a document is called; nil of no inputs.
    static func untaken(_ inputs: [String]) -> String? {
        unchanged(inputs).map { $0 + (inputs.contains("title") ? " (`compass documents edit` changes the title)" : "") }
    }
}

/// A plan as people read it: the outcome, and a line for each effect.
struct PlanText {
    let plan: RunPlan
    /// What it is for, when it is for no file.
    var name: String?
    /// The id of the run that it would be a duplicate of, as it is shown; nil: whole.
    var original: String?

    /// Of one stage's effects or elements more are counted and not shown.
    private static let maxShown = 20

    func render(width: Int?, style: Style) -> String {
        let head = style.bold(Printable.text(plan.file ?? name ?? plan.pipeline)) + ": " + outcome(style)
        let lines =
            names("passed", plan.stages.filter { $0.status == .succeeded && $0.allEffects.isEmpty })
            + names("skipped", plan.stages.filter { $0.status == .skipped })
            + plan.stages.flatMap { self.lines(of: $0, style) }
        return TextWrapping.line(head, hang: 4, width: width)
            + lines.map { TextWrapping.line($0, behind: "  ", hang: 6, width: width) }.joined()
    }

    private func outcome(_ style: Style) -> String {
        let unchanged = HumanFormat.untaken(plan.notTaken).map { "; " + $0 } ?? ""
        if let duplicate = plan.duplicate, duplicate.action != .version {
            return self.text(of: duplicate, style) + unchanged
        }
        let text =
            switch plan.outcome {
            case .succeeded: style.green("would go through")
            case .undecided: style.yellow("would go through, as far as is known before the run")
            case .rejected: style.yellow("would be rejected") + reason
            case .failed: style.red("would fail") + reason
            case .skipped: style.dim("would be skipped") + reason
            }
        return text + unchanged
    }

    /// Why, when no stage is to blame; a stage has a line of its own.
    private var reason: String {
        guard let error = plan.error, error.stage.isEmpty else { return "" }
        return ": " + Printable.text(error.message)
    }

    private func text(of duplicate: PlannedDuplicate, _ style: Style) -> String {
        let run = original ?? duplicate.run
        let first =
            duplicate.status == .running
            ? "run \(run) processes the same document now"
            : "run \(run) has processed the same document already"
        return switch duplicate.action {
        case .attach:
            style.green("would do nothing")
                + ": \(first), and its result \(duplicate.status == .running ? "will be" : "is") this one's"
        case .skip: style.dim("would be skipped") + ": \(first)"
        case .reject: style.yellow("would be rejected") + ": \(first)"
        case .version: ""
        }
    }

    private func names(_ word: String, _ stages: [StagePlan]) -> [String] {
        if stages.isEmpty { return [] }
        let names = stages.map { stage in
            let elements = stage.items.isEmpty ? "" : " (\(HumanFormat.count(stage.items.count, "element")))"
            return Printable.text(stage.id) + elements
        }
        return ["\(word): \(names.joined(separator: ", "))"]
    }

    private func lines(of stage: StagePlan, _ style: Style) -> [String] {
        var lines = stage.allEffects.map { line(of: $0, stage, style) }
        if lines.count > Self.maxShown {
            lines = Array(lines.prefix(Self.maxShown)) + ["  and \(lines.count - Self.maxShown) more"]
        }
        let undecided = stage.items.isEmpty ? [stage] : stage.items.filter { $0.status == .undecided }
        for part in undecided.prefix(Self.maxShown) {
            guard let name = part.dependsOn else { continue }
            lines.append(
                style.yellow("?") + " \(label(stage, part.item)): depends on `\(name)`, which is known only in the run")
        }
        if undecided.count > Self.maxShown { lines.append("  and \(undecided.count - Self.maxShown) more") }
        if let error = stage.error {
            lines.append(style.red("!") + " \(label(stage, nil)): \(Printable.text(error.message))")
        }
        return lines
    }

    private func line(of effect: StageEffect, _ stage: StagePlan, _ style: Style) -> String {
        let sign = effect.effect.isChange ? style.green("+") : style.dim("=")
        let what = effect.effect.text ?? "\(effect.effect.action.rawValue) \(effect.effect.target)"
        let end = effect.isTakenBack && effect.effect.isChange ? " (and undo it)" : ""
        return "\(sign) \(label(stage, effect.item)): \(Printable.text(what))\(end)"
    }

    /// Elements of `for-each` are counted from 1, as in messages.
    private func label(_ stage: StagePlan, _ item: Int?) -> String {
        Printable.text(stage.id) + (item.map { " [\($0 + 1)]" } ?? "")
    }
}
