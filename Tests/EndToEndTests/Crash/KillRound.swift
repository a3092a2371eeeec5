import Platform
import Testing

/// One document that goes through a pipeline although the program is killed, again and again.
struct KillRound {
    let crash: CrashSandbox
    let script: CrashScript
    let document: Path
    /// What was done, for whoever has to repeat it.
    private(set) var steps: [String] = []
    private(set) var problems: [String] = []

    init(_ crash: CrashSandbox, _ script: CrashScript, _ document: Path) {
        self.crash = crash
        self.script = script
        self.document = document
    }

    private var run: [Path] { ["run", Path(script.name), document, "--json"] }

    /// - Returns: whether it died.
    @discardableResult
    mutating func run(dyingAt failpoint: Int) async throws -> Bool {
        steps.append("COMPASS_FAILPOINT=:\(failpoint) compass run \(script.name) \(document)")
        return expect(try await crash.compass(run, dyingAt: failpoint), [137, script.status])
    }

    @discardableResult
    mutating func resume(dyingAt failpoint: Int) async throws -> Bool {
        steps.append("COMPASS_FAILPOINT=:\(failpoint) compass runs resume")
        return expect(try await crash.compass(["runs", "resume"], dyingAt: failpoint), [137, 0, script.status])
    }

    /// Carries on what is left, and runs the document if nothing was recorded of it.
    mutating func finish() async throws {
        steps.append("compass runs resume")
        let status = try await crash.status(of: document)
        expect(try await crash.sandbox.compass("runs", "resume"), [status == "running" ? script.status : 0])
        if status == nil {
            steps.append("compass run \(script.name) \(document)")
            expect(try await crash.sandbox.compass(run), [script.status])
        }
    }

    mutating func audit() async throws {
        problems += try await Audit.problems(of: crash)
    }

    @discardableResult
    private mutating func expect(_ output: Sandbox.Output, _ statuses: [Int32]) -> Bool {
        if !statuses.contains(output.status) { problems.append("`\(steps.last ?? "")` ended so: \(output)") }
        return output.status == 137
    }

    /// What went wrong and how to see it again; nil: nothing.
    var report: String? {
        problems.isEmpty
            ? nil
            : """
            \(problems.joined(separator: "\n"))
            after, in a workspace like \(crash.name):
            \(steps.map { "  \($0)" }.joined(separator: "\n"))
            """
    }
}
