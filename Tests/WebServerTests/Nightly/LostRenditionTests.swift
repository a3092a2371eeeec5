import CompassTesting
import Documents
import Pipelines
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Renditions whose objects are gone.
@Suite(.timeLimit(.minutes(4))) struct LostRenditionTests {
    @Test("a rendition whose object is gone is answered as one that was never made")
    func gone() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let document = try await served.addDocument("Spring", "A, B\n", as: session, of: "u1")
            let rendition = try await MediaTests.add(.thumbnail480, "image/webp", to: document, in: served)
            try await served.workspace.objects.delete(try #require(ObjectKey(rendition.key)))
            try await served.ask(
                "GET", "/api/v1/documents/\(document.id)/renditions/thumbnail-480", as: session, status: 404)
        }
    }
}
