internal import Platform

/// An expression as it is written. Chains (`a.b.c`, `a && b && c`) are flat, so only real nesting is deep.
struct Syntax {
    indirect enum Kind {
        case literal(Value, ValueType)
        case name(String)
        case path(Syntax, [Accessor])
        case list([Syntax])
        case not(Syntax)
        case all([Syntax])
        case any([Syntax])
        case coalesce([Syntax])
        case comparison(Symbol, Syntax, Syntax)
        case membership(Syntax, Syntax)
        case conditional(Syntax, Syntax, Syntax)
        case call(String, Place, [Syntax])
    }

    /// A step of a path.
    enum Accessor {
        case member(String, Place)
        case index(Syntax, Place)

        var place: Place {
            switch self {
            case .member(_, let place), .index(_, let place): place
            }
        }
    }

    let kind: Kind
    let place: Place
}
