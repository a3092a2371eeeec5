import Foundation
import PackagePlugin

/// Lists the stages that the files of a target declare, so that adding a file is all that adding a stage takes.
@main
struct StageIndex: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else {
            Diagnostics.error("StageIndex is for targets of Swift sources, which \(target.name) is not")
            return []
        }
        let sources = target.sourceFiles(withSuffix: "swift").map(\.url)
        let output = context.pluginWorkDirectoryURL.appending(path: "ContributedStages.swift")
        let arguments = ["--output", output.path, "--root", target.directoryURL.path] + sources.map(\.path)
        return [
            .buildCommand(
                displayName: "Listing contributed stages",
                executable: try context.tool(named: "stage-index").url,
                arguments: arguments, inputFiles: sources, outputFiles: [output])
        ]
    }
}
