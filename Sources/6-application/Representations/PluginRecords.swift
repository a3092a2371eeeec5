internal import Documents
package import Pipelines
package import Platform
package import Plugins

/// Plugins as JSON.
package enum PluginRecord {
    /// What an installed plugin says of itself.
    ///
    /// - Parameters:
    ///   - sandbox: what it is made of on this machine.
    ///   - gaps: what of it does not hold here.
    package static func value(_ plugin: Plugin, _ type: StageType, sandbox: String, gaps: [String]) -> Value {
        let (manifest, limits) = (plugin.manifest, plugin.manifest.limits)
        var record = StageReference.value(type).record ?? [:]
        record["version"] = .string(manifest.version)
        record["since"] = nil
        record["folder"] = .string(plugin.home.text)
        record["origin"] = .string(plugin.origin.rawValue)
        record["revision"] = .string(plugin.revision)
        record["persistent"] = .boolean(manifest.commands.isPersistent)
        var commands: Record = [:]
        for action in PluginAction.allCases {
            commands[action.rawValue] = manifest.commands[action].map { .list($0.map(Value.string)) }
        }
        record["commands"] = .record(commands)
        record["timeout-ms"] = .integer(limits.timeout.milliseconds)
        record["limits"] = [
            "memory": .integer(limits.memory), "output": .integer(limits.output),
            "file-size": .integer(limits.fileSize),
            "processes": .integer(limits.processes), "open-files": .integer(limits.openFiles),
        ]
        record["network"] = .boolean(manifest.rights.network)
        record["sandbox"] = .string(manifest.rights.isSandboxed ? sandbox : "off")
        record["gaps"] = .list(manifest.rights.isSandboxed ? gaps.map { .string("without \($0)") } : [])
        record["usable"] = true
        return .record(record)
    }

    /// A plugin that cannot be used.
    package static func value(_ plugin: RefusedPlugin) -> Value {
        [
            "name": .string(plugin.name), "file": .string(plugin.file.text), "origin": .string(plugin.origin.rawValue),
            "usable": false, "reason": .string(plugin.message),
        ]
    }

    package static func value(_ check: PluginCheck, of plugin: Plugin) -> Value {
        [
            "plugin": .string(plugin.name), "check": .string(check.name), "passed": .boolean(check.hasPassed),
            "failure": Value(check.failure), "ms": .number(check.milliseconds),
        ]
    }

    /// How a request to a plugin did not succeed.
    package static func value(_ error: StageError) -> Value {
        var record: Record = [
            "outcome": error.outcome == .rejected ? "rejected" : "failed", "kind": .string(error.kind),
            "message": .string(error.message),
        ]
        if let errorClass = error.errorClass { record["class"] = .string(errorClass.rawValue) }
        return .record(record)
    }
}
