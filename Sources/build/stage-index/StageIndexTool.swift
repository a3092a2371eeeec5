internal import FoundationEssentials
internal import Glibc

/// `stage-index --output FILE --root FOLDER FILE…` writes the list of the stage types in plugins/. SwiftPM runs it when a
/// file there has come, gone or changed.
@main
struct StageIndexTool {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5, arguments[1] == "--output", arguments[3] == "--root" else {
            end("usage: stage-index --output FILE --root FOLDER FILE…", status: 2)
        }
        let index = StageIndex(root: arguments[4], files: Array(arguments[5...]))
        if !index.problems.isEmpty { end(index.problems.joined(separator: "\n"), status: 1) }
        // An unchanged list keeps its time, so that nothing is compiled again for it.
        if let old = try? String(contentsOfFile: arguments[2], encoding: .utf8), old == index.source { return }
        do {
            try index.source.write(toFile: arguments[2], atomically: true, encoding: .utf8)
        } catch {
            end("stage-index: error: cannot write \(arguments[2]): \(error)", status: 1)
        }
    }

    private static func end(_ message: String, status: Int32) -> Never {
        var text = message + "\n"
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(status)
    }
}
