internal import Pipelines
package import Platform

/// How the program is started that a crash test kills.
package struct CrashProgram: Sendable {
    /// Its file.
    package let path: Path
    /// The arguments that run a pipeline for a file of the workspace in the current folder; inputs are `NAME=VALUE`.
    package let run: @Sendable (_ pipeline: Path, _ file: Path, _ inputs: [Path]) -> [Path]
    /// The arguments that carry on what was left.
    package let resume: [Path]
    /// What users call the program, and both of its tasks.
    package let name: String
    package let runName: String
    package let resumeName: String

    package init(
        path: Path, run: @escaping @Sendable (_ pipeline: Path, _ file: Path, _ inputs: [Path]) -> [Path],
        resume: [Path], name: String, runName: String, resumeName: String
    ) {
        self.path = path
        self.run = run
        self.resume = resume
        self.name = name
        self.runName = runName
        self.resumeName = resumeName
    }
}
