/// Drawings of the sprite (Assets/images/icons.svg).
enum Icon {
    private static let sprite = Assets.address("icons.svg")

    /// Of a drawing within another one.
    static func address(_ name: String) -> String { "\(sprite)#\(name)" }

    /// Decoration: what it stands for is said beside it.
    static func html(_ name: String) -> HTML {
        "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"\(sprite)#\(name)\"/></svg>"
    }

    /// A drawing that stands alone, with what it says to those who do not see it.
    static func html(_ name: String, meaning label: String) -> HTML {
        "<svg class=\"icon\" role=\"img\" aria-label=\"\(label)\"><use href=\"\(sprite)#\(name)\"/></svg>"
    }
}
