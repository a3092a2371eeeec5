import PackagePlugin
@main struct StageIndex: BuildToolPlugin { func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] } }
