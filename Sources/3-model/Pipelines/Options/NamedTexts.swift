public import Platform

/// Texts under names that the user chooses, such as the headers of a request, in the order of the file.
public struct NamedTexts: OptionValue {
    public let entries: [(name: String, text: String)]

    public init(_ entries: [(name: String, text: String)] = []) {
        self.entries = entries
    }

    public static var type: ValueType { .map(MapType(of: .string, unset: .fails("give it a value"))) }

    public init?(value: Value) {
        guard case .record(let record) = value else { return nil }
        var entries: [(name: String, text: String)] = []
        for entry in record.entries {
            guard case .string(let text) = entry.value else { return nil }
            entries.append((entry.key, text))
        }
        self.init(entries)
    }

    public var value: Value { .record(Record(entries.map { ($0.name, .string($0.text)) })) }
}
