import Testing

@testable import CommandLineTool

@Suite struct ExitCodeTests {
    @Test("statuses are the contract's")
    func statuses() {
        #expect(
            [ExitCode.success, .failed, .usage, .rejected, .interrupted(signal: 2), .interrupted(signal: 15)].map(
                \.status)
                == [0, 1, 2, 3, 130, 143])
    }

    @Test("a failure outweighs a rejection, whatever the order")
    func combination() {
        #expect(
            [ExitCode.success, .rejected, .failed, .rejected].reduce(ExitCode.success) { $0.combined(with: $1) }
                == .failed)
        #expect([ExitCode.rejected, .success].reduce(ExitCode.success) { $0.combined(with: $1) } == .rejected)
        #expect(ExitCode.failed.combined(with: .interrupted(signal: 2)) == .interrupted(signal: 2))
    }
}
