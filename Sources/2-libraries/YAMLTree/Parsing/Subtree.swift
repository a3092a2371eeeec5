/// A complete node with what it counts for against the limits.
struct Subtree {
    let node: YAMLNode
    /// Itself and all below, aliases expanded; at least 1.
    let nodes: Int
    /// Of collections; 0 for a scalar.
    let levels: Int

    init(_ node: YAMLNode, nodes: Int, levels: Int) {
        self.node = node
        self.nodes = nodes
        self.levels = levels
    }
}
