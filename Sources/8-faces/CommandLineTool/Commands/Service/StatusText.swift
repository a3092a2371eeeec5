internal import Diagnostics
internal import Pipelines
internal import Platform
internal import Representations

/// `compass status` for people, from the records that `--json` prints.
struct StatusText {
    let records: [Record]
    /// Ids of runs and batches as they are shown; those that it has not are shown whole.
    var shownIDs: [String: String] = [:]
    /// How many lines each table has at most.
    let limit: Int
    let width: Int?
    let style: Style
    let times: TimeText

    func render() -> String {
        var text = service()
        for watch in of("watch") { text += "\n" + self.watch(watch) }
        text += schedules() + runs() + awaited()
        let batches = of("batch")
        if !batches.isEmpty {
            text += "\n" + style.bold("Batches that are not finished") + "\n"
            var table = Table([
                .text("BATCH"), .flexible("PIPELINE"), .number("ITEMS").leftOut(2), .text("STARTED").leftOut(1),
            ])
            for batch in batches.prefix(limit) {
                table.add([
                    id(batch, "batch"), word(batch, "pipeline"), word(batch, "items"), time(batch, "started-at"),
                ])
            }
            text += table.render(width: width) + more(batches.count)
        }
        return text + end()
    }

    private func line(_ text: String) -> String { TextWrapping.line(text, hang: 2, width: width) }

    private func of(_ kind: String) -> [Record] { records.filter { $0["kind"]?.string == kind } }

    private func word(_ record: Record, _ name: String) -> String { record[name]?.text ?? "" }

    private func id(_ record: Record, _ name: String) -> String {
        let id = word(record, name)
        return shownIDs[id] ?? id
    }

    private func number(_ record: Record, _ name: String) -> Int { Int(record[name]?.integer ?? 0) }

    private func time(_ record: Record, _ name: String) -> String {
        record[name]?.string.flatMap { Timestamp(rfc3339: $0) }.map(times.text) ?? ""
    }

    private func service() -> String {
        guard let service = of("service").first, service["running"]?.boolean == true else {
            return line(style.yellow("not running") + ": no `compass up` answers for this workspace")
        }
        let uptime = HumanFormat.duration(milliseconds: service["uptime-ms"]?.number ?? 0)
        let state = word(service, "state")
        var text = (state == "ready" ? style.green(state) : style.yellow(state))
        text = line(
            "\(text): compass \(word(service, "version")), process \(word(service, "process")), for \(uptime)")
        var fields = FieldList()
        fields.add("services", service["services"]?.list?.map(\.text).joined(separator: ", "))
        fields.add(
            "runs",
            "\(number(service, "active")) of at most \(number(service, "workers")) running, "
                + "\(number(service, "waiting")) waiting for their next try, \(number(service, "queued")) queued")
        fields.add(
            "notifications",
            "\(number(service, "outbox-waiting")) waiting, \(number(service, "outbox-delivered")) delivered, "
                + "\(number(service, "outbox-given-up")) given up")
        text += fields.render(width: width, style: style)
        for reload in of("reload") {
            if let problems = reload["problems"]?.string {
                text += line(
                    style.red("the reload at \(time(reload, "at")) refused files; their former definitions stay"))
                // With lines of the files, and marks below them.
                text += problems.split(separator: "\n").map { "  " + Printable.text(String($0)) + "\n" }.joined()
            }
            let keys = reload["needs-restart"]?.list?.map(\.text) ?? []
            if !keys.isEmpty {
                text += line(style.yellow("needs a restart to take effect: \(keys.joined(separator: ", "))"))
            }
        }
        return text
    }

    private func watch(_ watch: Record) -> String {
        let state = word(watch, "state")
        let shown = state == "watching" ? style.green(state) : style.yellow(state)
        let name = "\(Printable.text(word(watch, "pipeline"))) watches \(Printable.text(word(watch, "path")))"
        var text = line("\(style.bold(name)): \(shown)")
        var fields = FieldList()
        fields.add("because", watch["detail"]?.string)
        fields.add("tries again", watch["resumes-at"]?.string == nil ? nil : time(watch, "resumes-at"))
        fields.add("only polls", watch["polling-reason"]?.string)
        fields.add(
            "so far",
            "\(HumanFormat.count(number(watch, "taken"), "file")) taken, \(number(watch, "waiting")) not finished, "
                + "\(number(watch, "ignored")) ignored; last looked through \(time(watch, "last-scan"))")
        text += fields.render(width: width, style: style)
        let isOfWatch = { (record: Record) in
            record["pipeline"] == watch["pipeline"] && record["watch"] == watch["path"]
        }
        let waiting = of("waiting").filter(isOfWatch)
        if !waiting.isEmpty {
            var table = Table([
                .main("NOT FINISHED"), .text("WHY"), .text("SINCE").leftOut(2), .number("SIZE").leftOut(3),
                .flexible("DETAIL").leftOut(1),
            ])
            for file in waiting.prefix(limit) {
                table.add([
                    word(file, "path"), word(file, "reason"), time(file, "since"),
                    HumanFormat.size(file["size"]?.integer ?? 0), word(file, "detail"),
                ])
            }
            text += table.render(width: width) + more(number(watch, "waiting"), of: waiting.count)
        }
        let ignored = of("ignored").filter(isOfWatch)
        if !ignored.isEmpty {
            var table = Table([.flexible("IGNORED"), .flexible("WHY")])
            for file in ignored.prefix(limit) { table.add([word(file, "path"), word(file, "reason")]) }
            text += table.render(width: width) + more(number(watch, "ignored"), of: ignored.count)
        }
        return text
    }

    private func schedules() -> String {
        let schedules = of("schedule")
        var text = ""
        if !schedules.isEmpty {
            var table = Table([
                .main("SCHEDULE"), .text("CRON").leftOut(3), .text("TIME ZONE").leftOut(2), .text("NEXT"),
                .number("ACTIVE").leftOut(1),
            ])
            for schedule in schedules.prefix(limit) {
                let next = schedule["next"]?.string == nil ? "never" : time(schedule, "next")
                table.add([
                    word(schedule, "pipeline"), word(schedule, "cron"), word(schedule, "timezone"), next,
                    word(schedule, "active"),
                ])
            }
            text += "\n" + table.render(width: width, style: style) + more(schedules.count)
            // A store that fails keeps all of them from going on.
            for problem in Set(schedules.compactMap { $0["problem"]?.string }).sorted() {
                text += line(
                    style.red("nothing new starts, since scheduled times cannot be recorded") + ": "
                        + Printable.text(problem))
            }
            // Two schedules of a pipeline start the same batches.
            for refusal in Set(schedules.compactMap { $0["refused"]?.string }).sorted() {
                text += refusal.split(separator: "\n").map { line(Printable.text(String($0))) }.joined()
            }
        }
        let slots = of("scheduled-time")
        if !slots.isEmpty {
            var table = Table([
                .main("ACTIVE"), .text("DUE"), .text("RUN").leftOut(2), .text("STARTS").leftOut(1),
            ])
            for slot in slots.prefix(limit) {
                table.add([word(slot, "pipeline"), time(slot, "at"), id(slot, "run"), time(slot, "starts-at")])
            }
            text += "\n" + table.render(width: width, style: style) + more(slots.count)
        }
        return text
    }

    private func runs() -> String {
        let runs = of("run")
        if runs.isEmpty { return "" }
        var table = Table([
            .text("RUN"), .flexible("PIPELINE").leftOut(3), .main("FILE"), .number("ATTEMPT").leftOut(1),
            .text("STARTED").leftOut(2),
        ])
        for run in runs.prefix(limit) {
            table.add([
                id(run, "run"), word(run, "pipeline"), word(run, "file"), word(run, "attempt"),
                time(run, "started-at"),
            ])
        }
        return "\n" + style.bold("Runs that are not finished") + "\n" + table.render(width: width) + more(runs.count)
    }

    private func awaited() -> String {
        let runs = of("awaited-run")
        if runs.isEmpty { return "" }
        var table = Table([
            .text("RUN"), .text("PIPELINE").leftOut(3), .text("WEBHOOK").leftOut(1), .text("SINCE").leftOut(2),
            .flexible("WHY"),
        ])
        for run in runs.prefix(limit) {
            table.add([
                id(run, "run"), word(run, "pipeline"), word(run, "webhook"), time(run, "since"), word(run, "detail"),
            ])
        }
        return "\n" + style.bold("Runs that have not begun") + "\n" + table.render(width: width) + more(runs.count)
    }

    private func end() -> String {
        var lines: [String] = []
        if let outbox = of("outbox").first {
            let count = number(outbox, "waiting")
            if count > 0 { lines.append("\(HumanFormat.count(count, "notification")) not delivered yet") }
        }
        if let quarantine = of("quarantine").first {
            let count = number(quarantine, "held")
            if count > 0 { lines.append("\(HumanFormat.count(count, "file")) in quarantine: `compass quarantine`") }
        }
        if let debts = of("pending-undo").first {
            let count = number(debts, "runs")
            if count > 0 {
                lines.append("\(HumanFormat.count(count, "run")) with an undo that is still pending: `compass doctor`")
            }
        }
        if let backup = of("last-backup").first { lines.append("last backup \(time(backup, "at"))") }
        lines += of("problem").map { "\(style.red("problem")): \(Printable.text(word($0, "message")))" }
        return lines.isEmpty ? "" : "\n" + lines.map(line).joined()
    }

    /// - Parameter told: how many there were to choose from; a service counts more than it lists.
    private func more(_ count: Int, of told: Int? = nil) -> String {
        let rest = count - min(limit, told ?? count)
        return rest > 0 ? "  … and \(rest) more (--limit, --json)\n" : ""
    }
}
