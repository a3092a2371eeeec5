internal import FoundationEssentials
internal import Glibc

/// Writes the list of the stage types that plugins declare; SwiftPM runs it when a file in plugins/ has changed.
@main
struct StageIndexTool {
    static func main() {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            let index = StageIndex(
                try arguments.files.map {
                    SourceText(path: $0, root: arguments.root, text: try String(contentsOfFile: $0, encoding: .utf8))
                })
            for problem in index.problems { report("\(problem)") }
            if !index.problems.isEmpty { exit(1) }
            try write(index.source, to: arguments.output)
        } catch {
            report("stage-index: error: \(error)")
            exit(error is Arguments.UsageError ? 2 : 1)
        }
    }

    /// An unchanged list keeps its time, so that nothing is compiled again for it.
    private static func write(_ source: String, to path: String) throws {
        if let old = try? String(contentsOfFile: path, encoding: .utf8), old == source { return }
        try source.write(toFile: path, atomically: true, encoding: .utf8)
    }

    private static func report(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
