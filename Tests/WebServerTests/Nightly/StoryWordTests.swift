import Accounts
import CompassTesting
import Documents
import Platform
import Representations
import Service
import Testing
import Workspaces

@testable import WebServer

/// The words of a document's story.
@Suite(.timeLimit(.minutes(4))) struct StoryWordTests {
    @Test("a document's story has words for all that was done or was to be done with it")
    func story() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Own", "grades", as: session, of: "u1")
            let wanted =
                [
                    ("documents.edit", "title", "edited title"),
                    (
                        "documents.share", "+stanford -ucla",
                        "shared it with Stanford and ended its being shared with UCLA"
                    ),
                    ("documents.share", "stanford ucla", "shared it with Stanford, UCLA"),
                    ("documents.unshare", "ucla", "ended its being shared with UCLA"),
                    ("documents.trash", "version 1", "put version 1 into the trash"),
                    ("documents.trash", "all versions", "put it into the trash"),
                    ("documents.restore", nil, "restored it"),
                    ("documents.delete", nil, "deleted a part of it"),
                    ("links.create", "7 days", "made a link to it"),
                ] as [(String, String?, String)]
            for (action, detail, _) in wanted {
                _ = try? await served.workspace.audited(
                    ServedWorkspace.root, action, .document(document.id), detail: detail
                ) { () async throws -> Void in
                    throw Problem.refused("It is not to be.")
                }
            }
            let page = try await served.ask("GET", "/documents/\(document.id)", as: session)
            for (_, _, words) in wanted {
                #expect(page.text.contains("root \(words), which was not done: It is not to be."), "\(words): \(page)")
            }
        }
    }
}
