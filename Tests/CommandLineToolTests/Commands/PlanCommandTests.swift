@testable import Representations
import Engine
import Platform
import Testing

@testable import CommandLineTool

@Suite struct PlanCommandTests {
    @Test(
        "plan takes a pipeline, files and inputs",
        arguments: [
            ["plan", "video"], ["plan", "video", "a.mp4", "b.mp4"],
            ["plan", "video", "a.mp4", "-i", "x=1", "-i", "y=2"],
            ["plan", "--json", "video", "--", "-a.mp4"], ["-w", "folder", "plan", "video", "a.mp4"],
        ])
    func accepted(arguments: [String]) throws {
        guard case .run(let invocation) = try ArgumentParser.parse(arguments.map { Path($0) }, root: RootCommand.tree)
        else {
            Issue.record("\(arguments) runs nothing")
            return
        }
        #expect(invocation.path == ["compass", "plan"])
    }

    @Test(
        "a plan without a pipeline, and an option of run, are refused",
        arguments: [["plan"], ["plan", "v", "--workers", "2"]])
    func refused(arguments: [String]) {
        #expect(throws: Problem.self) {
            try ArgumentParser.parse(arguments.map { Path($0) }, root: RootCommand.tree)
        }
    }

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
