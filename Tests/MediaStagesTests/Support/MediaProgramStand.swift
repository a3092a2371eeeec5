import CompassTesting
import Platform
import Programs

@testable import MediaStages

/// A program that is called as stages call theirs.
struct MediaProgramStand {
    let name: String

    func run(_ arguments: [String] = []) async throws -> MediaProgram.Result {
        let folder = try TestFolder()
        return try await MediaProgram(name: name, package: "none").run(
            arguments, on: nil, in: ProgramScratch(in: folder.path, variable: { _ in nil }).folder())
    }
}
