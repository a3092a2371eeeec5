internal import Diagnostics
internal import Pipelines
internal import Representations
internal import Workspaces

/// `compass pipelines`
enum PipelinesCommand {
    static let command = Command(
        "pipelines", "List the workspace's pipelines with their inputs",
        discussion: """
            Inputs in brackets need not be given. `compass lint` says what is wrong with a file that is left out.
            """,
        examples: ["pipelines", "pipelines --json"], options: ListingOptions.all
    ) { context in
        let report = try await context.existingFolder().check([], registry: context.registry())
        let wrong = Set(report.issues.sorted.filter { $0.severity == .error }.compactMap { $0.span?.file }).sorted()
        for file in wrong { context.streams.report("compass: \(file) has errors: see `compass lint`") }
        try await context.pages(of: report.pipelines) { page, isFirst in
            try Listing(
                page: page, record: \.record,
                columns: [.main("PIPELINE"), .flexible("INPUTS"), .flexible("DESCRIPTION").leftOut(1)],
                cells: { pipeline in
                    let inputs = pipeline.inputs.map { $0.isRequired ? $0.name : "[\($0.name)]" }
                    return [pipeline.name, inputs.joined(separator: " "), pipeline.description ?? ""]
                },
                emptyText: context[ListingOptions.after] == nil ? "No pipelines" : "No more pipelines", isFirst: isFirst
            ).print(json: context[ListingOptions.json], on: context.streams)
        }
        return wrong.isEmpty ? .success : .usage
    }
}
