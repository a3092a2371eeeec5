@testable import Representations
import Engine
import Platform
import Testing

@testable import CommandLineTool

@Suite struct PlanCommandTests {
    @Test(
        "the exit status follows the outcome",
        arguments: [
            (RunPlan.Outcome.succeeded, ExitCode.success), (.undecided, .success), (.skipped, .success),
            (.rejected, .rejected), (.failed, .failed),
        ] as [(RunPlan.Outcome, ExitCode)])
    func status(outcome: RunPlan.Outcome, code: ExitCode) {
        #expect(ExitCode(outcome) == code)
    }
}
