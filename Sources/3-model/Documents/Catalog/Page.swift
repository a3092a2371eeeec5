/// A part of a listing.
public struct Page<Item: Sendable>: Sendable {
    public let items: [Item]
    /// Where the next part starts, as opaque text; nil when this is the last.
    public let next: String?

    public init(items: [Item], next: String?) {
        self.items = items
        self.next = next
    }
}
