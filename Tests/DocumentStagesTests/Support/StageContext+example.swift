import Documents
import FileType
import Pipelines
import Platform

extension StageContext {
    /// One detector for all tests, as a program has one.
    static let detector = FileTypeDetector()

    /// For a stage that only looks.
    static func example(
        file: Result<SourceFile, SourceFileError>?, facts: Record = [:], inputs: Record = [:],
        rules: DocumentRules = .standard, detector: FileTypeDetector = detector
    ) -> StageContext {
        var resources = Resources()
        resources.provide(detector)
        resources.provide(rules)
        return StageContext(
            run: "example-run", pipeline: "example", stage: "example", attempt: 1, startedAt: .now(), keyTimestamp: 0,
            owner: "u1", file: file, facts: facts, resources: resources,
            environment: Environment(roots: ["inputs": .record(inputs)]), progress: { _, _ in })
    }

    static func example(_ file: SourceFile, facts: Record = [:], rules: DocumentRules = .standard) -> StageContext {
        example(file: .success(file), facts: facts, rules: rules)
    }
}
