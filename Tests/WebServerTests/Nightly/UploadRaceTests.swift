import Accounts
import CompassTesting
import Digests
import Documents
import Platform
import Service
import Testing
import Workspaces

@testable import WebServer

/// Uploads at which several look and send.
@Suite(.timeLimit(.minutes(4))) struct UploadRaceTests {
    @Test("two that send to one upload at once: one at a time, and nothing is mixed")
    func twoSenders() async throws {
        try await withServedWorkspace(as: "u1") { served, session in
            let target = try await UploadTests.begin(served, session, length: 6)
            let answers = try await withThrowingTaskGroup(of: WebAnswer.self) { group in
                for text in ["aaa", "bbb", "ccc", "ddd"] {
                    group.addTask { try await UploadTests.append(served, session, target, at: 0, text) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 204 } == 1, "\(answers.map(\.status))")
            #expect(answers.allSatisfy { [204, 409, 423].contains($0.status) }, "\(answers.map(\.status))")
            let head = try await served.ask("HEAD", target, as: session, [UploadTests.tus])
            #expect(head["Upload-Offset"] == "3")
        }
    }

    @Test("HEAD: as far as it is, without a version of tus or with its own; another version is 412")
    func headOfAnotherVersion() async throws {
        try await withServedWorkspace(as: "u1") { served, who in
            let target = try await UploadTests.begin(served, who, length: 5)
            for (version, status) in [(nil, 200), ("1.0.0", 200), ("0.2.2", 412)] as [(String?, Int)] {
                let headers = version.map { [(name: "Tus-Resumable", value: $0)] } ?? []
                let answer = try await served.ask("HEAD", target, as: who, headers)
                #expect(answer.status == status, "\(version ?? "none")")
                #expect((answer["Upload-Offset"] == "0") == (status == 200))
            }
        }
    }
}
