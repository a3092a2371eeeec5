internal import Documents
internal import Platform

/// `compass documents delete ID`
enum DocumentsDelete {
    private static let yes = CommandOption.flag("yes", short: "y", "Do not ask.")

    static let command = Command(
        "delete", "Erase a version with its bytes; the current one takes the whole document along",
        discussion: "Asks first on a terminal. It cannot be undone; `documents trash` can.",
        options: [yes.spec, DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec]
    ) { context in
        let workspace = try await context.workspace()
        let version = try await workspace.catalog.version(context[DocumentsCommand.id])
        if !context[yes], context.streams.canAsk {
            let what = version.isCurrent ? "this document" : "version \(version.number) of this document"
            let question = "\(Printable.text(version.title)): are you sure you want to delete \(what)? "
            guard try context.streams.confirm(question + "This action cannot be undone.") else {
                context.streams.report("Nothing was deleted.")
                return .failed
            }
        }
        let erased = try await workspace.catalog.delete(version.id)
        // The rows are gone for good, and the keys are queued: what fails here is erased by the next command that tries.
        let left = try await workspace.eraseQueuedObjects()
        for version in erased where context[DocumentsCommand.json] { try context.streams.print(json: version.record) }
        if !context[DocumentsCommand.json] {
            try context.streams.print(
                "Deleted \(Printable.text(version.title)), \(HumanFormat.count(erased.count, "version")).")
        }
        for failure in left { context.streams.report("compass: \(failure)") }
        return left.isEmpty ? .success : .failed
    }
}
