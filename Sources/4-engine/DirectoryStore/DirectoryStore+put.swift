internal import Digests
public import Documents
internal import Platform

extension DirectoryStore {
    /// See `ObjectStore`. Memory does not grow with the size. When the key has an object already, the source is read for its
    /// digest alone and nothing is written.
    ///
    /// - Throws: `ObjectStoreError`: `keyTaken` when other bytes have the key; whatever the source throws;
    ///   `CancellationError`.
    public func put(
        _ source: any ObjectSource, at key: ObjectKey, progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> StoredObject {
        try place.verify()
        try doing("store \(key)") { () throws(SystemError) in try place.mark() }
        let stored = try store(source, at: key, progress: progress)
        // What was mounted over it meanwhile hides the object.
        try place.verify()
        return stored
    }

    private func store(
        _ source: any ObjectSource, at key: ObjectKey, progress: @escaping @Sendable (Int64) -> Void
    ) throws -> StoredObject {
        let folder = try doing("store \(key)") { () throws(SystemError) in try folders.make(for: key) }
        if let existing = try existing(key, in: folder) {
            if existing.size != source.size { throw taken(key, size: existing.size) }
            let digest = try Copy(source: source, file: nil, progress: progress).run()
            return try confirm(existing.file, key, size: existing.size, digest: digest)
        }
        let sync = try doing("store \(key)") { () throws(SystemError) in try folders.sync(of: folder) }
        // Nobody is to wait for a large one, which takes longer than all others.
        let announcement = source.size <= Copy.smallSize ? sync.announce() : nil
        Failpoint.pass("objects.before-file")
        let temporary = try doing("store \(key)") {
            () throws(SystemError) in try TemporaryFile(in: folder)
        }
        let digest: SHA256Digest
        do {
            digest = try Copy(source: source, file: temporary.file, progress: progress).run()
        } catch let error as SystemError {
            throw ObjectStoreError(error, doing: "store \(key) in \(root)")
        }
        Failpoint.pass("objects.bytes-written")
        let size = source.size
        do throws(SystemError) {
            try temporary.file.synchronize()
            Failpoint.pass("objects.bytes-synced")
            if try temporary.publish(as: folders.name(of: key)) {
                Failpoint.pass("objects.renamed")
                let synchronize = { () throws(SystemError) in try folder.synchronize() }
                if let announcement { try announcement.run(synchronize) } else { try sync.run(synchronize) }
                Failpoint.pass("objects.name-synced")
                return StoredObject(key: key, url: url(for: key), size: size, sha256: digest.hex, created: true)
            }
        } catch {
            throw ObjectStoreError(error, doing: "store \(key) in \(root)")
        }
        // Somebody else was quicker.
        guard let existing = try existing(key, in: folder) else {
            throw ObjectStoreError(.other, "The object \(key) came and went while it was being stored. Run it again.")
        }
        if existing.size != size { throw taken(key, size: existing.size) }
        return try confirm(existing.file, key, size: size, digest: digest)
    }

    /// Success when the object that is there has the digest; and it is on disk then, although somebody else put it there
    /// and may not be that far.
    private func confirm(
        _ file: FileDescriptor, _ key: ObjectKey, size: Int64, digest: SHA256Digest
    ) throws -> StoredObject {
        let stored = try Copy(source: ObjectContents(file: file, size: size, key: key), file: nil, progress: { _ in })
            .run()
        if stored != digest { throw taken(key, size: size) }
        try doing("store \(key)") { () throws(SystemError) in
            try file.synchronize()
            try folders.make(for: key).synchronize()
        }
        return StoredObject(key: key, url: url(for: key), size: size, sha256: digest.hex, created: false)
    }

    private func taken(_ key: ObjectKey, size: Int64) -> ObjectStoreError {
        ObjectStoreError(
            .keyTaken,
            "The object store has other bytes (\(size) of them) under \(key), and never replaces an object. Nothing was "
                + "stored.")
    }
}
