internal import Documents
internal import Pipelines
internal import Platform

/// A version that would be made, held against those that are there.
struct VersionPlan {
    let owner: String
    let type: DocumentType
    let title: String
    let size: Int64
    let sha256: String

    func preview(
        _ catalog: any CatalogReading, objects: any ObjectStore, description: String?, school: String?
    ) async throws -> EffectPreview {
        let versions = try await catalog.versions(owner: owner, type: type, title: title)
        let number = (versions.first?.number ?? 0) + 1
        let current = versions.first(where: \.isCurrent)
        // The current one first: it is the one that people see.
        let same = ([current].compactMap { $0 } + versions).first { $0.sha256 == sha256 && $0.size == size }
        var stored: String?
        if let same, let key = ObjectKey(same.objectKey), let object = try await objects.open(key), object.size == size
        {
            stored = key.text
        }
        var detail: Record = [
            "title": .string(title), "type": .string(type.rawValue), "owner": .string(owner),
            "version": .integer(Int64(number)), "document": Value(current?.series),
            "current-version": current.map { .integer(Int64($0.number)) } ?? .null,
            "same-bytes-as": same.map { .integer(Int64($0.number)) } ?? .null,
            "same-bytes-at": Value(stored),
        ]
        if let description { detail["description"] = .string(description) }
        if let school { detail["school"] = .string(school) }
        return EffectPreview(
            effects: [
                PlannedEffect(
                    .createVersion, target: title, detail: detail,
                    text: text(number, same: same, stored: stored, isFirst: versions.isEmpty))
            ], outputs: outputs(number, current))
    }

    private func text(_ number: Int, same: DocumentVersion?, stored: String?, isFirst: Bool) -> String {
        var text = "version \(number) of `\(title)`"
        if let same {
            text += " (same bytes as version \(same.number)"
            if let stored { text += ", stored as \(stored)" }
            return text + ")"
        }
        return text + (isFirst ? ", a new \(type.label)" : ", with new bytes")
    }

    /// The version's id, and that of a new document, are made in the run.
    private func outputs(_ number: Int, _ current: DocumentVersion?) -> Record {
        var outputs: Record = [
            Fact.version.name: .integer(Int64(number)), Fact.title.name: .string(title),
            Fact.sharedWith.name: (current?.sharedWith ?? []).value,
        ]
        if let current { outputs[Fact.series.name] = .string(current.series) }
        return outputs
    }
}
