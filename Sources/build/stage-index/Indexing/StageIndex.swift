/// The stage types of the plugins, and what stands in the way of listing them.
struct StageIndex {
    /// Names of the types, sorted.
    private(set) var stages: [String] = []
    /// By file, in the order of the files. With any, the list may not be used.
    private(set) var problems: [Problem] = []

    /// A type's declaration or extension that makes it a stage.
    private struct Conformance {
        let declaration: Declaration
        let source: SourceText
        /// One of the three, or several.
        let protocols: Set<String>
    }

    /// What a stage conforms to.
    static let protocols: Set<String> = ["PureStage", "EffectStage", "TransactionalStage"]

    init(_ sources: [SourceText]) {
        let known = Self.refinements(in: sources)
        var conformances: [String: [Conformance]] = [:]
        for source in sources {
            for declaration in source.declarations where declaration.kind != .protocol {
                let protocols = declaration.inherited.compactMap { known[Self.unqualified($0)] }
                if protocols.isEmpty { continue }
                conformances[declaration.name, default: []].append(
                    Conformance(
                        declaration: declaration, source: source,
                        protocols: protocols.reduce(into: []) { $0.formUnion($1) }))
            }
        }
        for name in conformances.keys.sorted() {
            add(name, conformances[name] ?? [], among: sources)
        }
        checkFileNames(sources)
        checkPlugins(sources, conformances)
        let order = Dictionary(sources.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
        problems.sort {
            (order[$0.path] ?? 0, $0.position.line, $0.position.column)
                < (order[$1.path] ?? 0, $1.position.line, $1.position.column)
        }
    }

    /// The three protocols, and those that plugins derive from them, with the ones that each stands for.
    private static func refinements(in sources: [SourceText]) -> [String: Set<String>] {
        var known = Dictionary(uniqueKeysWithValues: protocols.map { ($0, Set([$0])) })
        let derived = sources.flatMap(\.declarations).filter { $0.kind == .protocol }
        while true {
            let before = known
            for declaration in derived {
                for parent in declaration.inherited {
                    guard let meaning = known[unqualified(parent)] else { continue }
                    known[declaration.name, default: []].formUnion(meaning)
                }
            }
            if known == before { return known }
        }
    }

    private static func unqualified(_ name: String) -> String {
        for module in ["Pipelines.", "ContributedStages."] where name.hasPrefix(module) {
            return String(name.dropFirst(module.count))
        }
        return name
    }

    /// Lists a type, or says why it cannot be listed.
    private mutating func add(_ name: String, _ conformances: [Conformance], among sources: [SourceText]) {
        let all = sources.flatMap { source in
            source.declarations.filter { $0.kind != .extension && $0.name == name }.map { (source, $0) }
        }
        // Files may have private types of the same name; the index means the one that is not.
        let visible = all.filter { !$0.1.isPrivate }
        let declarations = visible.isEmpty ? all : visible
        guard let (home, type) = declarations.first, let first = conformances.first else {
            for conformance in conformances {
                report(
                    conformance.declaration, in: conformance.source,
                    "`\(name)` is made a stage here, but no file in plugins/ declares it; "
                        + "declare a type of your own and let that conform")
            }
            return
        }
        for (source, other) in declarations.dropFirst() {
            report(
                other, in: source,
                "there is another stage type `\(name)` at \(home.path):\(type.position.line); rename one of them")
        }
        let protocols = conformances.reduce(into: Set<String>()) { $0.formUnion($1.protocols) }
        if protocols.count > 1, declarations.count == 1 {
            let names = protocols.sorted().map { "`\($0)`" }.joined(separator: " and ")
            report(
                first.declaration, in: first.source,
                "`\(name)` conforms to \(names); choose the one that says what it does to the world")
        }
        for (source, declaration) in [(home, type)] + conformances.map({ ($0.source, $0.declaration) }) {
            guard let reason = Self.obstacle(in: declaration) else { continue }
            report(declaration, in: source, "`\(name)` cannot be listed as a stage: \(reason)")
            break
        }
        stages.append(name)
    }

    /// Why the generated list could not name a type that is declared so.
    private static func obstacle(in declaration: Declaration) -> String? {
        let name = declaration.path.last ?? ""
        if declaration.isLocal { return "it stands inside a function; move it to the top level of its file" }
        if declaration.path.count > 1 {
            let outer = declaration.path.dropLast().joined(separator: ".")
            return "it stands inside `\(outer)`; move `\(name)` to the top level of its file"
        }
        if declaration.isPrivate { return "it is private to its file; remove `private` or `fileprivate`" }
        if declaration.isGeneric {
            return "it is generic, and the list needs one concrete type; take what varies as an option of the stage"
        }
        if declaration.isConditional {
            return "it stands between `#if` and `#endif`; move the condition inside it, or the file out of plugins/"
        }
        return nil
    }

    /// The compiler takes no two files of the same name in one module, and all plugins are one.
    private mutating func checkFileNames(_ sources: [SourceText]) {
        var first: [String: SourceText] = [:]
        for source in sources {
            if let other = first[source.name] {
                problems.append(
                    Problem(
                        path: source.path, position: Position(line: 1, column: 1),
                        message: "there is another file `\(source.name)` at \(other.path); "
                            + "all plugins are compiled together, so rename one of them"))
            } else {
                first[source.name] = source
            }
        }
    }

    /// A plugin without a stage is a mistake, most likely a conformance that was forgotten. It is an error because SwiftPM
    /// shows what a tool says only when it fails.
    private mutating func checkPlugins(_ sources: [SourceText], _ conformances: [String: [Conformance]]) {
        let providers = Set(conformances.values.joined().map(\.source.plugin))
        var seen: Set<String> = []
        for source in sources where !providers.contains(source.plugin) && seen.insert(source.plugin).inserted {
            problems.append(
                Problem(
                    path: source.path, position: Position(line: 1, column: 1),
                    message: "no type in this plugin is a stage; let one conform to `PureStage`, `EffectStage` or "
                        + "`TransactionalStage`, or move the file to the plugin that it helps"))
        }
    }

    private mutating func report(_ declaration: Declaration, in source: SourceText, _ message: String) {
        problems.append(
            Problem(path: source.path, position: declaration.position, message: message))
    }
}
