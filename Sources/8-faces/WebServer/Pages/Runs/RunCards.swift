internal import Pipelines
internal import Platform
internal import Representations

/// What else belongs to a run: its attempts, what it announced, what it was given.
enum RunCards {
    static func attempts(_ view: RunView) -> HTML? {
        if view.attempts.count < 2 { return nil }
        return """
            <section class="card" id="attempts" aria-labelledby="attempts-title">
            <h2 id="attempts-title">Attempts</h2>
            <ol class="chain">\(view.attempts.map { attempt($0, view) })</ol>
            </section>
            """
    }

    private static func attempt(_ run: RunRecord, _ view: RunView) -> HTML {
        let isThis = run.id == view.run.id
        let words = run.origin.map { "\(RunWords.kind($0)), attempt \(run.attempt)" } ?? "Attempt \(run.attempt)"
        let name: HTML = isThis ? "<strong>\(words)</strong>" : "<a href=\"\(PagePath.run(run.id))\">\(words)</a>"
        let error: HTML? = run.error.map {
            "<span class=\"run-error\">\($0.stage.isEmpty ? "" : "\($0.stage): ")\($0.message)</span>"
        }
        return """
            <li\("aria-current", isThis ? "true" : nil)>\(run.status.shown.badge)<span>\(name)\(isThis ? ", this run" : "")</span>\
            <span class="quiet">\(ShownTime.dateAndTime(run.startedAt))\
            \(RunWords.duration(run.durationMilliseconds).map { ", \($0)" } ?? "")</span>\(error)</li>
            """
    }

    static func notifications(_ view: RunView) -> HTML? {
        let all = view.detail.notifications
        if all.isEmpty { return nil }
        return """
            <section class="card" id="notifications" aria-labelledby="notifications-title">
            <h2 id="notifications-title">Notifications</h2>
            <ul class="notifications">\(all.map { NotificationRow.html($0, about: nil) })</ul>
            </section>
            """
    }

    static func inputs(_ view: RunView) -> HTML? {
        guard let inputs = ShownValue.list(view.run.inputs) else { return nil }
        return """
            <section class="card" id="inputs" aria-labelledby="inputs-title">
            <h2 id="inputs-title">Inputs</h2>\(inputs)
            <p class="quiet">Run <code>\(view.run.id)</code>\(view.isAdmin ? ", definition <code>\(view.run.definition.prefix(12).description)</code>" as HTML : nil)</p>
            </section>
            """
    }
}
