internal import Documents
internal import Pipelines
internal import Platform

/// Where what is made of a document's object is kept: beside it, under a key that is fixed before it is made.
struct RenditionKeys {
    /// `{folder of the object}/{timestamp of this run}_{name of the object}-{kind}.{ending}`.
    ///
    /// - Throws: `StageError` when `object-key` is none.
    static func key(
        _ kind: Rendition.Kind, ending: String, _ context: StageContext
    ) throws(StageError) -> String {
        let object: String = try context.require(.objectKey)
        var segments = object.split(separator: "/").map(String.init)
        guard ObjectKey(object) != nil, let last = segments.popLast() else {
            throw .failed(.permanent, "invalid-key", "`\(Printable.short(object))` is no key of an object.")
        }
        let name = last.drop { $0 != "_" }.dropFirst()
        let item = context.item.map { "-\($0)" } ?? ""
        segments.append("\(context.keyTimestamp)_\(name.suffix(120))\(item)-\(kind.rawValue).\(ending)")
        return segments.joined(separator: "/")
    }
}

extension Rendition {
    /// As it stands in a stage's outputs.
    var record: Value {
        [
            "kind": .string(kind.rawValue), "key": .string(key), "mime-type": .string(mimeType), "size": .integer(size),
            "width": .integer(width), "height": .integer(height),
        ]
    }

    /// Back again.
    init?(_ value: Value) {
        guard let kind = value["kind"]?.string.flatMap(Kind.init(rawValue:)), let key = value["key"]?.string,
            let mimeType = value["mime-type"]?.string, let size = value["size"]?.integer,
            let width = value["width"]?.integer, let height = value["height"]?.integer
        else { return nil }
        self.init(kind: kind, key: key, mimeType: mimeType, size: size, width: width, height: height)
    }

    static let output = Fact(
        "renditions", .list(.any), "What was made, each with `kind`, `key`, `mime-type`, `size`, `width` and `height`.")
}

/// What the stages that make renditions have in common.
enum Renditions {
    static func of(_ outputs: Record) -> [Rendition] {
        (outputs[Rendition.output.name]?.list ?? []).compactMap { Rendition($0) }
    }

    static func enter(_ outputs: Record, _ context: StageContext, in catalog: any CatalogTransaction) throws {
        let renditions = of(outputs)
        if !renditions.isEmpty { try catalog.addRenditions(renditions, of: try context.require(.objectKey)) }
    }

    static func withdraw(_ outputs: Record, in catalog: any CatalogTransaction) throws {
        try catalog.removeRenditions(of(outputs).map(\.key))
    }

    /// Deletes the objects that a run has made, whose keys have the run's own timestamp.
    static func delete(_ outputs: Record, _ context: StageContext) async throws {
        let store = try context.resources.require((any ObjectStore).self)
        for rendition in of(outputs) {
            guard let key = ObjectKey(rendition.key) else { continue }
            try await store.delete(key)
        }
    }

    /// Stores a file that a program has made, in place of what an earlier attempt has left.
    static func put(_ file: Path, at key: String, _ context: StageContext) async throws -> Int64 {
        let store = try context.resources.require((any ObjectStore).self)
        guard let key = ObjectKey(key) else {
            throw StageError.failed(
                .permanent, "journal", "The journal has no valid key for what stage `\(context.stage)` makes.")
        }
        let source = try SourceFile(opening: file)
        do {
            return try await store.put(source, at: key, progress: { _ in }).size
        } catch let error as ObjectStoreError where error.code == .keyTaken {
            try await store.delete(key)
            return try await store.put(source, at: key, progress: { _ in }).size
        }
    }

    static func plan(_ intent: Record, _ kinds: [Rendition.Kind]) -> EffectPreview {
        EffectPreview(
            effects: kinds.compactMap { kind in
                intent[kind.rawValue]?.string.map {
                    PlannedEffect(
                        .storeObject, target: $0, detail: ["kind": .string(kind.rawValue)],
                        text: "make a \(kind.rawValue) of the document, unless its kind or its contents allow none")
                }
            }, outputs: [:])
    }
}
