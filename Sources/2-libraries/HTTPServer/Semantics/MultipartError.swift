/// Why a body of `multipart/form-data` is read no further. Parts are counted from 1.
public enum MultipartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The type is another one, or names no boundary, or one that none can be.
    case unsoundType
    /// No boundary in so many bytes.
    case noBoundary(within: Int)
    /// Behind the boundary after a part (0: the first one) stands something else than the end of its line.
    case malformedBoundary(after: Int)
    /// What is wrong with the head of a part, behind "the head of part 1".
    case malformedHead(part: Int, String)
    case headTooLarge(part: Int, limit: Int)
    case tooManyParts(limit: Int)
    /// A part is longer than whoever collects it allows.
    case partTooLarge(name: String, limit: Int)
    /// The body ends before its last boundary.
    case truncated
    /// More than so many bytes stand behind the last boundary.
    case surplus(limit: Int)
    /// A part was read after the next one had been asked for.
    case passed

    /// A sentence for whoever has sent the form.
    public var description: String {
        switch self {
        case .unsoundType: "The body must be `multipart/form-data` with a `boundary` of 1 to 70 characters."
        case .noBoundary(let size): "The first \(size) bytes of the form have no boundary in them."
        case .malformedBoundary(0):
            "Behind the first boundary of the form stands something else than the end of its line."
        case .malformedBoundary(let number):
            "Behind the boundary after part \(number) of the form stands something else than the end of its line."
        case .malformedHead(let number, let what): "The head of part \(number) of the form \(what)."
        case .headTooLarge(let number, let limit):
            "The head of part \(number) of the form is larger than \(limit) bytes."
        case .tooManyParts(let limit): "The form has more than \(limit) parts."
        case .partTooLarge(let name, let limit):
            "The field `\(String(name.prefix(100)))` is larger than \(limit) bytes."
        case .truncated: "The form ends before its last boundary: it was cut off on its way."
        case .surplus(let limit): "More than \(limit) bytes stand after the last boundary of the form."
        case .passed: "A part of the form was read after the next one had been asked for."
        }
    }
}
