/// The references of the files that a workspace has, made from what these are read by.
package enum WorkspaceReference {
    /// Of `compass.yaml`.
    package static func page(_ registry: Registry) -> ReferencePage {
        let lists =
            registry.channels.all.flatMap { blocks($0, "`channels.NAME`, `type: \($0.spec.name)`") }
            + registry.objectStores.all.flatMap { blocks($0, "`storage`, `type: \($0.spec.name)`") }
        return ReferencePage(
            "compass.yaml",
            "The settings of a workspace. A folder with this file, or with `pipelines/`, is a workspace; everything may be "
                + "left out.",
            [
                .text("Relative paths start at the workspace's folder. Keys that begin with `x-` are yours."),
                .code(example, language: "yaml"), .heading("Keys"),
            ] + FormatReference.blocks(WorkspaceFormat.keys) + lists + [
                .heading("A file of schools"),
                .text(
                    "What `schools` names is a mapping of ids to names, or a list of mappings with these keys. The same may "
                        + "stand in `compass.yaml` itself."),
                .entries(
                    columns: ["key", "value"],
                    SchoolsFile.keys.map { .init($0.name, kind: $0.shape.expected + ", required", $0.doc) }),
                .heading("For editors"),
                .text(
                    "An editor with the YAML language server completes and checks the file by the JSON Schema that its first "
                        + "line names:"),
                .code(EditorLine.of("workspace", below: 0), language: "yaml"),
            ])
    }

    /// The keys of a channel or an object store beside its `type`.
    private static func blocks<Part>(_ type: PartType<Part>, _ title: String) -> [ReferencePage.Block] {
        let keys = type.options.map {
            ReferencePage.Entry(
                $0.name, kind: OptionReference.kind($0) + ($0.standard == .required ? ", required" : ""), $0.doc)
        }
        let short = type.spec.shortOption.map {
            ReferencePage.Block.text("`\(type.spec.name):TEXT` is short for `\($0)`.")
        }
        return [.heading(title), .text(type.spec.summary)] + (short.map { [$0] } ?? [])
            + (keys.isEmpty ? [] : [.entries(columns: ["key", "value"], keys)])
    }

    /// Of pipeline files.
    package static func pipelinePage() -> ReferencePage {
        ReferencePage(
            "Pipeline files",
            "A pipeline is a YAML file in `pipelines/`: what is done with a document, step by step.",
            [
                .text(
                    "This has every key. What stands under `with` depends on the stage's type, which has a page of its own; "
                        + "keys that begin with `x-` are yours."),
                .heading("Keys"),
            ] + FormatReference.blocks(PipelineFormat.keys))
    }

    /// A workspace file that says something of everything; a test reads it.
    package static let example = """
        version: 1
        owner: { id: jordan, name: Jordan Reyes, email: jordan@example.org }
        schools: schools.yaml
        document-types:
          highlight_video: { extensions: [.mp4, .mov], max-size: 2GB }
        channels:
          coaches: { type: webhook, url: "https://hooks.example.org/coaches" }
        workers: 16
        server:
          listen: 127.0.0.1:8080
          url: https://docs.example.org
          uploads: { highlight_video: highlight-video }
        private-addresses: [192.168.1.20]
        retention: { runs: 90d, trash: 30d }
        quarantine: { copy-up-to: 100MB }
        """
}

/// The line by which editors with the YAML language server find a file's schema.
package enum EditorLine {
    /// - Parameters:
    ///   - subject: what there is a schema of, as its file in `schema/` is named: "pipeline".
    ///   - depth: how many folders below the workspace's the file lies.
    package static func of(_ subject: String, below depth: Int) -> String {
        "# yaml-language-server: $schema=" + String(repeating: "../", count: depth) + "schema/\(subject).schema.json"
    }

    /// Whether a file names a schema to editors, whichever that is.
    package static func isIn(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.prefix(65_536), as: UTF8.self).split(separator: "\n").contains {
            $0.hasPrefix("#") && $0.contains("yaml-language-server:") && $0.contains("$schema=")
        }
    }
}
