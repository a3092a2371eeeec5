public import Platform

/// The secrets that a stage was given, to be kept out of what is shown and stored of it. Texts of fewer than four bytes would
/// be found everywhere, and are left alone.
public struct SecretTexts: Sendable {
    /// The longest first, so that one that is a part of another leaves nothing of that.
    private var texts: [String] = []

    public init() {}

    /// What options say that are computed from secrets.
    public init(_ settings: some Sequence<CompiledValue>, _ context: StageContext) {
        for setting in settings where setting.isSecret { add(setting, context) }
        sort()
    }

    /// Adds what an option says, if it is computed from a secret.
    public mutating func add<Wanted: OptionValue>(_ setting: Setting<Wanted>, _ context: StageContext) {
        guard case .compiled(let value) = setting.content, value.isSecret else { return }
        add(value, context)
        sort()
    }

    private mutating func add(_ setting: CompiledValue, _ context: StageContext) {
        guard let value = try? setting.value(in: context.environment) else { return }
        collect(value)
    }

    private mutating func collect(_ value: Value) {
        switch value {
        case .string(let text):
            let parts = [text] + text.split(whereSeparator: \.isNewline).map(String.init)
            texts += parts.filter { $0.utf8.count >= 4 }
        case .list(let values): for value in values { collect(value) }
        case .record(let record): for entry in record { collect(entry.value) }
        default: break
        }
    }

    private mutating func sort() { texts.sort { $0.utf8.count > $1.utf8.count } }

    /// With `***` in place of each of them.
    public func masked(_ text: String) -> String {
        texts.reduce(text) { $0.replacing($1, with: "***") }
    }

    public func masked(_ log: StageLog) -> StageLog { texts.isEmpty ? log : StageLog(log.level, masked(log.message)) }

    public func masked(_ error: StageError) -> StageError {
        texts.isEmpty ? error : StageError(error.outcome, error.kind, masked(error.message))
    }

    /// In texts at any depth.
    public func masked(_ value: Value) -> Value {
        if texts.isEmpty { return value }
        return switch value {
        case .string(let text): .string(masked(text))
        case .list(let values): .list(values.map(masked))
        case .record(let record): .record(masked(record))
        default: value
        }
    }

    /// In texts at any depth.
    public func masked(_ record: Record) -> Record {
        texts.isEmpty ? record : Record(record.map { ($0.key, masked($0.value)) })
    }
}
