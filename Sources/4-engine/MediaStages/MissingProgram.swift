internal import Documents
public import Pipelines
public import Platform

/// What a stage does where the program that it needs is not installed.
public enum MissingProgram: String, OptionValue, CaseIterable {
    case fail
    case skip

    public static let type = ValueType.string
    public static let choices: [String]? = allCases.map(\.rawValue)

    public init?(value: Value) {
        guard let text = value.string else { return nil }
        self.init(rawValue: text)
    }

    public var value: Value { .string(rawValue) }

    static let doc = """
        What happens where the program is not installed: `fail`, or `skip`, which does without it and says so in the log.
        """
}

/// What `with:` of a stage may say that has nothing else to choose than what happens without its program.
public struct MediaOptions: PartOptions {
    var ifMissing: Setting<MissingProgram> = .fixed(.fail)

    public init() {}

    public static let fields: [OptionField<MediaOptions>] = [
        OptionField("if-missing", \.ifMissing, MissingProgram.doc)
    ]
}

extension StageContext {
    /// Does without a stage's program, where the pipeline allows that.
    ///
    /// - Returns: nil: the program is missing.
    func allowing<Result>(
        _ setting: Setting<MissingProgram>, _ body: () async throws -> Result
    ) async throws -> Result? {
        do {
            return try await body()
        } catch let error as StageError where error.kind == MediaProgram.missingKind {
            guard try value(setting) == .skip else { throw error }
            log(StageLog(.warning, error.message))
            return nil
        }
    }
}
