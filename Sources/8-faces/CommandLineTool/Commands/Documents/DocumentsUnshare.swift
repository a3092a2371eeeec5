internal import Documents
internal import Platform
internal import Workspaces

/// `compass documents unshare ID SCHOOL…`
enum DocumentsUnshare {
    static let command = Command(
        "unshare", "End the shares of a document with schools",
        options: [DocumentsCommand.json.spec], positionals: [DocumentsCommand.id.spec, DocumentsShare.schools.spec]
    ) { context in
        let version = try await context.workspace(storing: false).catalog.unshare(
            context[DocumentsCommand.id], with: context[DocumentsShare.schools])
        try DocumentOutcome(version, json: context[DocumentsCommand.json]).print(
            DocumentsShare.sentence(version), on: context.streams)
        return .success
    }
}
