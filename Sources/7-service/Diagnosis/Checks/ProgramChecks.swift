package import Pipelines
internal import Platform
internal import Programs
package import Representations

/// Whether the programs are installed that stages of the pipelines start.
package enum ProgramChecks {
    /// A stage that starts a program.
    struct Use: Hashable, Sendable {
        let program: RequiredProgram
        /// "thumbnail of highlight-video"
        let stage: String
        /// Whether runs do without the program, or without the stage.
        let isOptional: Bool
    }

    package static func findings(_ pipelines: [Pipeline]) -> [Finding] {
        findings(uses(in: pipelines), path: Environment.searchPath)
    }

    static func uses(in pipelines: [Pipeline]) -> [Use] {
        pipelines.flatMap { pipeline in
            pipeline.allStages.flatMap { stage in
                let isSkipped = stage.bound.settings["if-missing"]?.constant == .string("skip")
                return stage.spec.programs.map { program in
                    Use(
                        program: program, stage: "\(stage.id) of \(pipeline.name)",
                        isOptional: isSkipped || stage.continueOnError)
                }
            }
        }
    }

    /// - Parameter path: the folders to look into, as `PATH` has them.
    static func findings(_ uses: [Use], path: String) -> [Finding] {
        if uses.isEmpty { return [] }
        let programs = Set(uses.map(\.program)).sorted { $0.name < $1.name }
        let missing = programs.filter { ProgramCommand.find($0.name, in: path) == nil }
        if missing.isEmpty {
            return [.ok("programs", "installed: \(programs.map(\.name).joined(separator: ", "))")]
        }
        return missing.map { program in
            let users = uses.filter { $0.program == program }
            let needing = users.filter { !$0.isOptional }
            let advice = "sudo apt install \(program.package), or put it into a folder of PATH: \(path)"
            if let first = needing.first {
                return .problem(
                    "programs",
                    "there is no program \(program.name), and \(shown(first, of: needing.count)) fails without it",
                    advice: advice)
            }
            return .warning(
                "programs",
                "there is no program \(program.name); runs do without what \(shown(users[0], of: users.count)) makes",
                advice: advice)
        }
    }

    private static func shown(_ use: Use, of count: Int) -> String {
        use.stage + (count > 1 ? " (and \(count - 1) more)" : "")
    }
}
