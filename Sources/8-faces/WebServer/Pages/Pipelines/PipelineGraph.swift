internal import Diagnostics
internal import Documents
internal import Pipelines

/// A pipeline as boxes and lines: where each of them is, in pixels. Computed on the server, so that pages need no script.
struct PipelineGraph: Sendable {
    enum Style: String, Sendable {
        case trigger, source, stage, handler
    }

    struct Frame: Sendable, Equatable {
        var x, y, width, height: Int
        var right: Int { x + width }
        var bottom: Int { y + height }
        var middle: Int { x + width / 2 }
    }

    struct Node: Sendable {
        let style: Style
        let icon: String
        /// Lines of text that fit.
        let title: [String]
        let details: [String]
        /// In the source; nil: it has none.
        let line: Int?
        /// All of it in words.
        let label: String
        var frame: Frame
    }

    /// What stages that run together, or handlers of one kind, have around or above them.
    struct Title: Sendable {
        let text: String
        let x, y: Int
    }

    /// A line by its corners; dashed where it is not the usual way.
    struct Edge: Sendable {
        let points: [(x: Int, y: Int)]
        var isDashed = false
        var hasHead = true
    }

    private(set) var nodes: [Node] = []
    private(set) var groups: [Frame] = []
    private(set) var titles: [Title] = []
    private(set) var edges: [Edge] = []
    private(set) var width = 0
    private(set) var height = 0

    private static let nodeWidth = 256
    private static let gap = 26
    private static let titleHeight = 20
    private static let detailHeight = 17
    /// Of the rail beside the stages, from which handlers branch off.
    private static let rail = 18

    /// - Parameter isWide: handlers stand beside the stages, and not below them.
    init(_ pipeline: Pipeline, uploads: [DocumentType], isWide: Bool) {
        let handlers = Self.handlers(of: pipeline)
        let left = handlers.isEmpty || isWide ? 1 : Self.rail
        var y = 1
        var former: [Int] = []
        for trigger in TriggerWords.all(of: pipeline, uploads: uploads) {
            y = add(trigger, .trigger, x: left, y: y) + 8
            former.append(nodes.count - 1)
        }
        y += Self.gap - 8
        var last = former.last
        if let source = TriggerWords.source(of: pipeline) {
            y = add(source, .source, x: left, y: y) + Self.gap
            connect(last, nodes.count - 1)
            last = nodes.count - 1
        }
        let start = y
        y = chain(pipeline.stages, x: left, y: y, after: last, style: .stage)
        width = left + Self.nodeWidth + 1
        height = y
        if !handlers.isEmpty { branch(to: handlers, from: start, bottom: y, left: left, isWide: isWide) }
    }

    private static func handlers(of pipeline: Pipeline) -> [(title: String, stages: [PipelineStage])] {
        [
            ("When it succeeds", pipeline.onSuccess), ("When it is rejected", pipeline.onRejected),
            ("When it fails", pipeline.onFailure), ("In the end, whatever happened", pipeline.finally),
        ].filter { !$0.1.isEmpty }
    }

    /// Handlers in a column of their own, each with a dashed line from the rail.
    private mutating func branch(
        to handlers: [(title: String, stages: [PipelineStage])], from start: Int, bottom: Int, left: Int, isWide: Bool
    ) {
        let begin = start + 22
        let railX = isWide ? left + Self.nodeWidth + Self.rail : 4
        let x = isWide ? railX + Self.rail : left
        var y = isWide ? start : bottom + Self.gap
        var end = begin
        for handler in handlers {
            titles.append(Title(text: handler.title, x: x + (isWide ? 6 : 2), y: y + 14))
            end = y + 10
            edges.append(Edge(points: [(railX, end), (x, end)], isDashed: true))
            y = chain(handler.stages, x: x, y: y + 26, after: nil, style: .handler) + Self.gap
        }
        edges.append(
            Edge(
                points: [(isWide ? left + Self.nodeWidth : left, begin), (railX, begin), (railX, end)], isDashed: true,
                hasHead: false))
        width = max(width, x + Self.nodeWidth + 1)
        height = max(height, y - Self.gap + 1)
    }

    /// Stages one below the other.
    ///
    /// - Returns: where they end.
    private mutating func chain(
        _ stages: [PipelineStage], x: Int, y: Int, after former: Int?, style: Style
    ) -> Int {
        var (y, last) = (y, former)
        for stage in stages {
            let begin = nodes.count
            if stage.children.isEmpty {
                y = add(stage, style, x: x, y: y, width: Self.nodeWidth)
            } else {
                y = group(stage, x: x, y: y, style: style)
            }
            connect(last, begin)
            last = begin
            if !stage.children.isEmpty, let frame = groups.last {
                // What follows comes from the group and not from its first stage.
                bottoms[begin] = frame.bottom
            }
            y += Self.gap
        }
        return stages.isEmpty ? y : y - Self.gap
    }

    /// Where the line to the next stage begins, where that is not the end of the box.
    private var bottoms: [Int: Int] = [:]

    private mutating func group(_ stage: PipelineStage, x: Int, y: Int, style: Style) -> Int {
        let details = ["all at once"] + StageWords.details(of: stage)
        let titles = Text.wrap(details.joined(separator: ", "), to: 34)
        for (index, text) in titles.enumerated() {
            self.titles.append(Title(text: text, x: x + 10, y: y + 18 + index * Self.detailHeight))
        }
        var inner = y + 10 + titles.count * Self.detailHeight
        for child in stage.children {
            inner = add(child, style, x: x + 9, y: inner, width: Self.nodeWidth - 18) + 8
        }
        groups.append(Frame(x: x, y: y, width: Self.nodeWidth, height: inner + 1 - y))
        return inner + 1
    }

    private mutating func add(_ stage: PipelineStage, _ style: Style, x: Int, y: Int, width: Int) -> Int {
        let type = stage.spec.name
        let name = stage.name ?? stage.id
        let details = StageWords.details(of: stage)
        let shown = (name == type ? [] : [type]) + details
        let label = ([name == type ? name : "\(name), \(type)", stage.spec.effect.words] + details)
        return add(
            style, icon: stage.spec.effect.icon, name, shown, line: stage.span.line,
            label: label.joined(separator: ", ") + ". Line \(stage.span.line)", x: x, y: y, width: width)
    }

    private mutating func add(_ trigger: TriggerWords.Trigger, _ style: Style, x: Int, y: Int) -> Int {
        add(
            style, icon: trigger.icon, trigger.title, trigger.details, line: nil,
            label: ([trigger.title] + trigger.details).joined(separator: ", "), x: x, y: y, width: Self.nodeWidth)
    }

    private mutating func add(
        _ style: Style, icon: String, _ title: String, _ details: [String], line: Int?, label: String, x: Int, y: Int,
        width: Int
    ) -> Int {
        let title = Text.wrap(title, to: (width - 50) / 9)
        let details = Text.packed(details, to: (width - 50) * 10 / 75)
        let height = 20 + title.count * Self.titleHeight + details.count * Self.detailHeight
        nodes.append(
            Node(
                style: style, icon: icon, title: title, details: details, line: line, label: label,
                frame: Frame(x: x, y: y, width: width, height: height)))
        return y + height
    }

    private mutating func connect(_ former: Int?, _ next: Int) {
        guard let former else { return }
        let (from, to) = (nodes[former].frame, nodes[next].frame)
        let isGroup = groups.last.map { $0.x < to.x && $0.y < to.y && $0.bottom >= to.bottom } ?? false
        let x = isGroup ? to.x - 9 + Self.nodeWidth / 2 : to.middle
        let end = isGroup ? groups.last?.y ?? to.y : to.y
        edges.append(Edge(points: [(x, bottoms[former] ?? from.bottom), (x, end)]))
    }

    /// Text that is cut into lines.
    enum Text {
        /// Short words beside each other, as many as fit.
        static func packed(_ words: [String], to limit: Int) -> [String] {
            var lines: [String] = []
            for word in words {
                if let last = lines.last, last.count + word.count + 2 <= limit {
                    lines[lines.count - 1] = "\(last), \(word)"
                } else {
                    lines += wrap(word, to: limit)
                }
            }
            return lines
        }

        /// At spaces where it can be; longer words anywhere.
        static func wrap(_ text: String, to limit: Int) -> [String] {
            var lines: [String] = []
            var line = ""
            for word in text.split(separator: " ") {
                var word = Substring(word)
                if !line.isEmpty, line.count + 1 + word.count > limit {
                    lines.append(line)
                    line = ""
                }
                if !line.isEmpty { line += " " }
                while line.count + word.count > limit {
                    let part = word.prefix(max(1, limit - line.count))
                    lines.append(line + part)
                    (line, word) = ("", word.dropFirst(part.count))
                }
                line += word
            }
            return line.isEmpty ? lines : lines + [line]
        }
    }
}
