package import Documents
internal import Platform
internal import UploadFolder

/// An upload that comes in one request. Nobody else works with it before it is whole, or this value is gone.
package struct WholeFile: Sendable {
    package let upload: UploadRecord
    let hold: UploadHold
}

extension Uploads {
    /// Takes a file in that comes in one request. Of one that does not come whole nothing is left, since nobody could go on with it.
    ///
    /// - Returns: of one that has ended early, how much had come.
    /// - Throws: as `append`.
    package func receive(
        _ bytes: some AsyncSequence<[UInt8], any Error> & Sendable, of file: WholeFile
    ) async throws -> UploadProgress {
        do {
            let progress = try await append(bytes, to: file.upload.id, of: nil, at: 0, held: file.hold)
            if progress.upload.state == .receiving { await discard(file) }
            file.hold.release()
            return progress
        } catch {
            await discard(file)
            throw error
        }
    }

    /// Removes it also when the task is cancelled because its sender has left. What cannot be removed now, a sweep removes.
    func discard(_ file: WholeFile) async {
        let (folder, pool, store, id) = (folder, pool, workspace.stores.uploads, file.upload.id)
        // A cancelled task reads nothing.
        await Task {
            // Without its record nobody asks for its bytes.
            try? await store.forgetUploads([id])
            try? await pool.run { try folder.remove(id, held: file.hold) }
        }.value
    }
}
