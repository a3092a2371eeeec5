internal import Digests
package import Documents
internal import Engine
internal import Glibc
package import Pipelines
package import Platform
internal import Representations

/// Where the bytes that a run was about can still be read.
package enum RunBytes: Sendable {
    /// The run had no document.
    case none
    /// A file with these very bytes, as far as the file system can tell.
    case file(Path)
    /// The object that the run had stored.
    case object(ObjectKey, size: Int64)
    /// Why they cannot be read any more, one sentence without a full stop.
    case gone(String)

    /// Looks for the file itself, then in quarantine, then in the object store. Blocks.
    package static func find(_ detail: RunDetail, in workspace: Workspace) async throws -> RunBytes {
        let run = detail.run
        guard let source = run.source else {
            return run.file.map { .gone("the run could not open \($0)") } ?? .none
        }
        if isUnchanged(source, at: source.path) { return .file(source.path) }
        if let kept = try await kept(of: run.id, source, in: workspace.quarantine) { return .file(kept) }
        var reason = "\(source.path) \(Files.exists(source.path) ? "has changed since" : "is not there any more")"
        do {
            if let object = try await stored(detail, source, in: workspace.objects) { return object }
            reason += ", and neither quarantine nor the object store has its bytes"
        } catch let error as ObjectStoreError {
            reason += ", quarantine does not have its bytes, and the object store cannot be read: \(error)"
        }
        return .gone(reason)
    }

    private static func isUnchanged(_ source: SourceIdentity, at path: Path) -> Bool {
        guard let status = try? FileStatus.of(path) else { return false }
        return status.kind == .regular && status.device == source.device && status.inode == source.inode
            && status.size == source.size && status.modified == source.modified
    }

    private static func kept(
        of run: String, _ source: SourceIdentity, in quarantine: any Quarantine
    ) async throws -> Path? {
        var query = QuarantineQuery()
        query.state = nil
        query.run = run
        let entries = try await quarantine.quarantined(query, limit: 10, after: nil).items
        return entries.lazy.map(\.kept).first { kept in
            switch kept.way {
            case .copy:
                // A copy has times of its own, and nobody but quarantine writes into it.
                (try? FileStatus.of(kept.path)).map { $0.kind == .regular && $0.size == source.size } ?? false
            case .moved, .link, .reference: isUnchanged(source, at: kept.path)
            }
        }?.path
    }

    private static func stored(
        _ detail: RunDetail, _ source: SourceIdentity, in objects: any ObjectStore
    ) async throws -> RunBytes? {
        for stage in detail.stages {
            guard let key = stage.outputs[Fact.objectKey.name]?.string.flatMap({ ObjectKey($0) }),
                let object = try await objects.open(key), object.size == source.size
            else { continue }
            return .object(key, size: object.size)
        }
        return nil
    }
}

extension RunBytes {
    private static let chunk = 1 << 20

    /// Copies them to a new file, which is there whole or not at all, and makes sure that they are the run's. Blocks.
    ///
    /// - Parameter digest: their SHA-256, if it is known.
    /// - Throws: `Problem` when they are gone or not the same; `SystemError`.
    package func copy(to target: Path, digest: String?, from objects: any ObjectStore) async throws {
        let read: (Int64) async throws -> [UInt8]
        var verify: () throws -> Void = {}
        switch self {
        case .none: return
        case .gone(let reason): throw Problem.invalidRequest(reason)
        case .file(let path):
            let file = try SourceFile(opening: path, in: .ofRecord(path, tree: "/"))
            read = { try file.descriptor.bytes(at: $0, count: Self.chunk) }
            verify = { try file.verifyUnchanged() }
        case .object(let key, _):
            guard let object = try await objects.open(key) else {
                throw Problem.invalidRequest("the object \(key) is gone")
            }
            read = { try await object.read(at: $0, count: Self.chunk) }
        }
        let copy = try DownloadedFile(target, replacing: false)
        do {
            var hasher = SHA256()
            var offset: Int64 = 0
            while true {
                try Task.checkCancellation()
                let bytes = try await read(offset)
                if bytes.isEmpty { break }
                bytes.withUnsafeBytes { hasher.update($0) }
                try copy.write(bytes)
                offset += Int64(bytes.count)
            }
            try verify()
            if let digest, hasher.finalize().hex != digest {
                throw Problem.invalidRequest("the bytes that are left of \(target.name) are not those that the run had")
            }
            try copy.publish()
        } catch {
            copy.discard()
            throw error
        }
    }
}
