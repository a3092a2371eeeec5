package import Diagnostics
internal import Documents
package import Pipelines
package import Platform

extension WorkspaceFolder {
    /// What lint has to know of it, its list of schools included.
    package var lint: LintContext { lint(with: []) }

    /// - Parameter stored: schools of the database, which count as well where the workspace has a list.
    func lint(with stored: [School]) -> LintContext {
        var context = definition.lintContext
        // That its file of schools is wrong is told whenever the workspace is opened, and is no matter of pipelines.
        let schools = (try? self.schools()) ?? []
        let listed = Set(schools.map(\.id))
        context.schools = schools.isEmpty ? nil : schools + stored.filter { !listed.contains($0.id) }
        return context
    }

    /// Lints pipelines. Only where one names a school that the list has not, the database is looked at too, if there is one
    /// that can be read: schools may have been added to it alone. Nothing is changed, and none is made.
    ///
    /// - Parameter waiting: whether who has named the files waits for it: pipes among them are read to their end then.
    /// - Throws: as `PipelineLint.check`.
    package func check(
        _ arguments: [Path], registry: Registry, waiting: Bool = false
    ) async throws -> LintReport {
        var contents: [Path: [UInt8]] = [:]
        func read(_ path: Path, _ limit: Int) throws -> [UInt8] {
            // A pipe gives its bytes once.
            if let bytes = contents[path] { return bytes }
            let bytes = try waiting ? Files.readNamed(path, limit: limit) : Files.read(path, limit: limit)
            contents[path] = bytes
            return bytes
        }
        let report = try PipelineLint.check(arguments, in: root, registry: registry, context: lint, reading: read)
        guard report.issues.sorted.contains(where: { $0.kind == "unknown-school" }) else { return report }
        // Lint tells of pipelines, and whoever opens the workspace is told what is wrong with its database.
        let stored = (try? await storedSchools()) ?? []
        if stored.isEmpty { return report }
        return try PipelineLint.check(
            arguments, in: root, registry: registry, context: lint(with: stored), reading: read)
    }

    /// Warnings of channels that cannot be used now, as for a secret that is not set. They are no errors: the secret may be set
    /// where the service runs, and nowhere else. Blocks.
    package func channelIssues(registry: Registry) -> IssueList {
        let parts = PartFactory(folder: self, registry: registry, secrets: Secrets(workspace: root))
        var issues = IssueList()
        for (channel, reason) in parts.unavailableChannels() {
            issues.report(.warning("unavailable-channel", reason, at: channel.place))
        }
        return issues
    }

    /// Warnings of test cases whose file is not there. They are no errors: pipelines are also used where their fixtures are not.
    /// Blocks.
    package static func fixtureIssues(of pipelines: [Pipeline]) -> IssueList {
        var issues = IssueList()
        for pipeline in pipelines {
            for test in pipeline.tests {
                guard let name = test.file, let span = test.fileSpan else { continue }
                let file = Path(pipeline.file).folder.appending(Path(name))
                if Files.exists(file) { continue }
                issues.report(
                    .warning(
                        "missing-file", "there is no file \(file), so the test case cannot be run", at: span,
                        hint: "the path begins at the folder of the pipeline's file"))
            }
        }
        return issues
    }

    private func storedSchools() async throws -> [School] {
        guard Stores.exists(database) else { return [] }
        let stores = try await Stores.openReadOnly(database)
        do {
            let schools = try await stores.catalog.allSchools()
            try await stores.close()
            return schools
        } catch {
            try? await stores.close()
            throw error
        }
    }
}
