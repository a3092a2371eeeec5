@testable import HTTPServer

/// A form has the same parts, and the same fault, however its body is cut; and what is no form is refused and not read as one.
///
/// The first byte says how the rest, a body with the boundary "b", is cut into pieces. The rest is read as url-encoded fields
/// too.
enum FormTarget: FuzzTarget {
    static let name = "form"

    private struct Part: Hashable {
        let head: MultipartHead
        var bytes: [UInt8] = []
        var isWhole = false
    }

    static func run(_ input: [UInt8]) {
        let body = Array(input.dropFirst())
        let whole = read(body, inPiecesOf: max(1, body.count))
        let pieces = read(body, inPiecesOf: 1 + Int(input.first ?? 0) % 64)
        require(whole.parts == pieces.parts, "pieces have the parts of the whole")
        require(whole.fault == pieces.fault, "pieces have the fault of the whole: \(whole.fault), \(pieces.fault)")
        require(whole.parts.dropLast().allSatisfy(\.isWhole), "a part ends before the next one")
        if whole.fault.isEmpty {
            require(whole.parts.allSatisfy(\.isWhole), "all parts of a form are whole")
            require(whole.parts.reduce(0) { $0 + $1.bytes.count } <= body.count, "no byte is made up")
        }
        do throws(FormFieldsError) {
            let fields = try FormFields(body, atMost: 100).fields
            let text = FormData.text(fields.map { ($0.name, $0.value) })
            let again = required("`\(text)` can be read") { try FormFields(Array(text.utf8), atMost: 100) }
            // Of a field that has neither, nothing is left when it stands alone.
            require(again.fields == fields, "`\(text)` reads as it was written")
        } catch {
            require(!error.description.isEmpty, "a refusal says why")
        }
    }

    private static func read(_ body: [UInt8], inPiecesOf size: Int) -> (parts: [Part], fault: String) {
        var parser = MultipartParser(boundary: "b", limits: .init(headSize: 200, parts: 8))
        var start = 0
        var parts: [Part] = []
        do throws(MultipartError) {
            while true {
                switch try parser.next() {
                case .part(let head): parts.append(Part(head: head))
                case .bytes(let bytes):
                    require(!bytes.isEmpty, "bytes are some")
                    parts[parts.count - 1].bytes += bytes
                case .partEnd: parts[parts.count - 1].isWhole = true
                case .end:
                    require(start == body.count, "a form is read to its end")
                    return (parts, "")
                case .more:
                    if start == body.count {
                        parser.finish()
                    } else {
                        let end = min(body.count, start + size)
                        parser.feed(Array(body[start..<end]))
                        start = end
                    }
                }
            }
        } catch {
            return (parts, error.description)
        }
    }
}
