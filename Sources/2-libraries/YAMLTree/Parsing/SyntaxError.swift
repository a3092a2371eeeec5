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
