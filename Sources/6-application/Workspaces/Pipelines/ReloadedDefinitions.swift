package import Diagnostics
package import Documents
package import Pipelines
package import Platform
internal import Plugins
internal import Representations

/// The files of a workspace, read anew while a process works with former ones: what is right is taken, and what is wrong
/// keeps its former definition.
package struct ReloadedDefinitions: Sendable {
    /// nil: compass.yaml is wrong, so the former one stays.
    package let folder: WorkspaceFolder?
    package let schools: [School]
    /// By name; former ones among them.
    package let pipelines: [Pipeline]
    /// Names of those that were added, changed or removed, sorted.
    package let changed: [String]
    /// Names of those whose file is refused, sorted.
    package let kept: [String]
    package let issues: IssueList
    package let sources: [String: String]
    /// The stage types, those of the plugins as they are now.
    package let registry: Registry
    /// What is wrong and has no place in a file.
    package let troubles: [String]

    package var hasProblems: Bool { issues.hasErrors || !troubles.isEmpty }

    /// As lint tells it.
    package var text: String {
        IssueFormat.text.render(issues.sorted, sources: sources) + troubles.map { "\($0)\n" }.joined()
    }

    /// Reads everything. Blocks.
    ///
    /// - Parameters:
    ///   - root: the workspace's folder.
    ///   - former: what the process works with, sorted by name.
    ///   - registry: what it works with; plugins that are the same stay the same values.
    ///   - stored: the schools of the database, which pipelines may name beside those of the workspace's list.
    package init(
        root: Path, former: [Pipeline], definition: WorkspaceDefinition, registry: Registry, stored: [School] = []
    ) {
        var (issues, sources, troubles): (IssueList, [String: String], [String]) = (IssueList(), [:], [])
        let plugins = PluginCatalog(workspace: root, isPinned: true)
        let registry = plugins.added(to: registry)
        issues.report(contentsOf: plugins.issues)
        sources.merge(plugins.sources) { $1 }
        self.registry = registry
        var folder: WorkspaceFolder?
        var schools: [School] = []
        do {
            let read = try WorkspaceFolder(root, registry: registry)
            issues.report(contentsOf: read.issues)
            sources.merge(read.sources) { $1 }
            schools = try read.schools()
            folder = read
        } catch let error as InvalidFiles {
            issues.report(contentsOf: error.issues)
            sources.merge(error.sources) { $1 }
        } catch {
            troubles.append("\(error)")
        }
        var pipelines = former
        var isLost = false
        do {
            let context = folder?.lint(with: stored) ?? definition.lintContext
            let report = try PipelineLint.check([], in: root, registry: registry, context: context)
            issues.report(contentsOf: report.issues)
            sources.merge(report.sources) { $1 }
            let folder = root == "." ? Path("pipelines") : root.appending("pipelines")
            if former.isEmpty || Files.exists(folder) {
                pipelines = Self.merge(
                    report.pipelines, former, files: Set(try PipelineFinder(workspace: root).all().map(\.file)))
            } else {
                // More likely a lost mount, or somebody who is about to bring another one, than a wish to end everything.
                troubles.append(
                    "there is no folder \(folder), so every pipeline keeps its former definition; bring it back, or make "
                        + "an empty one if none of them is wanted any more")
                isLost = true
            }
        } catch {
            // Nobody knows what the folder holds: all stay.
            troubles.append("\(error)")
        }
        self.folder = folder
        self.schools = schools
        self.pipelines = pipelines
        (self.issues, self.sources, self.troubles) = (issues, sources, troubles)
        let (old, new) = (Self.revisions(former), Self.revisions(pipelines))
        changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        let wrong = Set(issues.sorted.filter { $0.severity == .error }.compactMap { $0.span?.file })
        kept = pipelines.filter { old[$0.name] == $0.revision && (isLost || wrong.contains($0.file)) }.map(\.name)
    }

    /// Those that are right now, and former ones whose file is still there and has none that is.
    private static func merge(_ good: [Pipeline], _ former: [Pipeline], files: Set<String>) -> [Pipeline] {
        let (names, goodFiles) = (Set(good.map(\.name)), Set(good.map(\.file)))
        let unchanged = Dictionary(former.map { ($0.name, $0) }) { $1 }
        let kept = former.filter {
            !names.contains($0.name) && files.contains($0.file) && !goodFiles.contains($0.file)
        }
        // Those that are the same stay the same values.
        let taken = good.map { new in
            if let old = unchanged[new.name], old.revision == new.revision, old.file == new.file { old } else { new }
        }
        return (taken + kept).sorted { $0.name < $1.name }
    }

    private static func revisions(_ pipelines: [Pipeline]) -> [String: String] {
        Dictionary(pipelines.map { ($0.name, $0.revision) }) { $1 }
    }
}

/// The files of a workspace, read and checked as lint does.
package struct Definitions: Sendable {
    /// compass.yaml.
    package let folder: WorkspaceFolder
    package let schools: [School]
    package let pipelines: [Pipeline]
    /// The text of what is wrong and not fatal, or was refused; empty: nothing.
    package let issues: IssueList
    package let sources: [String: String]

    /// Reads everything for a start. Blocks.
    ///
    /// - Throws: `InvalidFiles`, `Problem`, when anything is wrong.
    package static func load(_ folder: WorkspaceFolder, registry: Registry) async throws -> Definitions {
        let report = try await folder.check([], registry: registry)
        if report.hasErrors { throw InvalidFiles(issues: report.issues, sources: report.sources) }
        var issues = folder.issues
        issues.report(contentsOf: report.issues)
        return Definitions(
            folder: folder, schools: try folder.schools(), pipelines: report.pipelines, issues: issues,
            sources: folder.sources.merging(report.sources) { $1 })
    }
}
