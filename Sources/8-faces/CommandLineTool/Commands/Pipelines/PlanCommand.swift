internal import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations
internal import Workspaces

/// `compass plan`: tells what a run would do.
enum PlanCommand {
    private static let pipeline = Positional<Path>.required(
        "PIPELINE", .pipeline, "A pipeline's name, or its file.")
    private static let files = Positional<[Path]>.many("FILE", .path, "Documents; each has a plan of its own.")
    private static let inputs = CommandOption<[String]>.repeated(
        "input", short: "i", "NAME=VALUE", .word(completedBy: .inputs),
        "Set an input of the pipeline. Repeat it, or separate by commas, for a list.")
    private static let json = CommandOption.flag(
        "json", "Print one JSON object for each file, in their order.")
    private static let limit = CommandOption.value(
        "limit", short: "n", "N", ArgumentKind.integer(in: 1...10_000),
        "Of a pipeline with a `source`, plan at most that many items.", standard: 50, shown: "50")

    static let command = Command(
        "plan", "Show what a run would do, and change nothing",
        discussion: """
            The stages that only look run for real; those with an effect are asked what they would do, and that is held \
            against what there is: is the object stored already, which version would it be, has it the bytes of an earlier \
            one, which schools may view it already, what would be announced to whom. Nothing on the disk is changed, and \
            no folder is made.

            A line begins with `+` for a change, `=` where nothing needs to be changed, `!` for the stage that is in the \
            way, and `?` if only the run can decide. `<document.id>` stands for what only the run knows. Each file is \
            held against what there is now, not against what the files before it would do.

            A pipeline with a `source` and no FILE is planned for the items that a batch would run over now, at most \
            `--limit` of them.

            The exit status is that of a run that comes to the same: 0 if it would go through, 3 if it would be rejected, \
            1 if it would fail.
            """,
        examples: [
            "plan highlight-video clip.mp4", "plan transcript grades.pdf -i schools=stanford,ucla",
            "plan highlight-video --json -- *.mp4", "plan prune-versions --limit 200",
        ],
        options: [inputs.spec, RunCommand.document.spec, limit.spec, json.spec],
        positionals: [pipeline.spec, files.spec]
    ) { context in
        let opened = try await ReadOnlyWorkspace.open(context.existingFolder(), registry: context.registry())
        let workspace = opened.workspace
        let pipeline = try context.load(context[pipeline], in: workspace)
        let requests: [RunRequest]
        var hasMore = false
        let document = try await context.document(in: workspace)
        if pipeline.batchSource != nil, context[files].isEmpty, document == nil {
            let given = try await context.withUsage {
                try await workspace.batchInputs(for: pipeline, arguments: context[inputs])
            }
            try await workspace.requireKnown([given], for: pipeline)
            (requests, hasMore) = try await BatchPreview(
                workspace: workspace,
                leftOut: { [streams = context.streams] in streams.report("\($0): would be left out, since \($1)") }
            ).requests(of: pipeline, inputs: given, limit: context[limit])
        } else {
            requests = try await context.withUsage {
                try await workspace.requests(
                    for: pipeline, files: context[files], arguments: context[inputs], addingTo: document)
            }
            try await workspace.requireKnown(requests.map(\.inputs), for: pipeline)
        }
        for problem in workspace.channelProblems { context.streams.report("compass: \(problem)") }
        let planner = opened.planner()
        let terminal = context.streams.terminal
        var total = PlanTotal(itemLabel: pipeline.batchSource?.itemLabel ?? "file")
        var code = ExitCode.success
        for request in requests {
            let plan = try await planner.plan(request, of: pipeline)
            total.add(plan)
            code = code.combined(with: ExitCode(plan.outcome))
            if context[json] {
                try context.streams.print(json: plan.record)
            } else {
                var original: String?
                if let duplicate = plan.duplicate {
                    original = try await context.shownID(duplicate.run, of: .run, in: workspace)
                }
                try context.streams.write(
                    PlanText(plan: plan, name: request.shownItem, original: original).render(
                        width: terminal.width, style: terminal.style))
            }
            try context.streams.flush()
        }
        if !context[json], requests.count > 1 {
            try context.streams.write(TextWrapping.line(total.text, hang: 2, width: terminal.width))
        }
        if !context[json], requests.isEmpty { try context.streams.print("nothing to do: the source has no items now") }
        if hasMore {
            context.streams.report("compass: there are more than \(requests.count) items; `--limit` plans more of them")
        }
        return code
    }
}

extension ExitCode {
    /// What one plan's outcome means for the program's.
    init(_ outcome: RunPlan.Outcome) {
        self =
            switch outcome {
            case .succeeded, .skipped, .undecided: .success
            case .rejected: .rejected
            case .failed: .failed
            }
    }
}
