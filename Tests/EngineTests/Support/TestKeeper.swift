import Documents
import Pipelines
import Platform

/// Says that it has copied a file.
struct TestKeeper: FileKeeper {
    func keep(_ file: SourceFile, for id: String) async -> KeptFile { KeptFile(.copy, path: Path("/kept/\(id)")) }
    func discard(_ file: KeptFile) async throws {}
}
