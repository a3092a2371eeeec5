internal import Diagnostics

/// Every kind of issue that reading YAML reports; all are errors.
public enum YAMLIssueKind: String, Sendable, CaseIterable {
    /// The text is not YAML.
    case syntax = "yaml-syntax"
    /// A tab where YAML wants spaces.
    case tab = "yaml-tab"
    /// A blank that is neither space nor tab, such as a no-break space, at the beginning of a line.
    case blank = "yaml-blank"
    /// Bytes that are neither UTF-8 nor, behind a byte order mark, UTF-16.
    case encoding = "yaml-encoding"
    /// A control character, an invisible line separator, or a byte order mark inside of the text.
    case character = "yaml-character"
    /// More bytes, nodes or directives than `YAMLLimits` allows.
    case tooBig = "yaml-too-big"
    /// More collections inside of one another than `YAMLLimits` allows.
    case tooDeep = "yaml-too-deep"
    /// Aliases that expand to more nodes than `YAMLLimits` allows.
    case aliasBomb = "alias-bomb"
    /// More issues than `YAMLLimits` allows; the rest of the file was not read.
    case tooManyIssues = "yaml-too-many-issues"
    /// An alias without an anchor before it.
    case unknownAlias = "unknown-alias"
    /// An alias inside of the node that it names.
    case aliasCycle = "alias-cycle"
    /// A key for the second time in one mapping.
    case duplicateKey = "duplicate-key"
    /// A key that is a list or a mapping.
    case key = "yaml-key"
    /// A merge (`<<`) of something that is no mapping.
    case merge = "yaml-merge"
    /// A tag that is not of the core schema.
    case unknownTag = "unknown-tag"
    /// A value that is not what its tag says.
    case wrongTag = "wrong-tag"
    /// More than one document in the file.
    case severalDocuments = "several-documents"
}

extension IssueList {
    mutating func report(
        _ kind: YAMLIssueKind, _ message: String, at span: SourceSpan, hint: String? = nil, notes: [String] = []
    ) {
        report(.error(kind.rawValue, message, at: span, hint: hint, notes: notes))
    }
}

/// What libyaml says of a text that is not YAML.
struct SyntaxError: Error {
    /// The library's `yaml_error_type_t`.
    struct Code: RawRepresentable, Equatable {
        let rawValue: UInt32
    }

    let code: Code
    /// "did not find expected key"; empty if it does not say.
    let problem: String
    /// Where it met the problem, as an index of Unicode scalars.
    let index: Int
    /// "while parsing a block mapping"; empty if it does not say.
    let context: String
    /// Where that started.
    let contextIndex: Int?
}
