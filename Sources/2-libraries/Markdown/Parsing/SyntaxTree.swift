internal import CMarkdown
internal import Glibc

/// The tree that cmark-gfm makes of a text. The one owner of its nodes, which it frees.
///
/// Nothing recurses, here or in the library, so that the depth of a text is no matter.
final class SyntaxTree {
    enum Event {
        case enter(Node)
        /// Of nodes that have others within.
        case leave(Node)
    }

    enum Node {
        case document, quotation, item, paragraph(isTight: Bool)
        case list(start: Int?)
        case heading(level: Int)
        case codeBlock([UInt8])
        case rule
        case text([UInt8])
        case code([UInt8])
        case softBreak, lineBreak
        case emphasis, strong, image
        case link(url: [UInt8], title: [UInt8])
        case table(alignments: [UInt8])
        case row(isHeader: Bool)
        case cell
        /// Markup, and what else is not shown. What is within is.
        case other
    }

    private let table: UnsafePointer<compass_markdown>
    private let root: OpaquePointer

    /// - Parameter text: UTF-8.
    /// - Throws: `MarkdownError.unavailable`
    init(_ text: [UInt8]) throws(MarkdownError) {
        let library = try MarkdownLibrary.shared.get()
        table = library.table
        // Safe is the default; the library ends the process when there is no memory, and so never fails.
        guard let parser = table.pointee.parser_new(CMARK_OPT_DEFAULT) else { throw .unavailable("it has no memory") }
        defer { library.table.pointee.parser_free(parser) }
        for element in library.extensions { _ = table.pointee.parser_attach_syntax_extension(parser, element) }
        text.withUnsafeBytes { bytes in
            library.table.pointee.parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
        }
        guard let root = table.pointee.parser_finish(parser) else { throw .unavailable("it has no memory") }
        self.root = root
    }

    deinit { table.pointee.node_free(root) }

    /// Visits all nodes in the order of the text.
    func walk(_ visit: (Event) -> Void) {
        guard let iterator = table.pointee.iter_new(root) else { return }
        defer { table.pointee.iter_free(iterator) }
        while true {
            let event = table.pointee.iter_next(iterator)
            guard event != CMARK_EVENT_DONE, let node = table.pointee.iter_get_node(iterator) else { return }
            visit(event == CMARK_EVENT_ENTER ? .enter(value(of: node)) : .leave(value(of: node)))
        }
    }

    private func value(of node: OpaquePointer) -> Node {
        switch table.pointee.node_get_type(node) {
        case CMARK_NODE_DOCUMENT: .document
        case CMARK_NODE_BLOCK_QUOTE: .quotation
        case CMARK_NODE_LIST: .list(start: start(of: node))
        case CMARK_NODE_ITEM: .item
        case CMARK_NODE_CODE_BLOCK: .codeBlock(bytes(table.pointee.node_get_literal(node)))
        case CMARK_NODE_PARAGRAPH: .paragraph(isTight: isTight(node))
        case CMARK_NODE_HEADING: .heading(level: Int(table.pointee.node_get_heading_level(node)))
        case CMARK_NODE_THEMATIC_BREAK: .rule
        case CMARK_NODE_TEXT: .text(bytes(table.pointee.node_get_literal(node)))
        case CMARK_NODE_CODE: .code(bytes(table.pointee.node_get_literal(node)))
        case CMARK_NODE_SOFTBREAK: .softBreak
        case CMARK_NODE_LINEBREAK: .lineBreak
        case CMARK_NODE_EMPH: .emphasis
        case CMARK_NODE_STRONG: .strong
        case CMARK_NODE_LINK:
            .link(url: bytes(table.pointee.node_get_url(node)), title: bytes(table.pointee.node_get_title(node)))
        case CMARK_NODE_IMAGE: .image
        default: added(node)
        }
    }

    /// Nodes of the extension for tables, whose types get their numbers when the program runs.
    private func added(_ node: OpaquePointer) -> Node {
        switch table.pointee.node_get_type_string(node).map({ String(cString: $0) }) {
        case "table":
            let count = Int(table.pointee.extensions_get_table_columns(node))
            let alignments = table.pointee.extensions_get_table_alignments(node)
            return .table(
                alignments: Array(UnsafeBufferPointer(start: alignments, count: alignments == nil ? 0 : count)))
        case "table_header", "table_row":
            return .row(isHeader: table.pointee.extensions_get_table_row_is_header(node) != 0)
        case "table_cell": return .cell
        default: return .other
        }
    }

    /// The first number of an ordered list; nil: it has none.
    private func start(of list: OpaquePointer) -> Int? {
        guard table.pointee.node_get_list_type(list) == CMARK_ORDERED_LIST else { return nil }
        return Int(table.pointee.node_get_list_start(list))
    }

    /// Whether it is all of an item in a list whose items stand close.
    private func isTight(_ paragraph: OpaquePointer) -> Bool {
        guard let item = table.pointee.node_parent(paragraph), let list = table.pointee.node_parent(item),
            table.pointee.node_get_type(list) == CMARK_NODE_LIST
        else { return false }
        return table.pointee.node_get_list_tight(list) != 0
    }

    private func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        guard let text else { return [] }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}
