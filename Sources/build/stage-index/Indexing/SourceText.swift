/// A source file that the index is made from.
struct SourceText {
    /// As messages name it.
    let path: String
    /// The folder of the plugin that it is a part of; the file itself when it stands in no folder.
    let plugin: String
    let declarations: [Declaration]

    /// - Parameter root: the folder whose folders are plugins, as `path` begins.
    init(path: String, root: String, text: String) {
        self.path = path
        let inside = path.hasPrefix(root) ? path.dropFirst(root.count).drop { $0 == "/" } : path[...]
        plugin = String(inside.prefix { $0 != "/" })
        declarations = DeclarationScanner.declarations(in: text)
    }

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
