internal import FoundationEssentials

extension Value {
    /// Reads JSON text.
    ///
    /// - Throws: `JSONError` when it is none.
    public init(json: String) throws(JSONError) {
        do {
            self = try JSONDecoder().decode(DecodedValue.self, from: Data(json.utf8)).value
        } catch {
            throw JSONError(reason: "\(error)")
        }
    }
}

/// Text that was expected to be JSON and is not.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    let reason: String
    public var description: String { "not valid JSON: \(reason)" }
}

/// The order of an object's keys is not kept by the decoder; they come sorted.
private struct DecodedValue: Decodable {
    let value: Value

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            value = .record(
                Record(
                    try object.allKeys.sorted { $0.stringValue < $1.stringValue }
                        .map { ($0.stringValue, try object.decode(DecodedValue.self, forKey: $0).value) }))
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var values: [Value] = []
            while !list.isAtEnd { values.append(try list.decode(DecodedValue.self).value) }
            value = .list(values)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            value = .null
        } else if let boolean = try? single.decode(Bool.self) {
            value = .boolean(boolean)
        } else if let integer = try? single.decode(Int64.self) {
            value = .integer(integer)
        } else if let number = try? single.decode(Double.self) {
            value = .number(number)
        } else {
            value = .string(try single.decode(String.self))
        }
    }
}
