package import Documents
internal import Pipelines
internal import Platform

/// What is known of documents' contents, and what was made of them.
extension Workspace {
    /// - Returns: by the key of their objects; those of which nothing is known are left out.
    /// - Throws: the catalog's errors.
    package func media(of versions: [DocumentVersion]) async throws -> [String: ObjectMedia] {
        try await catalog.media(of: versions.map(\.objectKey))
    }

    /// - Throws: the catalog's errors.
    package func media(of version: DocumentVersion) async throws -> ObjectMedia {
        try await media(of: [version])[version.objectKey] ?? ObjectMedia()
    }

    /// Opens what was made of a version's object.
    ///
    /// - Returns: nil: nothing of that kind was made, or it is not in the store any more.
    /// - Throws: the catalog's errors; `ObjectStoreError` when the store is away.
    package func rendition(
        _ kind: Rendition.Kind, of version: DocumentVersion
    ) async throws -> (rendition: Rendition, reader: any ObjectReader)? {
        guard let rendition = try await media(of: version)[kind], let key = ObjectKey(rendition.key) else { return nil }
        try await (objects as? ReadOnlyObjects)?.verify()
        guard let reader = try await objects.open(key), reader.size == rendition.size else { return nil }
        return (rendition, reader)
    }

    /// How a film can be shown.
    ///
    /// - Throws: the journal's errors.
    package func showing(of version: DocumentVersion, _ media: ObjectMedia) async throws -> FilmShowing {
        if media[.web] != nil { return .everywhere }
        if let detail = try await journal.run(version.run), detail.run.status == .running { return .inPreparation }
        if let codec = media.facts.videoCodec, codec != "h264", codec != "vp8", codec != "vp9", codec != "av1" {
            return .hardly("It is coded in \(codec), which not every browser plays.")
        }
        let type = version.mimeType.split(separator: ";").first.map { $0.lowercased() } ?? ""
        if ["video/x-msvideo", "video/avi", "video/msvideo", "video/vnd.avi"].contains(type) {
            return .hardly("It is an AVI video, which browsers do not play.")
        }
        return .unknown
    }
}

/// How far browsers can show a film.
package enum FilmShowing: Hashable, Sendable {
    /// There is a form of it that every browser plays.
    case everywhere
    /// The run that made the version goes on, and may make such a form.
    case inPreparation
    /// There is none, for a reason in a sentence.
    case hardly(String)
    /// Nothing speaks against the original.
    case unknown
}
