/// The fields of a form as a browser sends them (`application/x-www-form-urlencoded`), read as the URL standard has it: "+" is
/// a space, what follows "%" and is no escape stands for itself, and a part without "=" is a name with the value "".
///
/// Source: https://url.spec.whatwg.org/#urlencoded-parsing. Other than there, bytes that are no UTF-8 are refused: replaced by
/// U+FFFD they would be stored as something that nobody has typed.
public struct FormFields: Sendable, Hashable {
    /// One name with its value.
    public struct Field: Sendable, Hashable {
        /// Decoded; may be empty.
        public let name: String
        /// Decoded; empty where there was no "=".
        public let value: String

        /// - Parameters: as the properties.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// In the order in which they were sent; a name may come several times.
    public let fields: [Field]

    /// - Parameter limit: how many fields there may be.
    /// - Throws: `FormFieldsError`
    public init(_ bytes: some Collection<UInt8>, atMost limit: Int = 1_000) throws(FormFieldsError) {
        var fields: [Field] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            if fields.count == limit { throw .tooManyFields(limit: limit) }
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = Self.decode(part[..<end]) else { throw .invalidName(number: fields.count + 1) }
            guard let value = Self.decode(part[end...].dropFirst()) else { throw .invalidValue(of: name) }
            fields.append(Field(name: name, value: value))
        }
        self.fields = fields
    }

    /// The values of a name, in their order.
    public func values(of name: String) -> [String] {
        fields.lazy.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The first value of a name; nil: it was not sent.
    public subscript(name: String) -> String? { values(of: name).first }

    /// - Returns: nil: it is no UTF-8.
    private static func decode(_ bytes: some Collection<UInt8>) -> String? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            index = bytes.index(after: index)
            switch byte {
            case UInt8(ascii: "+"): result.append(0x20)
            case UInt8(ascii: "%"):
                let digits = bytes[index...].prefix(2)
                if let value = PercentEncoding.byte(digits) {
                    result.append(value)
                    index = digits.endIndex
                } else {
                    result.append(byte)
                }
            default: result.append(byte)
            }
        }
        return String(validating: result, as: UTF8.self)
    }
}

/// Why the fields of a form are not read. Values may be secret, so none is in it.
public enum FormFieldsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of a field, counted from 1, is no UTF-8.
    case invalidName(number: Int)
    /// The value of a field is no UTF-8.
    case invalidValue(of: String)
    case tooManyFields(limit: Int)

    /// A sentence for whoever has sent the form.
    public var description: String {
        switch self {
        case .invalidName(let number): "The name of field \(number) of the form is not UTF-8."
        case .invalidValue(let name): "The value of the field `\(String(name.prefix(100)))` is not UTF-8."
        case .tooManyFields(let limit): "The form has more than \(limit) fields."
        }
    }
}
