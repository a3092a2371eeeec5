public import Diagnostics
internal import Glibc
public import Pipelines
public import Platform
internal import Programs

/// The plugins that a workspace may use: those of its own, of the user and of the machine.
public struct PluginCatalog: Sendable {
    /// Sorted by name.
    public private(set) var plugins: [Plugin] = []
    /// Sorted by name.
    public private(set) var refused: [RefusedPlugin] = []
    /// What is wrong in their manifests, warnings included.
    public private(set) var issues = IssueList()
    /// The text of each manifest that has issues.
    public private(set) var sources: [String: String] = [:]
    let scratch: ProgramScratch
    private let isPinned: Bool

    /// Looks for plugins and reads their manifests. Blocks.
    ///
    /// - Parameters:
    ///   - workspace: the folder that has `plugins/`; nil: only those of the user and the machine.
    ///   - isPinned: whether plugins run from copies of their folders, so that a change of a file does not meet runs that
    ///     have begun.
    ///   - isTrial: whether plugins are only tried: their temporary folders lie in `TMPDIR` then, and nothing is written to
    ///     the workspace.
    ///   - variable: a variable of the process environment.
    public init(
        workspace: Path?, isPinned: Bool = false, isTrial: Bool = false,
        variable: @escaping @Sendable (String) -> String? = Environment.processVariable
    ) {
        let state = workspace.map { $0.appending(".compass") }
        scratch = ProgramScratch(in: isTrial ? nil : state?.appending("plugins"), variable: variable)
        self.isPinned = isPinned
        var places: [(PluginOrigin, Path)] = []
        if let workspace { places.append((.workspace, workspace == "." ? "plugins" : workspace.appending("plugins"))) }
        places += Self.sharedPlaces(variable)
        for (origin, place) in places { addAll(in: place, origin) }
        refuseDoubles()
        plugins.sort { $0.name < $1.name }
        refused.sort { ($0.name, $0.file.text) < ($1.name, $1.file.text) }
    }

    /// One plugin, wherever it lies.
    ///
    /// - Parameter folder: has its `plugin.yaml`.
    public init(
        folder: Path, variable: @escaping @Sendable (String) -> String? = Environment.processVariable
    ) {
        scratch = ProgramScratch(in: nil, variable: variable)
        isPinned = false
        add(folder, .workspace)
    }

    /// Where plugins of all workspaces are looked for.
    static func sharedPlaces(_ variable: (String) -> String?) -> [(PluginOrigin, Path)] {
        var places: [(PluginOrigin, Path)] = []
        if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            places.append((.user, Path(data).appending("compass/plugins")))
        } else if let home = variable("HOME"), home.hasPrefix("/") {
            places.append((.user, Path(home).appending(".local/share/compass/plugins")))
        }
        return places + [(.machine, "/usr/local/share/compass/plugins"), (.machine, "/usr/share/compass/plugins")]
    }

    /// The stage types of a program with those of its plugins.
    ///
    /// - Parameter registry: plugins in it that are still the same stay the same, with their processes.
    public func added(to registry: Registry) -> Registry {
        let former = registry
        var registry = registry.builtIn
        for plugin in refused { registry.refuse(plugin.name, "\(plugin.message) (\(plugin.file))") }
        for plugin in plugins {
            do throws(RegistryError) {
                try registry.add(
                    former[plugin.name].flatMap { $0.origin == plugin.stageOrigin ? $0 : nil } ?? type(of: plugin))
            } catch {
                registry.refuse(plugin.name, "\(error.message) (\(plugin.home))")
            }
        }
        return registry
    }

    /// A plugin as a stage type. Its processes end with the last reference.
    ///
    /// - Parameter keys: further ones of each request, for a trial.
    public func type(of plugin: Plugin, adding keys: Record = [:]) -> StageType {
        let copy = isPinned ? PluginCopy(of: plugin, in: scratch) : nil
        return PluginStage(copy?.plugin ?? plugin, scratch: scratch, adding: keys, copy: copy)
            .type(origin: plugin.stageOrigin)
    }

    private mutating func addAll(in place: Path, _ origin: PluginOrigin) {
        let names: [Path]
        do throws(SystemError) {
            names = try Files.list(place)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return }
            issues.report(.error("unreadable-file", "\(error)", at: nil))
            return
        }
        for name in names.sorted(by: { $0.text < $1.text }) where name.bytes.first != UInt8(ascii: ".") {
            let folder = place.appending(name)
            // A folder without a manifest is something else, such as the source of a stage that is built in. One that cannot be
            // looked into, or a link that leads nowhere, is told.
            do throws(SystemError) {
                _ = try FileStatus.of(folder.appending(PluginManifest.fileName), followingLinks: false)
            } catch {
                if error.code == ENOENT || error.code == ENOTDIR { continue }
            }
            add(folder, origin)
        }
    }

    private mutating func add(_ folder: Path, _ origin: PluginOrigin) {
        let file = folder.appending(PluginManifest.fileName)
        let shown = file.description
        let name: String
        do throws(SystemError) {
            let resolved = try Files.resolve(folder)
            name = (folder.name == "." || folder.name == ".." ? resolved.name : folder.name).text
            let bytes = try Files.read(file, limit: PluginManifest.limit)
            let (manifest, found) = PluginLoader.load(bytes, file: shown, folder: name)
            if !found.isEmpty { sources[shown] = String(decoding: bytes, as: UTF8.self) }
            issues.report(contentsOf: found)
            guard let manifest else {
                let first = found.sorted.first { $0.severity == .error }
                return refuse(name, file, origin, first?.message ?? "it cannot be read")
            }
            if let fault = Self.missingProgram(manifest, in: resolved) {
                issues.report(.error("missing-program", fault, at: SourceSpan(file: shown, line: 1, column: 1)))
                sources[shown] = String(decoding: bytes, as: UTF8.self)
                return refuse(name, file, origin, fault)
            }
            plugins.append(
                Plugin(manifest, home: resolved, origin: origin, revision: PluginRevision.of(resolved)))
        } catch {
            let message =
                error.code == EFBIG
                ? "\(file) is larger than \(PluginManifest.limit) bytes, which is the most that a manifest may have"
                : "\(error)"
            issues.report(.error("unreadable-file", message, at: nil))
            refuse(folder.name.text, file, origin, message)
        }
    }

    private mutating func refuse(_ name: String, _ file: Path, _ origin: PluginOrigin, _ message: String) {
        refused.append(RefusedPlugin(name: name, file: file, origin: origin, message: message))
    }

    static func missingProgram(_ manifest: PluginManifest, in folder: Path) -> String? {
        for action in PluginAction.allCases {
            guard let word = manifest.commands[action]?.first else { continue }
            if ProgramCommand.find(word, in: Environment.searchPath, folder: folder) != nil { continue }
            guard word.contains("/") else {
                return "there is no program `\(Printable.short(word))` in \(Environment.searchPath); install it"
            }
            let path = folder.appending(Path(word)).normalised
            return Files.exists(path)
                ? "\(path) cannot be executed: chmod +x \(path)" : "there is no file \(path)"
        }
        return nil
    }

    /// Nobody could say which of them was meant.
    private mutating func refuseDoubles() {
        for (name, doubles) in Dictionary(grouping: plugins, by: \.name) where doubles.count > 1 {
            let places = doubles.map { $0.home.description }.joined(separator: " and ")
            plugins.removeAll { $0.name == name }
            for plugin in doubles {
                let file = plugin.home.appending(PluginManifest.fileName)
                let message = "the name `\(name)` is taken: it is that of \(places)"
                issues.report(
                    .error("duplicate-name", message, at: SourceSpan(file: file.description, line: 1, column: 1)))
                refuse(name, file, plugin.origin, message)
            }
        }
    }
}
