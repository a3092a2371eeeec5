internal import Documents
internal import Pipelines
internal import Platform
internal import Programs

/// A plugin as a stage type of the registry.
struct PluginStage: Sendable {
    private let plugin: Plugin
    private let scratch: ProgramScratch
    private let workers: PluginWorkers?
    /// Further keys of each request.
    private let added: Record

    /// What it runs from, which lives as long as it.
    private let copy: PluginCopy?

    init(_ plugin: Plugin, scratch: ProgramScratch, adding keys: Record, copy: PluginCopy?) {
        self.plugin = plugin
        self.scratch = scratch
        added = keys
        self.copy = copy
        workers = plugin.manifest.commands.isPersistent ? PluginWorkers(plugin, scratch: scratch) : nil
    }

    func type(origin: StageOrigin) -> StageType {
        StageType(
            plugin.manifest.spec, options: plugin.manifest.options, isUndoable: plugin.manifest.commands.undo != nil,
            origin: origin
        ) { settings in BoundStage.Work(self, settings) }
    }

    /// Asks the plugin. Blocks.
    func ask(
        _ action: PluginAction, _ settings: [String: CompiledValue], _ context: StageContext, outputs: Record? = nil
    ) async throws -> PluginAnswer {
        let manifest = plugin.manifest
        guard let words = manifest.commands[action] else {
            throw PluginFault(.notExpected(action.rawValue)).error(of: plugin.name, action: action)
        }
        let secrets = SecretTexts(settings.values, context)
        let request = PluginRequest(
            id: Identifier.uuid(), action: action, key: Self.key(context), options: try options(settings, context),
            secretOptions: Set(settings.filter(\.value.isSecret).keys), facts: try facts(context), outputs: outputs,
            run: context.run, pipeline: context.pipeline,
            stage: context.stage, item: context.item, attempt: context.attempt, added: added)
        let log = context.log
        var masking = context
        masking.log = { log(secrets.masked($0)) }
        let content = manifest.readsContent && context.file != nil ? try context.content : nil
        let hearing = masking
        func exchange() -> PluginExchange {
            PluginExchange(
                request: request, limit: manifest.limits.timeout,
                deadline: .now + .milliseconds(manifest.limits.timeout.milliseconds), context: hearing)
        }
        do {
            try Task.checkCancellation()
            let answer: PluginAnswer
            if let workers, words == manifest.commands.run {
                answer = try await workers.seats.seated {
                    // Its time begins when it has its turn.
                    let exchange = exchange()
                    return try await exchange.cancellable { () throws(PluginFault) in
                        try workers.answer(exchange, content: content)
                    }
                }
            } else {
                let exchange = exchange()
                answer = try await exchange.cancellable { () throws(PluginFault) in
                    try once(words, exchange, content: content)
                }
            }
            if case .error(let error) = answer.end { throw secrets.masked(error) }
            return answer
        } catch let fault as PluginFault {
            try Task.checkCancellation()
            throw secrets.masked(fault.error(of: plugin.name, action: action))
        }
    }

    private func once(
        _ words: [String], _ exchange: PluginExchange, content: SourceFile?
    ) throws(PluginFault) -> PluginAnswer {
        let folder: ScratchFolder
        let document: PluginDocument?
        do throws(SystemError) {
            folder = try scratch.folder()
            document = try content.map { (file) throws(SystemError) in try PluginDocument(file, scratch: scratch) }
        } catch {
            throw PluginFault(.scratch(error))
        }
        let limits = plugin.manifest.limits
        var command = try PluginProgram(plugin: plugin).command(
            words, in: folder.path, readable: document?.folder.map { [$0.path] } ?? [],
            processorTime: limits.processor ?? limits.timeout)
        command.environment += exchange.request.variables
        return try withExtendedLifetime((folder, document)) { () throws(PluginFault) in
            try exchange.runOnce(
                command, content: content.flatMap { file in document.map { ($0.path, file) } }, plugin: plugin)
        }
    }

    /// The outputs that an answer has, which have to be those that the manifest declares.
    func outputs(of answer: PluginAnswer, action: PluginAction, isPartial: Bool = false) throws(StageError) -> Record {
        do throws(PluginFault) {
            guard case .done(let given, _) = answer.end else { throw PluginFault(.notExpected("`absent`")) }
            let declared = plugin.manifest.gives + plugin.manifest.outputs
            for entry in given where !declared.contains(where: { $0.name == entry.key }) {
                throw PluginFault(.undeclared(entry.key))
            }
            var outputs: Record = [:]
            var missing: [String] = []
            for fact in declared {
                if let value = given[fact.name] {
                    guard fact.type.accepts(value) else { throw PluginFault(.wrongType(fact.name, fact.type, value)) }
                    outputs[fact.name] = value
                } else if fact.type.mayBeNull {
                    outputs[fact.name] = .null
                } else {
                    missing.append(fact.name)
                }
            }
            if !missing.isEmpty, !isPartial { throw PluginFault(.missing(missing)) }
            return outputs
        } catch {
            throw error.error(of: plugin.name, action: action)
        }
    }

    /// The same for each attempt, and for the same stage of the same run after a crash.
    private static func key(_ context: StageContext) -> String {
        "\(context.run)/\(context.stage)" + (context.item.map { "/\($0)" } ?? "")
    }

    private func options(
        _ settings: [String: CompiledValue], _ context: StageContext
    ) throws(StageError) -> Record {
        var options: Record = [:]
        for option in plugin.manifest.options {
            guard let setting = settings[option.name] else { continue }
            let value = try setting.value(in: context.environment)
            let isAllowed = option.choices.map { $0.contains(value.string ?? "") || value.isNull } ?? true
            guard option.type.accepts(value), isAllowed else {
                let choices = option.choices.map { "one of " + $0.joined(separator: ", ") }
                throw .failed(
                    .permanent, "expression",
                    "The option `\(option.name)` of stage `\(context.stage)` must be \(choices ?? option.type.description)"
                        + (setting.isSecret ? "." : ", and is \(Printable.short(value.json))."))
            }
            options[option.name] = value
        }
        return options
    }

    private func facts(_ context: StageContext) throws(StageError) -> Record {
        for fact in plugin.manifest.needs {
            guard try context.known(fact) != nil else { throw context.missing(fact) }
        }
        return context.facts
    }
}

extension BoundStage.Work {
    fileprivate init(_ stage: PluginStage, _ settings: [String: CompiledValue]) {
        if stage.isPure {
            self = .pure { context in
                try stage.outputs(of: try await stage.ask(.run, settings, context), action: .run)
            }
            return
        }
        self = .effect(
            EffectWork(
                intent: { _ in [:] },
                perform: { _, context in
                    try stage.outputs(of: try await stage.ask(.run, settings, context), action: .run)
                },
                probe: { _, context in
                    guard stage.can(.probe) else { return nil }
                    let answer = try await stage.ask(.probe, settings, context)
                    if case .absent = answer.end { return nil }
                    return try stage.outputs(of: answer, action: .probe)
                },
                preview: { intent, context in
                    guard stage.can(.preview) else {
                        return EffectPreview(effects: [PlannedEffect(.perform, target: context.stage)], outputs: [:])
                    }
                    let answer = try await stage.ask(.preview, settings, context)
                    let outputs = try stage.outputs(of: answer, action: .preview, isPartial: true)
                    guard case .done(_, let effects) = answer.end else {
                        return EffectPreview(effects: [], outputs: outputs)
                    }
                    return EffectPreview(effects: effects, outputs: outputs)
                },
                undo: { outputs, context in
                    guard stage.can(.undo) else { return }
                    _ = try await stage.ask(.undo, settings, context, outputs: outputs)
                }))
    }
}

extension PluginStage {
    fileprivate var isPure: Bool { plugin.manifest.effect == .none }
    fileprivate func can(_ action: PluginAction) -> Bool { plugin.manifest.commands[action] != nil }
}
