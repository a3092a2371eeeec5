internal import Pipelines
internal import Platform
internal import Representations
internal import Service
internal import Workspaces

/// What is done with files in quarantine: one, or all with the same reason.
enum QuarantineActionRoutes {
    static let all: [Route] = [
        askReleaseGroup, releaseGroup, askDiscardGroup, discardGroup, askRelease, release, askDiscard, discard,
    ]

    private static let page = RouteAnswer.content(200, "text/html", "The page.")
    private static let sent = RouteAnswer.empty(303, "Done.", headers: [("Location", "Of the next page.")])

    private static let pipeline = FormField<String?>.optional("pipeline", .id, "Those of this pipeline …")
    private static let stage = FormField<String?>.optional("stage", .id, "… that this stage decided on …")
    private static let kind = FormField<String?>.optional("kind", .id, "… with this kind of reason.")
    private static let group = [pipeline.spec, stage.spec, kind.spec]
    private static let inputs = FormField<String?>.optional(
        "inputs", .lines(maxLength: 10_000), "Inputs in place of those of the former run, one on a line.")

    // MARK: Groups

    private static let askReleaseGroup = Route(
        .get, "/quarantine/release", "askReleaseGroup", .pages, "Ask whether a group is to be released",
        access: .session, parameters: QuarantineListRoutes.selection, answers: [page]
    ) { request in
        let subject = try await subject(try request.quarantineSelection, request)
        return try await request.page(QuarantineQuestions.release(subject, inputs: [:]))
    }

    private static let releaseGroup = Route(
        .post, "/quarantine/release", "releaseGroupByPage", .pages, "Release a group", access: .session,
        body: .form(group), answers: [sent]
    ) { request in
        let subject = try await subject(try selection(request), request)
        do {
            _ = try await request.release(subject.entries.map(\.id), changedBy: [], names: [])
        } catch let problem as Problem {
            return try await request.page(
                QuarantineQuestions.release(subject, inputs: [:], form: FormValues(problem: ReplayPage.text(problem))),
                status: 409)
        }
        return .seeOther(PagePath.with(PagePath.quarantine, [("done", NoticeCode.releasing.rawValue)]))
    }

    private static let askDiscardGroup = Route(
        .get, "/quarantine/discard", "askDiscardGroup", .pages, "Ask whether a group is to be discarded",
        access: .session, parameters: QuarantineListRoutes.selection, answers: [page]
    ) { request in
        try await request.page(QuarantineQuestions.discard(try await subject(try request.quarantineSelection, request)))
    }

    private static let discardGroup = Route(
        .post, "/quarantine/discard", "discardGroupByPage", .pages, "Discard a group", access: .session,
        body: .form(group), answers: [sent]
    ) { request in
        try await discard(try await subject(try selection(request), request), request)
    }

    // MARK: One

    private static let askRelease = Route(
        .get, "/quarantine/{entry}/release", "askReleaseEntry", .pages, "Ask whether a file is to be released",
        access: .session, parameters: [QuarantineRoutes.entry.spec], answers: [page]
    ) { request in
        let subject = try await subject(request)
        return try await request.page(
            QuarantineQuestions.release(subject, inputs: try await inputs(of: subject, request)))
    }

    private static let release = Route(
        .post, "/quarantine/{entry}/release", "releaseEntryByPage", .pages, "Release a file", access: .session,
        parameters: [QuarantineRoutes.entry.spec], body: .form([inputs.spec]), answers: [sent],
        again: FormAgain([inputs.spec.name]) { request, form in
            let subject = try await subject(request)
            return QuarantineQuestions.release(subject, inputs: try await inputs(of: subject, request), form: form)
        }
    ) { request in
        let subject = try await subject(request)
        let text = try request[inputs] ?? ""
        let arguments = text.split(separator: "\n").map { String($0.trimmed) }.filter { !$0.isEmpty }
        let names = arguments.map { String($0.prefix { $0 != "=" }) }
        let last = request.server.service.events.last
        do {
            if let wrong = arguments.first(where: { !$0.contains("=") }) {
                throw Problem.invalidRequest("`\(Printable.text(wrong))` is no name=value")
            }
            let runs = try await request.release([subject.entries[0].id], changedBy: arguments, names: names)
            let path = try await request.path(to: runs.first ?? "", begunAfter: last)
            return .seeOther(path ?? PagePath.with(subject.back, [("done", NoticeCode.releasing.rawValue)]))
        } catch let error where error is Problem || error is InputError || error is InvalidFiles {
            let form = FormValues(values: ["inputs": text], problem: ReplayPage.text(Problem(error)))
            return try await request.page(
                QuarantineQuestions.release(subject, inputs: try await inputs(of: subject, request), form: form),
                status: 409)
        }
    }

    private static let askDiscard = Route(
        .get, "/quarantine/{entry}/discard", "askDiscardEntry", .pages, "Ask whether a file is to be discarded",
        access: .session, parameters: [QuarantineRoutes.entry.spec], answers: [page]
    ) { request in
        try await request.page(QuarantineQuestions.discard(try await subject(request)))
    }

    private static let discard = Route(
        .post, "/quarantine/{entry}/discard", "discardEntryByPage", .pages, "Discard a file", access: .session,
        parameters: [QuarantineRoutes.entry.spec], body: .form([]), answers: [sent]
    ) { request in
        try await discard(try await subject(request), request)
    }

    // MARK: What is meant

    private static func selection(_ request: RouteRequest) throws -> QuarantineView.Selection {
        QuarantineView.Selection(
            pipeline: try request[pipeline],
            stage: try request[stage].map { $0 == QuarantineView.Selection.noStage ? "" : $0 },
            kind: try request[kind])
    }

    /// What is held of a group.
    ///
    /// - Throws: `Problem` when none is named, or nothing is held of it.
    private static func subject(
        _ selection: QuarantineView.Selection, _ request: RouteRequest
    ) async throws -> QuarantineQuestions.Subject {
        if selection.isEmpty { throw Problem.invalidRequest("name a group by `pipeline`, `stage` or `kind`") }
        let held = try await request.heldEntries(
            pipeline: selection.pipeline, stage: selection.stage, kind: selection.kind)
        if held.entries.isEmpty { throw Problem.refused("Nothing of that group is held.") }
        return QuarantineQuestions.Subject(entries: held.entries, more: held.more, selection: selection)
    }

    /// The entry that the path names.
    private static func subject(_ request: RouteRequest) async throws -> QuarantineQuestions.Subject {
        let entry = try await request.entry()
        guard entry.state == .held else {
            throw Problem.refused(
                "\(QuarantineWords.name(entry)) is not held any more: it was \(entry.state.rawValue).")
        }
        return QuarantineQuestions.Subject(entries: [entry], more: false, selection: nil)
    }

    private static func inputs(
        of subject: QuarantineQuestions.Subject, _ request: RouteRequest
    ) async throws -> Record {
        try await request.workspace.journal.run(subject.entries[0].run)?.run.inputs ?? [:]
    }

    private static func discard(
        _ subject: QuarantineQuestions.Subject, _ request: RouteRequest
    ) async throws -> Answer {
        do {
            _ = try await request.discard(subject.entries.map(\.id))
        } catch let problem as Problem {
            return try await request.page(
                QuarantineQuestions.discard(subject, problem: ReplayPage.text(problem)), status: 409)
        }
        return .seeOther(PagePath.with(PagePath.quarantine, [("done", NoticeCode.discarded.rawValue)]))
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let head = drop { $0 == " " || $0 == "\t" }
        return head.prefix(
            (head.lastIndex { $0 != " " && $0 != "\t" }.map { head.distance(from: head.startIndex, to: $0) + 1 }) ?? 0)
    }
}
