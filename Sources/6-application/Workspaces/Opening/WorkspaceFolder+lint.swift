internal import Accounts
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
        let stored = (try? await reading { try await $0.catalog.allSchools() }) ?? []
        if stored.isEmpty { return report }
        return try PipelineLint.check(
            arguments, in: root, registry: registry, context: lint(with: stored), reading: read)
    }

    /// Warnings of channels that cannot be used now, as for a secret that is not set, or for an address that requests may not
    /// go to. They are no errors: the secret may be set where the service runs, and nowhere else. Blocks.
    package func channelIssues(registry: Registry) -> IssueList {
        let parts = PartFactory(folder: self, registry: registry, secrets: Secrets(workspace: root))
        var issues = IssueList()
        for (channel, reason) in parts.unavailableChannels() {
            issues.report(.warning("unavailable-channel", reason, at: channel.place))
        }
        return issues
    }

    /// Warnings of webhooks that refuse all requests, for their secret or their owner, or whose secret can be guessed. They are
    /// no errors, as of channels. Only where one names an owner, the database is looked at, as by `check`. Blocks.
    package func webhookIssues(of pipelines: [Pipeline]) async -> IssueList {
        let secrets = Secrets(workspace: root)
        let webhooks = pipelines.flatMap(\.triggers.webhooks)
        var issues = IssueList()
        func warn(_ webhook: WebhookTrigger, _ message: String, hint: String) {
            issues.report(
                .warning(
                    "unavailable-webhook", "webhook `\(Printable.text(webhook.path))`: \(message)", at: webhook.span,
                    hint: hint))
        }
        for webhook in webhooks {
            let name = "`secrets.\(webhook.secret)`"
            let place = "put a long random text into secrets/\(webhook.secret)"
            do throws(SystemError) {
                guard let text = try secrets.find(webhook.secret) else {
                    warn(webhook, "\(name) is not set, so that all requests are refused", hint: place)
                    continue
                }
                guard let secret = WebhookSecret(text) else {
                    warn(
                        webhook,
                        "\(name) is \(text.isEmpty ? "empty" : "no base 64 behind `whsec_`"), so that all requests are refused",
                        hint: place)
                    continue
                }
                if secret.isShort {
                    warn(
                        webhook, "\(name) has fewer than \(WebhookSecret.minimum) bytes, so that it can be guessed",
                        hint: place)
                }
            } catch {
                warn(
                    webhook, "\(name) cannot be read, so that all requests are refused: \(error)",
                    hint: "see to the file's rights")
            }
        }
        let strangers = await strangers(among: webhooks.compactMap(\.owner))
        for webhook in webhooks {
            guard let owner = webhook.owner, strangers.contains(owner) else { continue }
            warn(
                webhook, "`\(Printable.short(owner))` has no account, so that all requests are refused",
                hint: "add that person, or correct `owner`")
        }
        return issues
    }

    /// Owners without an account, where people have some: elsewhere whoever is named begins to be one.
    private func strangers(among owners: [String]) async -> Set<String> {
        let others = Set(owners).subtracting([definition.owner.id])
        if others.isEmpty { return [] }
        // As for schools.
        let found = try? await reading { stores -> Set<String> in
            guard try await stores.accounts.hasPeople() else { return [] }
            var strangers: Set<String> = []
            for owner in others where try await stores.accounts.person(owner) == nil { strangers.insert(owner) }
            return strangers
        }
        return found ?? []
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

    /// - Returns: nil: there is no database.
    private func reading<Result>(_ body: (Stores) async throws -> Result) async throws -> Result? {
        guard Stores.exists(database) else { return nil }
        let stores = try await Stores.openReadOnly(database)
        do {
            let result = try await body(stores)
            try await stores.close()
            return result
        } catch {
            try? await stores.close()
            throw error
        }
    }
}
