internal import Digests
internal import FoundationEssentials

/// The files that `compass init` writes, as they lie in this project.
enum StarterFiles {
    /// Swift source that declares `StarterFile.all`. Contents are Base64 in literals, which compile at once.
    ///
    /// - Parameters:
    ///   - root: the project's folder.
    ///   - paths: below it.
    static func source(root: String, paths: [String]) throws -> String {
        var text = """
            // Made by asset-bundle from pipelines/ and examples/.

            extension StarterFile {
                static let all: [StarterFile] = [

            """
        for path in paths.sorted() {
            guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else {
                throw AssetProblem("error: \(root)/\(path) cannot be read")
            }
            text += "        StarterFile(path: \"\(path)\", base64: \"\(Base64.encode(Array(data)))\"),\n"
        }
        return text + "    ]\n}\n"
    }
}
