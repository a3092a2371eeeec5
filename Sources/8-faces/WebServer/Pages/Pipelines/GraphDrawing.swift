/// A pipeline's graph as SVG, in a form for narrow and one for wide windows, of which one is shown.
enum GraphDrawing {
    static func html(narrow: PipelineGraph, wide: PipelineGraph, name: String) -> HTML {
        """
        <div class="graph">\(svg(narrow, "graph-narrow", name))\(svg(wide, "graph-wide", name))</div>
        """
    }

    private static func svg(_ graph: PipelineGraph, _ style: String, _ name: String) -> HTML {
        """
        <svg class="\(style)" viewBox="0 0 \(graph.width) \(graph.height)" width="\(graph.width)" \
        height="\(graph.height)" role="group" aria-label="Graph of \(name)">
        <defs><marker id="\(style)-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
        <path class="graph-head" d="M0 0L8 4L0 8z"/></marker></defs>
        \(graph.groups.map(group))\(graph.edges.map { edge($0, style) })\(graph.titles.map(title))\(graph.nodes.map(node))
        </svg>
        """
    }

    private static func group(_ frame: PipelineGraph.Frame) -> HTML {
        """
        <rect class="graph-group" x="\(frame.x)" y="\(frame.y)" width="\(frame.width)" height="\(frame.height)" rx="14"/>
        """
    }

    private static func edge(_ edge: PipelineGraph.Edge, _ style: String) -> HTML {
        let path = edge.points.enumerated().map { "\($0 == 0 ? "M" : "L")\($1.x) \($1.y)" }.joined()
        return """
            <path class="graph-edge\(edge.isDashed ? " graph-edge-dashed" : "")" d="\(path)"\
            \("marker-end", edge.hasHead ? "url(#\(style)-head)" : nil)/>
            """
    }

    private static func title(_ title: PipelineGraph.Title) -> HTML {
        "<text class=\"graph-detail\" x=\"\(title.x)\" y=\"\(title.y)\">\(title.text)</text>"
    }

    private static func node(_ node: PipelineGraph.Node) -> HTML {
        let frame = node.frame
        let lines = node.title.enumerated().map { index, text -> HTML in
            "<text class=\"graph-name\" x=\"\(frame.x + 38)\" y=\"\(frame.y + 25 + index * 20)\">\(text)</text>"
        }
        let top = frame.y + 23 + node.title.count * 20
        let details = node.details.enumerated().map { index, text -> HTML in
            "<text class=\"graph-detail\" x=\"\(frame.x + 38)\" y=\"\(top + index * 17)\">\(text)</text>"
        }
        let content: HTML = """
            <rect class="graph-node graph-\(node.style.rawValue)" x="\(frame.x)" y="\(frame.y)" width="\(frame.width)" \
            height="\(frame.height)" rx="\(node.style == .trigger ? 20 : 10)"/>\
            <svg class="graph-icon" x="\(frame.x + 11)" y="\(frame.y + 11)" width="18" height="18" aria-hidden="true">\
            <use href="\(Icon.address(node.icon))"/></svg>\(lines)\(details)
            """
        guard let line = node.line else {
            return "<g role=\"img\" aria-label=\"\(node.label)\">\(content)</g>\n"
        }
        return "<a class=\"graph-link\" href=\"#L\(line)\" aria-label=\"\(node.label)\">\(content)</a>\n"
    }
}
