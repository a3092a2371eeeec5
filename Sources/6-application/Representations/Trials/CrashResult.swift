internal import Pipelines
package import Platform

/// What came of a case that was killed at every boundary.
package struct CrashResult: JSONRepresentable, Sendable {
    /// A boundary after which the end was another one.
    package struct Difference: Sendable {
        /// From 1.
        package let boundary: Int
        /// The name of the place.
        package let name: String
        package let missing: [String]
        package let unexpected: [String]

        package init(boundary: Int, name: String, missing: [String], unexpected: [String]) {
            self.boundary = boundary
            self.name = name
            self.missing = missing
            self.unexpected = unexpected
        }
    }

    package let pipeline: String
    package let test: String
    /// How many places an uninterrupted run passes.
    package let boundaries: Int
    /// How a user would start the run that was killed, and have it carried on.
    package let run: String
    package let resume: String
    /// In the order of the boundaries.
    package let differences: [Difference]

    package init(
        pipeline: String, test: String, boundaries: Int, run: String, resume: String, differences: [Difference]
    ) {
        self.pipeline = pipeline
        self.test = test
        self.boundaries = boundaries
        self.run = run
        self.resume = resume
        self.differences = differences
    }

    package var hasPassed: Bool { differences.isEmpty }

    /// As `docs/json.md` has it.
    package var record: Record {
        [
            "pipeline": .string(pipeline), "name": .string(test), "status": hasPassed ? "passed" : "failed",
            "boundaries": .integer(Int64(boundaries)),
            "differences": .list(
                differences.map { difference in
                    [
                        "boundary": .integer(Int64(difference.boundary)), "place": .string(difference.name),
                        "missing": .list(difference.missing.map { .string($0) }),
                        "unexpected": .list(difference.unexpected.map { .string($0) }),
                        "repeat": .string(again(difference)),
                    ]
                }),
        ]
    }

    /// What does it again, in a copy of the workspace.
    package func again(_ difference: Difference) -> String {
        "COMPASS_FAILPOINT=:\(difference.boundary) \(run); \(resume)"
    }
}
