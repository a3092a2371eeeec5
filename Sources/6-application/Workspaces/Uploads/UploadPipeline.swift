package import Documents
package import Pipelines
internal import Platform

/// Which pipeline takes a file that is sent as a document of a type.
package struct UploadPipeline {
    private let workspace: WorkspaceDefinition
    private let pipelines: [Pipeline]

    /// - Parameter pipelines: all that the workspace has.
    package init(_ workspace: WorkspaceDefinition, among pipelines: [Pipeline]) {
        self.workspace = workspace
        self.pipelines = pipelines
    }

    /// - Throws: `UploadError` of kind `noPipeline` that says what to declare.
    package func pipeline(for type: DocumentType) throws(UploadError) -> Pipeline {
        if let name = workspace.server.uploads[type] { return try declared(name, for: type) }
        // Which files a batch goes over is for its source to say.
        let makers = pipelines.filter { $0.batchSource == nil && $0.documentType(of: nil) == type }
        // One that only a webhook starts is made for that, and stands back.
        let others = makers.filter { !$0.triggers.areWebhooksAlone }
        let found = others.isEmpty ? makers : others
        if found.count == 1 { return found[0] }
        let names = found.map(\.name).sorted().map { "`\(Printable.text($0))`" }.joined(separator: ", ")
        throw UploadError(
            .noPipeline,
            (found.isEmpty
                ? "No pipeline makes documents of type \(type.rawValue) by itself."
                : "Several pipelines make documents of type \(type.rawValue): \(names).")
                + " Say in compass.yaml which one takes them: `server: { uploads: { \(type.rawValue): PIPELINE } }`.")
    }

    private func declared(_ name: String, for type: DocumentType) throws(UploadError) -> Pipeline {
        let what = "`server.uploads` of compass.yaml names `\(Printable.text(name))` for \(type.rawValue)"
        guard let pipeline = pipelines.first(where: { $0.name == name }) else {
            throw UploadError(.noPipeline, "\(what), and the workspace has no such pipeline.")
        }
        guard pipeline.documentType(of: type) == type else {
            throw UploadError(.noPipeline, "\(what), and that pipeline makes no documents of this type.")
        }
        return pipeline
    }
}

extension Pipeline {
    /// The type of the documents that its first `create-version` makes of a file that somebody sends; nil: it has none, or only a
    /// run tells.
    ///
    /// - Parameter type: what the input `type` is given; nil: it keeps its default.
    func documentType(of type: DocumentType?) -> DocumentType? {
        let makers = stages.flatMap { [$0] + $0.children }
        guard let setting = makers.first(where: { $0.spec.name == "create-version" })?.bound.settings["type"] else {
            return nil
        }
        var inputs: Record = [:]
        for input in self.inputs {
            if input.name == "type", let type {
                guard (try? input.check(.string(type.rawValue))) != nil else { return nil }
                inputs[input.name] = .string(type.rawValue)
            } else if let constant = input.standard?.constant {
                inputs[input.name] = constant
            }
        }
        let environment = Environment(roots: ["inputs": .record(inputs)], variable: { _ in nil })
        return (try? setting.evaluate(environment))?.string.flatMap(DocumentType.init)
    }
}
