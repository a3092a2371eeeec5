import Archives
import Glibc
import Pipelines
import Platform
import Testing

@testable import WebServer

@Suite struct ProblemAnswerTests {
    /// What an archive is refused with on a full disk.
    private static func archiveOnFullDisk() throws -> any Error {
        let writer = try ArchiveWriter(FileDescriptor.open("/dev/full", flags: O_WRONLY), format: .tar)
        do {
            try writer.begin("a", size: 4 << 20, modified: Timestamp(microseconds: 0))
            for _ in 0..<4 { try writer.add([UInt8](repeating: 0, count: 1 << 20)) }
            try writer.finish()
        } catch {
            return error
        }
        throw StoreError(.corrupt, "it was written")
    }

    @Test("an archive that a full disk has no room for, such as a backup: 507")
    func archive() throws {
        let details = ProblemAnswer.details(of: try Self.archiveOnFullDisk(), seesInternals: true)
        #expect(details.status == 507 && details.message.hasPrefix("The server's disk is full. "), "\(details)")
    }

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
