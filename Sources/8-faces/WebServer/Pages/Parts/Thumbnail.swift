internal import Documents

/// A small picture of a document.
enum Thumbnail {
    /// The title stands beside it, so it says nothing of its own.
    ///
    /// - Parameters:
    ///   - media: by the keys of objects.
    ///   - isTiny: whether it is shown far below its size, so that the larger one is of no use.
    /// - Returns: nil: there is none.
    static func html(of version: DocumentVersion, _ media: [String: ObjectMedia], isTiny: Bool = false) -> HTML? {
        guard let media = media[version.objectKey], let small = media[.thumbnail240] else { return nil }
        let address = PagePath.rendition(.thumbnail240, of: version.id)
        let large =
            isTiny
            ? nil
            : media[.thumbnail480].map {
                "\(PagePath.rendition(.thumbnail480, of: version.id)) \($0.width)w"
            }
        let set = (["\(address) \(small.width)w"] + [large].compactMap { $0 }).joined(separator: ", ")
        return """
            <img class="thumbnail" src="\(address)" srcset="\(set)" sizes="(max-width: 40rem) 10rem, 20rem" \
            width="\(Int(small.width))" height="\(Int(small.height))" alt="" loading="lazy" decoding="async">
            """
    }
}
