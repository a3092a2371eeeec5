/// The reference of a file's keys, made from the declaration that the file is read by.
enum FormatReference {
    /// The keys, and a section for each mapping among them, at every depth.
    static func blocks(_ keys: [FormatKey]) -> [ReferencePage.Block] {
        var sections = Sections()
        let first = sections.entries(keys, below: "")
        sections.finish()
        return [first] + sections.blocks
    }

    /// What is written down once, and named where it stands again.
    private struct Sections {
        var blocks: [ReferencePage.Block] = []
        private var waiting: [(path: String, doc: String, keys: [FormatKey])] = []
        private var known: [(names: [String], path: String)] = []

        mutating func entries(_ keys: [FormatKey], below path: String) -> ReferencePage.Block {
            let entries = keys.map { key -> ReferencePage.Entry in
                var kind = key.shape.expected
                if key.isRequired { kind += ", required" }
                var text = key.doc
                if let (suffix, nested) = key.shape.nestedKeys {
                    let own = (path.isEmpty ? "" : path + ".") + key.name + suffix
                    if let section = known.first(where: { $0.names == nested.map(\.name) }) {
                        text += " Its keys are those of `\(section.path)`."
                    } else {
                        known.append((nested.map(\.name), own))
                        waiting.append((own, key.doc, nested))
                    }
                }
                return ReferencePage.Entry(key.name, kind: kind, text)
            }
            return .entries(columns: ["key", "value"], entries)
        }

        mutating func finish() {
            while !waiting.isEmpty {
                let next = waiting.removeFirst()
                blocks += [.heading("`\(next.path)`"), .text(next.doc), entries(next.keys, below: next.path)]
            }
        }
    }
}

extension Shape {
    /// The keys of the mappings that stand there, and how a path leads to one of several: "[]" or ".NAME"; nil: no keys are
    /// known.
    fileprivate var nestedKeys: (suffix: String, keys: [FormatKey])? {
        switch self {
        case .mapping(let keys), .choiceOrMapping(_, let keys): ("", keys)
        case .countOrEntries(let keys): ("[]", keys)
        case .stage: ("", PipelineFormat.stage)
        case .list(let element), .oneOrMany(let element): element.nestedKeys.map { ("[]" + $0.suffix, $0.keys) }
        case .dictionary(_, let element): element.nestedKeys.map { (".NAME" + $0.suffix, $0.keys) }
        case .byDocumentType(let element): element.nestedKeys.map { (".TYPE" + $0.suffix, $0.keys) }
        default: nil
        }
    }
}
