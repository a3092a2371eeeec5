internal import Documents
public import Pipelines
public import Platform

/// Reads the stored object again and compares it with what the catalog says.
public struct VerifyObject: PureStage {
    public typealias Options = NoOptions

    public static let spec = StageSpec(
        name: "verify-object",
        summary: "Reads the stored object again and compares it with its size and digest.",
        discussion: """
            All bytes are read, as they come, so that memory does not grow with the object. An object with another size or \
            another SHA-256 ends the run as `object-damaged`, one that is not there as `object-missing`; neither is tried \
            again, since waiting does not fix it. Problems with reading are: a failing disk, a server that is down. A document \
            that was erased since the run began has no object any more, and the run succeeds.
            """,
        needs: [.objectKey, .size, .sha256],
        outputs: [Fact("verified-bytes", .size, "How many bytes were read and found right; 0 of an erased document.")],
        effect: .none,
        examples: [
            StageExample(
                "The object is what it was when it was stored.",
                yaml: "uses: verify-object",
                file: .text("grades.txt", "A, A, B\n"),
                facts: [
                    "object-key": "u1/transcript/1_grades.txt", "size": 8,
                    "sha256": "4c2320b5ed5272b6fff6614006e7b3407660e015ef237c4ad7cb35a2daa6e4ab",
                ],
                result: .outputs(["verified-bytes": 8]))
        ])

    public init(options: NoOptions) {}

    public func run(_ context: StageContext) async throws -> Record {
        let text: String = try context.require(.objectKey)
        let size: Int64 = try context.require(.size)
        let digest: String = try context.require(.sha256)
        guard let key = ObjectKey(text) else {
            throw StageError.failed(
                .permanent, "object-missing", "The catalog holds `\(Printable.text(text))`, which is no object's key.")
        }
        let store = try context.resources.require((any ObjectStore).self)
        guard let object = try await store.open(key) else {
            if try await isErased(context) { return ["verified-bytes": 0] }
            throw StageError.failed(
                .permanent, "object-missing",
                "The object \(key) is not in the store. Restore it from a backup, or delete the document.")
        }
        guard object.size == size else {
            throw damaged(key, "it has \(object.size) bytes, and \(size) were stored")
        }
        let progress = context.progress
        let found = try await object.sha256(progress: { progress($0, size) })
        guard found == digest.lowercased() else {
            throw damaged(key, "its SHA-256 is \(found), and \(digest) was stored")
        }
        return ["verified-bytes": .integer(size)]
    }

    /// Whether the catalog has the document no more.
    private func isErased(_ context: StageContext) async throws -> Bool {
        // A program without a catalog has no versions.
        guard let id = try context.known(.id)?.string,
            let references = try? context.resources.require((any ObjectReferences).self)
        else { return false }
        return try await !references.isKnown(version: id)
    }

    private func damaged(_ key: ObjectKey, _ finding: String) -> StageError {
        .failed(
            .permanent, "object-damaged",
            "The object \(key) is damaged: \(finding). Restore it from a backup; check the disk.")
    }
}
