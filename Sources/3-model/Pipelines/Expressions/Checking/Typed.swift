/// A checked part of an expression.
struct Typed {
    var node: Node
    /// Without the mark of a secret, which is `isSecret`.
    var type: ValueType
    var isSecret: Bool
    var place: Place

    init(_ node: Node, _ type: ValueType, isSecret: Bool = false, at place: Place) {
        self.node = node
        // Of values in which only a part is secret, nothing is told apart any more once they are used as a whole.
        self.type = type.revealed.isSecret ? .any : type.revealed
        self.isSecret = isSecret || type.isSecret
        self.place = place
    }

    /// With the mark.
    var fullType: ValueType { isSecret ? type.asSecret : type }
}
