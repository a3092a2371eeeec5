internal import Documents
package import Engine
internal import Pipelines
internal import Platform
package import Representations

extension Workspace {
    /// The version that a run has made, or the one of an earlier run that it was a duplicate of, as it is now; nil: there is
    /// none, or somebody has erased it since.
    ///
    /// - Throws: the catalog's errors.
    package func versionMade(by result: RunResult) async throws -> MadeVersion? {
        guard result.madeVersion, let id = result.run.document[Fact.id.name]?.string else {
            return nil
        }
        do {
            let version = try await catalog.version(id)
            let prefix = try await shortened([id], of: .version).first ?? id
            let same = version.number > 1 ? try await catalog.sameBytes(as: id) : nil
            return MadeVersion(version, distinctPrefix: prefix, sameBytesAs: same)
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
