internal import Documents
package import Engine
internal import Pipelines
internal import Platform
package import Representations

extension Workspace {
    /// The version that a run has made, or the one of an earlier run that it was a duplicate of, as it is now; nil: there is
    /// none, or somebody has erased it since.
    ///
    /// - Parameter isShown: whether somebody reads of it. Where only programs do, the run itself tells of a new document, and
    ///   nothing is read for it.
    /// - Throws: the catalog's errors.
    package func versionMade(by result: RunResult, isShown: Bool) async throws -> MadeVersion? {
        guard result.madeVersion, let id = result.run.document[Fact.id.name]?.string else {
            return nil
        }
        do {
            var (number, shown): (Int?, ShownVersion?)
            if isShown {
                let version = try await catalog.version(id)
                number = version.number
                shown = ShownVersion(version, distinctPrefix: try await shortened([id], of: .version).first ?? id)
            } else {
                number = result.run.document[Fact.version.name]?.integer.map(Int.init)
            }
            guard let number else { return nil }
            return MadeVersion(
                number: number, sameBytesAs: number > 1 ? try await catalog.sameBytes(as: id) : nil, shown: shown)
        } catch let error as CatalogError where error.kind == .notFound {
            return nil
        }
    }
}

extension RunResult {
    /// Whether a version that it made is there.
    package var madeVersion: Bool {
        run.status == .succeeded && stages.contains { $0.uses == "create-version" && $0.status == .succeeded }
    }
}
