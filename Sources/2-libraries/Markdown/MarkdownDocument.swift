/// A text in Markdown (CommonMark with tables and bare addresses as links), read and written as HTML that is safe to be put into
/// a page: it has no element and no attribute but those that are listed in `HTMLRenderer`, whatever the text says.
///
/// - Markup in the text is dropped, with what it would do: scripts, styles, frames, forms.
/// - Links lead to `http:`, `https:` and `mailto:`, or to places of the site itself; of others the text is left. Those to other
///   sites tell these nothing about where they come from (`rel="noopener noreferrer"`).
/// - Pictures are shown as the text that stands for them, since each would be a request to whoever has put it there.
///
/// It takes time and memory that grow with the length of the text. The calling thread computes and blocks on nothing.
public struct MarkdownDocument: Sendable, Hashable {
    /// How it is written.
    public struct Options: Sendable, Hashable {
        /// Bytes of the text.
        public var limit = 512 << 10
        /// What the ids of headings begin with, so that none is that of something else in the page. Links to headings in the
        /// text (`#contact-us`) are written with it.
        public var idPrefix = ""
        /// Whether a heading of level 1 at the very beginning is taken out and given as `title`, because the page has it already.
        public var takesTitle = false
        /// Headings of a higher level get this one, 1 to 6.
        public var highestLevel = 1

        /// A text of at most 512 KiB, whose headings keep their levels.
        public init() {}
    }

    /// A heading of any level, with the id that links lead to.
    public struct Heading: Sendable, Hashable {
        /// As it is written, 1 to 6.
        public let level: Int
        /// Without markup.
        public let text: String
        /// Unique among those of the document.
        public let id: String
    }

    /// What stands from one heading of level 1 or 2 to the next one.
    public struct Section: Sendable, Hashable {
        /// The one that it begins with; nil: it stands before the first.
        public let heading: Heading?
        /// With the heading.
        public let html: String
    }

    /// See `Options.takesTitle`.
    public let title: String?
    /// In their order, also those within quotations.
    public let headings: [Heading]
    /// All of the text, in its order.
    public let sections: [Section]
    /// The text of the first paragraph without markup; "": there is none.
    public let firstParagraph: String

    /// All of it.
    public var html: String { sections.map(\.html).joined() }

    /// - Parameter text: UTF-8.
    /// - Throws: `MarkdownError`
    public init(_ text: [UInt8], options: Options = Options()) throws(MarkdownError) {
        if text.count > options.limit { throw .tooLarge(size: text.count, limit: options.limit) }
        guard String(validating: text, as: UTF8.self) != nil else { throw .notUTF8 }
        if text.count(where: { $0 == UInt8(ascii: "[") }) > Self.mostBrackets {
            throw .tooManyBrackets(limit: Self.mostBrackets)
        }
        var renderer = HTMLRenderer(options)
        try SyntaxTree(text).walk { renderer.visit($0) }
        title = renderer.title
        headings = renderer.headings
        sections = renderer.sections
        firstParagraph = renderer.firstParagraph
    }

    /// CVE-2023-22486: brackets that lead nowhere take time that grows with the square of their number, 16 s for 512 KiB of
    /// them; with so many it is 0.2 s.
    static let mostBrackets = 20_000
}
