import FileType
import Platform

@testable import FileIntake

/// What is missing of a file is told in one line, whatever the file holds.
enum WholenessChecks {
    static func check(_ file: FileDescriptor, size: Int, names: [Path]) {
        for name in names {
            let problem = required("the file can be looked at") {
                try Wholeness.problem(in: ContainerContent(file, size: Int64(size)), name: name)
            }
            guard let problem else { continue }
            require(!problem.isEmpty && Printable.text(problem) == problem, "`\(problem)` can be shown")
        }
    }
}
