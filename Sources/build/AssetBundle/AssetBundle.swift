import Foundation
import PackagePlugin

/// Puts the style sheets, scripts and drawings of a target's `Assets` folder into its code, with pdf.js as Debian packages it,
/// or the files of a new workspace into the command line's.
@main
struct AssetBundle: BuildToolPlugin {
    /// Of Debian's libjs-pdf, and the character maps of its poppler-data, since pdf.js-common has only 17 of them. The viewer
    /// that comes with pdf.js, and its sandbox for scripts in documents, are no part of the pages.
    private static let pdf = [
        "pdf.js=/usr/share/javascript/pdf/build/pdf.js",
        "pdf.worker.js=/usr/share/javascript/pdf/build/pdf.worker.js",
        "pdf-fonts/=/usr/share/javascript/pdf/web/standard_fonts",
        "pdf-cmaps/=/usr/share/poppler/cMap",
    ]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else {
            Diagnostics.error("AssetBundle is for targets of Swift sources, which \(target.name) is not")
            return []
        }
        if target.name == "CommandLineTool" { return [try starterFiles(context)] }
        let folder = target.directoryURL.appending(path: "Assets")
        var files: [URL] = []
        for kind in ["scripts", "styles", "images"] {
            let found = FileManager.default.enumerator(
                at: folder.appending(path: kind), includingPropertiesForKeys: [.isRegularFileKey])
            for case let file as URL in found ?? .init() {
                if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true { files.append(file) }
            }
        }
        files.sort { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedAssets.swift")
        return [
            .buildCommand(
                displayName: "Bundling assets", executable: try context.tool(named: "asset-bundle").url,
                arguments: ["--output", output.path] + files.map(\.path) + ["--from"] + Self.pdf,
                inputFiles: files, outputFiles: [output])
        ]
    }

    /// What `compass init` writes: the pipelines that need no more than a new machine has, their fixtures, and schools to
    /// begin with.
    private func starterFiles(_ context: PluginContext) throws -> Command {
        let root = context.package.directoryURL
        var paths = ["examples/schools.yaml"]
        for (folder, ending) in [("pipelines", "yaml"), ("pipelines/fixtures", "")] {
            let files = try FileManager.default.contentsOfDirectory(
                at: root.appending(path: folder), includingPropertiesForKeys: [.isRegularFileKey])
            for file in files {
                let isFile = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
                guard isFile, ending.isEmpty || file.pathExtension == ending else { continue }
                paths.append("\(folder)/\(file.lastPathComponent)")
            }
        }
        paths = paths.filter { $0 != "pipelines/highlight-video-full.yaml" }.sorted()
        let output = context.pluginWorkDirectoryURL.appending(path: "StarterFiles.swift")
        return .buildCommand(
            displayName: "Bundling the files of a new workspace",
            executable: try context.tool(named: "asset-bundle").url,
            arguments: ["--output", output.path, "--starter", root.path] + paths,
            inputFiles: paths.map { root.appending(path: $0) }, outputFiles: [output])
    }
}
