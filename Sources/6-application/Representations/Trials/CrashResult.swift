internal import Pipelines
internal import Platform

/// What came of a case that was killed at every boundary.
struct CrashResult: Sendable {
    /// A boundary after which the end was another one.
    struct Difference: Sendable {
        /// From 1.
        let boundary: Int
        /// The name of the place.
        let name: String
        let missing: [String]
        let unexpected: [String]
    }

    let pipeline: String
    let test: String
    /// How many places an uninterrupted run passes.
    let boundaries: Int
    /// How its command line goes on after `compass`.
    let command: String
    /// In the order of the boundaries.
    let differences: [Difference]

    var hasPassed: Bool { differences.isEmpty }

    /// As `--json` prints it.
    var record: Record {
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

    /// As people read it; each line ends in a newline.
    func text(_ style: Style) -> String {
        let title = Printable.text("\(pipeline): \(test)")
        guard !hasPassed else {
            return "\(style.green("ok")) \(title): killed at \(boundaries) boundaries, "
                + "every end the same\n"
        }
        var text =
            "\(style.red("FAILED")) \(style.bold(title)): \(differences.count) of \(boundaries) "
            + "boundaries lead to another end\n"
        for difference in differences {
            text += "  killed at boundary \(difference.boundary) (\(difference.name)):\n"
            for line in difference.missing { text += style.red("   - \(Printable.text(line))") + "\n" }
            for line in difference.unexpected { text += style.green("   + \(Printable.text(line))") + "\n" }
            text += "   again, in a copy of the workspace: \(Printable.text(again(difference)))\n"
        }
        return text
    }

    private func again(_ difference: Difference) -> String {
        "COMPASS_FAILPOINT=:\(difference.boundary) compass \(command); compass runs resume"
    }
}
