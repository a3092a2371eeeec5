package import Documents
internal import Engine
internal import Pipelines
internal import Platform
internal import Representations

/// Which files become versions of which documents.
extension Workspace {
    /// That of different files no two would become versions of one document, by a given title or by those that come from their
    /// names, unless the pipeline says that this is what is meant, by `dedup: { on-duplicate: version }`. Looks at files with
    /// one title alone, and opens none.
    ///
    /// - Parameters:
    ///   - given: what the request gives to all of them.
    ///   - document: the document that all are added to; nil: their titles tell.
    /// - Throws: `Problem` that names the files.
    func requireDistinct(
        _ requests: [RunRequest], of pipeline: Pipeline, given: Record, addingTo document: DocumentVersion?
    ) throws {
        guard requests.count > 1, pipeline.deduplication?.action != .version else { return }
        let isGiven = VersionMaker(of: pipeline, inputs: given, owner: definition.owner.id)?.title != nil
        var makers = VersionMakers(pipeline)
        func owner(_ request: RunRequest) -> String {
            request.owner ?? request.inputs["user"]?.string ?? definition.owner.id
        }
        func maker(_ request: RunRequest, _ file: Path) -> VersionMaker? {
            makers.maker(inputs: request.inputs, owner: owner(request), file: file)
        }
        // Most have titles of their own, of which nothing else has to be found out.
        let titles = requests.map { request in
            request.file.flatMap { document?.title ?? maker(request, $0)?.title }
        }
        var (seen, repeated): (Set<String>, Set<String>) = ([], [])
        for title in titles {
            if let title, !seen.insert(title).inserted { repeated.insert(title) }
        }
        if repeated.isEmpty { return }
        var titled: [String: [RunRequest]] = [:]
        for (title, request) in zip(titles, requests) {
            if let title, repeated.contains(title) { titled[title, default: []].append(request) }
        }
        let several = titled.flatMap { title, requests -> [(title: String, files: [Path])] in
            let groups = Dictionary(grouping: requests) { request -> [String?]? in
                guard document == nil, let file = request.file else { return [] }
                let maker = maker(request, file)
                // Files of one name may be of different types or owners.
                if maker?.type == nil || maker?.owner == nil, !isGiven { return nil }
                return [maker?.owner ?? owner(request), maker?.type?.rawValue]
            }
            return groups.filter { $0.key != nil }.map { (title, Self.different($0.value.compactMap(\.file))) }
        }.filter { $0.files.count > 1 }
        // The same one each time.
        let first = several.max { ($0.files.count, $1.title) < ($1.files.count, $0.title) }
        guard let first else { return }
        throw Problem.invalidRequest(
            "\(DocumentTarget.list(first.files.map(\.description))) would become versions of one document, "
                + "`\(Printable.text(first.title))`: "
                // Versions of a document that is named have its title.
                + (document == nil ? "give each file a title of its own, or say " : "give one file at a time, or say ")
                + "`dedup: { on-duplicate: version }` in pipeline `\(pipeline.name)` if they are versions of it")
    }

    /// One path of each file, in their order. What cannot be looked at is told by its run.
    private static func different(_ files: [Path]) -> [Path] {
        var seen: Set<[UInt64]> = []
        return files.filter { file in
            guard let status = try? FileStatus.of(file) else { return false }
            return seen.insert([status.device, status.inode]).inserted
        }
    }

    /// The request of a run that adds a version to a document, whatever the document is called by then.
    ///
    /// - Parameter document: any version of it, which `requireOutsideTrash` has looked at.
    /// - Throws: `Problem` when the pipeline makes no versions, or the document would have
    ///   another title, type or owner.
    func request(_ request: RunRequest, of pipeline: Pipeline, addingTo document: DocumentVersion) throws -> RunRequest
    {
        let inputs = try self.inputs(request.inputs, of: pipeline, addingTo: document)
        var trigger = request.trigger
        trigger["document"] = [
            Fact.id.name: .string(document.id), Fact.series.name: .string(document.series),
            Fact.title.name: .string(document.title),
        ]
        return RunRequest(
            file: request.file, in: request.base, inputs: inputs, owner: document.owner, trigger: trigger,
            shownFile: request.shownFile)
    }

    /// The current version of a document.
    ///
    /// - Parameter document: any version of it.
    /// - Throws: `CatalogError` of kind `notFound`; the catalog's errors.
    package func current(of document: DocumentVersion) async throws -> DocumentVersion {
        if document.isCurrent { return document }
        return try await catalog.versions(ofSeriesOf: document.id).first(where: \.isCurrent) ?? document
    }

    /// That a document can get a version. A former version does not tell: it may lie in the trash by itself.
    ///
    /// - Parameter document: any version of it.
    /// - Throws: `CatalogError` of kind `trashed`; as `current(of:)`.
    package func requireOutsideTrash(_ document: DocumentVersion) async throws {
        let current = try await current(of: document)
        if current.trashedAt != nil { throw CatalogError.trashed(current) }
    }

    private func inputs(
        _ given: Record, of pipeline: Pipeline, addingTo document: DocumentVersion
    ) throws -> Record {
        let names = Set(pipeline.inputs.map(\.name))
        var inputs = given
        func maker(_ inputs: Record) throws -> VersionMaker {
            guard let maker = VersionMaker(of: pipeline, inputs: inputs, owner: document.owner) else {
                throw Problem.invalidRequest("pipeline `\(pipeline.name)` makes no versions of documents")
            }
            return maker
        }
        if names.contains("user"), inputs["user"] == nil { inputs["user"] = .string(document.owner) }
        if names.contains("type"), inputs["type"] == nil, try maker(inputs).type == nil {
            var typed = inputs
            typed["type"] = .string(document.type.rawValue)
            if try maker(typed).type == document.type { inputs = typed }
        }
        // The input that is the title, which other stages may tell of, has the document's.
        for input in pipeline.inputs where input.type == .string && inputs[input.name] == nil {
            var titled = inputs
            titled[input.name] = .string(document.title)
            var other = inputs
            other[input.name] = .string("another than " + document.title.prefix(20))
            let isTitle = try maker(titled).title == document.title && maker(other).title != document.title
            if isTitle, (try? input.check(.string(document.title))) != nil {
                inputs = titled
                break
            }
        }
        let made = try maker(inputs)
        let name = "`\(Printable.text(document.title))`"
        if let title = made.title, title != document.title {
            throw Problem.invalidRequest(
                "the document is called \(name), and its new version would be called `\(Printable.text(title))`: leave the "
                    + "title out, or give the document that title first")
        }
        if let type = made.type, type != document.type {
            throw Problem.invalidRequest(
                "\(name) is a \(document.type.label), and pipeline `\(pipeline.name)` makes a \(type.label)")
        }
        if let owner = made.owner, owner != document.owner {
            throw Problem.invalidRequest(
                "\(name) is `\(Printable.text(document.owner))`'s, and its new version would be `\(Printable.text(owner))`'s"
            )
        }
        return inputs
    }
}
