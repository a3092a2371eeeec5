import CompassTesting
import Glibc
import Platform
import Service
import Testing

/// As many uploads as somebody may have.
@Suite(.timeLimit(.minutes(4))) struct UploadNumberTests {
    @Test("as many uploads as somebody may have: 429, also where none of them has a byte")
    func tooMany() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            for _ in 0..<100 { _ = try await UploadTests.begin(served, session, length: 6) }
            let metadata = UploadTests.metadata("a.txt").value
            let refused = try await served.ask(UploadTests.creation(metadata, length: 6, as: session))
            #expect(refused.status == 429 && refused["Retry-After"] != nil, "\(refused)")
            _ = try await UploadTests.begin(served, try await served.session("u2"), length: 6)
        }
    }
}
