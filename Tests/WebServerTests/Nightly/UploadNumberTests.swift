import CompassTesting
import Glibc
import Platform
import Service
import Testing

/// As many uploads as somebody may have.
@Suite(.timeLimit(.minutes(4))) struct UploadNumberTests {
    @Test("as many uploads as somebody may have: 429, also where none of them has a byte")
    func tooMany() async throws {
        try await withServedWorkspace { served in
            let session = try await served.session("u1")
            for _ in 0..<100 { _ = try await UploadTests.begin(served, session, length: 6) }
            let metadata = "filename \("a.txt".base64),type \("transcript".base64)"
            let begin = WebRequest(
                "POST", "/api/v1/uploads",
                [UploadTests.tus, ("Upload-Length", "6"), ("Upload-Metadata", metadata)])
            let refused = try await served.ask(begin.with(session.headers))
            #expect(refused.status == 429 && refused["Retry-After"] != nil, "\(refused)")
            #expect(try await served.ask(begin.with(try await served.session("u2").headers)).status == 201)
        }
    }
}
