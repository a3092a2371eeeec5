import Accounts
import Documents
import HTTPServer
import Platform
import Testing
import Workspaces

@testable import WebServer

/// Where one is after a form.
@Suite(.timeLimit(.minutes(4))) struct EndedSessionPlaceTests {
    @Test("after a form one is back at its page, or at the nearest above it")
    func next() async throws {
        try await withServedWorkspace { served in
            for (target, next) in [
                ("/documents/1/trash?type=resume", "/documents/1?type=resume"), ("/documents/selection", "/documents"),
                ("/account/password", "/account"), ("/people/ann%20b/password", "/people"),
                ("/runs/1/retry", "/runs/1"),
            ] {
                let answer = try await served.ask(WebRequest("POST", target, form: ["a": "b"], EndedSessionTests.site))
                #expect(
                    answer["Location"] == "/sign-in?next=\(PercentEncoding.encode(next))&done=not-signed-in",
                    "\(target): \(answer)")
            }
        }
    }
}
