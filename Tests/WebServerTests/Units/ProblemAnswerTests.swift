import Glibc
import Pipelines
import Platform
import Testing

@testable import WebServer

@Suite struct ProblemAnswerTests {
    @Test("trouble that may be over soon: 507 without room, 503 where the database is held, 500 for the rest")
    func passing() {
        for (error, status) in [
            (StoreError(.full, "full"), 507), (SystemError("write", code: ENOSPC), 507),
            (SystemError("write", code: EDQUOT), 507), (StoreError(.locked, "held"), 503),
            (StoreError(.corrupt, "broken"), 500), (SystemError("write", code: EIO), 500),
        ] as [(any Error, Int)] {
            for seesInternals in [true, false] {
                let answer = ProblemAnswer.answer(error, seesInternals: seesInternals)
                #expect(answer.status == status, "\(error)")
                #expect(answer.headers.contains { $0.name == "Retry-After" } == (status == 503))
                let message = ProblemAnswer.details(of: error, seesInternals: seesInternals).message
                #expect(message.hasPrefix("The server's disk is full. ") == (status == 507), "\(message)")
            }
        }
    }
}
