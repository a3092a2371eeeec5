internal import Documents
internal import Glibc
public import Pipelines
public import Platform
internal import Programs

/// What one check of a plugin has shown.
public struct PluginCheck: Sendable, Hashable {
    /// "example: A transcript that names a GPA", "odd name".
    public let name: String
    /// What was found wrong; nil: nothing.
    public let failure: String?
    public let milliseconds: Double

    /// Whether nothing was found wrong.
    public var hasPassed: Bool { failure == nil }
}

/// The conformance kit: runs a plugin's examples, and what every plugin has to stand.
///
/// It takes the plugin's own sandbox and limits. A plugin with an effect has it for each request.
public struct PluginTrial: Sendable {
    private let plugin: Plugin
    private let catalog: PluginCatalog
    private let type: StageType
    /// Where documents are made.
    private let scratch: ScratchFolder

    /// - Throws: `SystemError` when there can be no temporary folder.
    public init(_ plugin: Plugin, of catalog: PluginCatalog) throws(SystemError) {
        self.plugin = plugin
        self.catalog = catalog
        type = catalog.type(of: plugin)
        scratch = try catalog.scratch.folder()
    }

    /// How one request ended.
    private enum Ending: Equatable {
        case outputs(Record)
        /// A rejection or a failure that the plugin has told of.
        case told(StageError)
    }

    private struct Wrong: Error {
        let message: String
    }

    /// Gives the plugin one request.
    ///
    /// - Parameters:
    ///   - settings: a value for every option.
    ///   - file: the document; nil: none.
    ///   - outputs: for `undo`, what the plugin gave.
    /// - Returns: what it gave, or for `preview` and `undo` what it answered.
    /// - Throws: `StageError` of a rejection or a failure.
    public func answer(
        _ action: PluginAction, _ settings: [String: CompiledValue], facts: Record, file: Path?, outputs: Record = [:],
        log: @escaping @Sendable (StageLog) -> Void
    ) async throws -> Record {
        var context = try context(facts: facts, document: file)
        context.log = log
        switch type.bind(settings).work {
        case .pure(let run): return try await run(context)
        case .effect(let effect):
            let intent = try effect.intent(context)
            switch action {
            case .run: return try await effect.perform(intent, context)
            case .probe:
                guard let found = try await effect.probe(intent, context) else { return ["done": false] }
                return ["done": true, "outputs": .record(found)]
            case .preview:
                let preview = try await effect.preview(intent, context)
                let effects = preview.effects.map { effect -> Value in
                    ["target": .string(effect.target), "text": Value(effect.text), "change": .boolean(effect.isChange)]
                }
                return ["effects": .list(effects), "outputs": .record(preview.outputs)]
            case .undo:
                try await effect.undo(outputs, context)
                return ["done": false]
            }
        case .transactional: preconditionFailure("no plugin is transactional")
        }
    }

    /// Runs all checks, one after another. Blocks for as long as they take.
    ///
    /// - Parameter report: hears of each as soon as it is over.
    /// - Throws: `CancellationError`
    public func run(report: (PluginCheck) throws -> Void) async throws -> [PluginCheck] {
        var checks: [PluginCheck] = []
        func check(_ name: String, _ body: () async throws -> Void) async throws {
            let start = ContinuousClock.now
            var failure: String?
            do {
                try await body()
            } catch let wrong as Wrong {
                failure = wrong.message
            } catch let error as StageError {
                failure = error.message
            } catch let error as CancellationError {
                throw error
            } catch let fault as PluginFault {
                failure = fault.error(of: plugin.name, action: .run).message
            } catch {
                failure = "\(error)"
            }
            let check = PluginCheck(
                name: name, failure: failure, milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
            checks.append(check)
            try report(check)
        }
        for example in plugin.manifest.examples {
            try await check("example: \(example.title)") { try await run(example) }
        }
        guard let first = plugin.manifest.examples.first else { return checks }
        try await check("a second request has the same answer") { try await runTwice(first) }
        try await check("keys that it does not know change nothing") {
            try expect(first.result, await end(first, adding: ["x-later": ["nested": [1, 2]]]))
        }
        try await check("facts that it does not need change nothing") {
            let large = String(repeating: "long text ", count: 100_000)
            try expect(
                first.result, await end(first, facts: ["x-large": .string(large), "x-odd": "\u{1F3C8}\n\"'$(id)`\\"]))
        }
        if plugin.manifest.readsContent { try await checkDocuments(first, check) }
        if plugin.manifest.commands.isPersistent {
            try await check("it ends when its input does") { try endsWithInput() }
        }
        try await checkEffect(first, check)
        return checks
    }

    private typealias Check = (_ name: String, _ body: () async throws -> Void) async throws -> Void

    private func checkDocuments(_ first: PluginExample, _ check: Check) async throws {
        let bytes =
            try first.file.map { try Files.read(plugin.folder.appending($0), limit: 1 << 30) } ?? Array("text\n".utf8)
        let `extension` = first.file?.name.fileExtension ?? ".txt"
        try await check("a document with an odd name has the same answer") {
            let name = "- \"odd\" n\u{E4}me; $(touch x) 'it' \n\u{1F3C8}\(`extension`)"
            try expect(first.result, await end(first, document: document(name, bytes)))
        }
        let odd: [(String, [UInt8])] = [
            ("empty", []), ("cut off", Array(bytes.prefix(bytes.count / 2))), ("random", Self.noise(4_096)),
        ]
        for (kind, contents) in odd {
            try await check("a document that is \(kind) gets an answer") {
                _ = try await end(first, document: document("\(kind)\(`extension`)", contents))
            }
        }
        try await check("several requests at a time have the same answers") {
            let pool = WorkerPool(name: "plugin", width: 4)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask(executorPreference: pool) { try expect(first.result, await end(first)) }
                }
                try await group.waitForAll()
            }
        }
    }

    private func checkEffect(_ first: PluginExample, _ check: Check) async throws {
        let commands = plugin.manifest.commands
        guard plugin.manifest.effect != .none, case .outputs = first.result else { return }
        let stage = type.bind(first.settings)
        guard case .effect(let effect) = stage.work else { return }
        if commands.preview != nil {
            try await check("a preview gets an answer") {
                let context = try context(first)
                _ = try await effect.preview(try effect.intent(context), context)
            }
        }
        if commands.probe != nil {
            try await check("a probe finds what was done") {
                let context = try context(first)
                let intent = try effect.intent(context)
                let outputs = try await effect.perform(intent, context)
                guard let found = try await effect.probe(intent, context) else {
                    throw Wrong(message: "It answered that nothing was done, right after it was.")
                }
                guard found == outputs else {
                    throw Wrong(
                        message: "It found \(Value.record(found).json), and had given \(Value.record(outputs).json).")
                }
            }
        }
        if commands.undo != nil {
            try await check("what was done can be undone, twice") {
                let context = try context(first)
                let intent = try effect.intent(context)
                let outputs = try await effect.perform(intent, context)
                try await effect.undo(outputs, context)
                try await effect.undo(outputs, context)
                guard commands.probe != nil, try await effect.probe(intent, context) != nil else { return }
                throw Wrong(message: "It finds it done after it was undone.")
            }
        }
    }

    private func run(_ example: PluginExample) async throws { try expect(example.result, await end(example)) }

    private func runTwice(_ example: PluginExample) async throws {
        let (one, other) = (try await end(example), try await end(example))
        guard one != other else { return }
        throw Wrong(message: "It answered with \(Self.text(one)), and then with \(Self.text(other)).")
    }

    private func expect(_ result: PluginExample.Result, _ ending: Ending) throws {
        switch (result, ending) {
        case (.outputs(let wanted), .outputs(let found)):
            for entry in wanted where !Self.agree(found[entry.key] ?? .null, entry.value) {
                throw Wrong(
                    message:
                        "It gave \((found[entry.key] ?? .null).json) as `\(entry.key)`, and \(entry.value.json) was "
                        + "expected.")
            }
        case (.rejected(let message), .told(let error)) where error.outcome == .rejected && error.message == message:
            break
        case (.failed(let errorClass), .told(let error)) where error.outcome == .failed(errorClass): break
        case (.outputs, _): throw Wrong(message: "\(Self.text(ending)) was not expected.")
        case (.rejected(let message), _):
            throw Wrong(message: "\(Self.text(ending)) was not expected, but a rejection: \(message)")
        case (.failed(let errorClass), _):
            throw Wrong(
                message: "\(Self.text(ending)) was not expected, but a failure of class \(errorClass.rawValue).")
        }
    }

    /// 4 and 4.0 are the same number.
    private static func agree(_ one: Value, _ other: Value) -> Bool {
        switch (one, other) {
        case (.integer, .number), (.number, .integer): one.number == other.number
        case (.list(let one), .list(let other)):
            one.count == other.count && zip(one, other).allSatisfy { agree($0, $1) }
        case (.record(let one), .record(let other)):
            one.count == other.count && one.allSatisfy { agree($0.value, other[$0.key] ?? .null) }
        default: one == other
        }
    }

    private static func text(_ ending: Ending) -> String {
        switch ending {
        case .outputs(let outputs): Value.record(outputs).json
        case .told(let error):
            "The \(error.outcome == .rejected ? "rejection" : "failure of class \(error.errorClass?.rawValue ?? "")") "
                + "\"\(error.message)\""
        }
    }

    /// - Throws: `StageError` when the plugin broke the protocol.
    private func end(
        _ example: PluginExample, facts: Record = [:], document: Path? = nil, adding keys: Record = [:]
    ) async throws -> Ending {
        let stage = (keys.isEmpty ? type : catalog.type(of: plugin, adding: keys)).bind(example.settings)
        let context = try context(example, facts: facts, document: document)
        do {
            switch stage.work {
            case .pure(let run): return .outputs(try await run(context))
            case .effect(let effect):
                return .outputs(try await effect.perform(try effect.intent(context), context))
            case .transactional: preconditionFailure("no plugin is transactional")
            }
        } catch let error as StageError where !error.kind.hasPrefix("plugin-") {
            return .told(error)
        }
    }

    private func context(_ example: PluginExample, facts: Record = [:], document: Path? = nil) throws -> StageContext {
        var known = example.facts
        for fact in plugin.manifest.needs where known[fact.name] == nil { known[fact.name] = .null }
        for entry in facts { known[entry.key] = entry.value }
        return try context(facts: known, document: document ?? example.file.map { plugin.folder.appending($0) })
    }

    private func context(facts: Record, document: Path?) throws -> StageContext {
        let file: Result<SourceFile, SourceFileError>? = document.map { path in
            do throws(SourceFileError) {
                return .success(try SourceFile(opening: path, tree: plugin.folder))
            } catch {
                return .failure(error)
            }
        }
        return StageContext(
            run: "check", pipeline: "check", stage: plugin.name, attempt: 1, startedAt: .now(),
            keyTimestamp: Timestamp.now().microseconds, owner: "check", file: file, facts: facts,
            resources: Resources(),
            environment: Environment(roots: [:]), progress: { _, _ in })
    }

    private func document(_ name: String, _ bytes: [UInt8]) throws -> Path {
        let path = scratch.path.appending(Path(name))
        try Files.replace(path, with: bytes)
        return path
    }

    /// The same in each trial.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    private func endsWithInput() throws {
        let folder = try catalog.scratch.folder()
        let commands = plugin.manifest.commands
        let command = try PluginProgram(plugin: plugin).command(
            commands.run, in: folder.path, processorTime: plugin.manifest.limits.processor)
        let program = try PluginWorker.start(command, content: nil)
        program.finishInput()
        let limit = TimeSpan(milliseconds: 10_000)
        let end = try PluginWorker.end(of: program, until: .now + .milliseconds(limit.milliseconds), limit: limit)
        try PluginWorker.check(end, plugin: plugin, answered: false, errors: program.errors)
    }
}
