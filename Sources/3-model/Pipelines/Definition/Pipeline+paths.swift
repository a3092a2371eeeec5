extension Pipeline {
    /// The inputs that paths of watched folders, or of a batch's files, give, in no order and each once.
    public var inputsFromPaths: Set<String> {
        var names = Set(triggers.watches.flatMap(\.captures))
        if case .files(let source) = batchSource { names.formUnion(source.glob.captures) }
        return names
    }
}
