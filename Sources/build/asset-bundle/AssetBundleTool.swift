internal import FoundationEssentials
internal import Glibc

/// `asset-bundle --output FILE ASSET… --from NAME=FILE NAME/=FOLDER…`: see `AssetBundle`; `pdf-cmaps/=FOLDER`: see
/// `CharacterMaps`;
/// `asset-bundle --output FILE --starter ROOT PATH…`: see `StarterFiles`.
@main
enum AssetBundleTool {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let problem as AssetProblem {
            print(problem.text)
            exit(1)
        } catch {
            print("error: the assets could not be bundled: \(error)")
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard arguments.count > 2, arguments[0] == "--output" else {
            throw AssetProblem("error: usage: asset-bundle --output FILE ASSET… --from NAME=FILE NAME/=FOLDER…")
        }
        let rest = arguments.dropFirst(2)
        if rest.first == "--starter", rest.count > 1 {
            let source = try StarterFiles.source(root: rest[rest.startIndex + 1], paths: Array(rest.dropFirst(2)))
            return try write(source, to: arguments[1])
        }
        let own = rest.prefix { $0 != "--from" }
        var bundle = AssetBundle()
        for entry in rest.dropFirst(own.count + 1) {
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw AssetProblem("error: `\(entry)` is no NAME=FILE") }
            if parts[0] == CharacterMaps.folder {
                try bundle.add(characterMaps: parts[1])
            } else {
                try bundle.add(parts[1], as: parts[0])
            }
        }
        try bundle.add(own: Array(own))
        try write(bundle.source(), to: arguments[1])
    }

    /// What has not changed is not compiled again.
    private static func write(_ source: String, to output: String) throws {
        if let old = try? String(contentsOfFile: output, encoding: .utf8), old == source { return }
        try source.write(toFile: output, atomically: true, encoding: .utf8)
    }
}

/// What has to be put right, as a compiler says it.
struct AssetProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
