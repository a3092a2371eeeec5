internal import Diagnostics
internal import Platform
internal import Representations
internal import Synchronization

/// Shows how runs go on, driven by their events alone: without events nothing is redrawn, and with many at most every
/// 100 ms. Call it from any thread; a call blocks while the terminal is slow.
final class ProgressDisplay: Sendable {
    /// How a file ended.
    enum Ending: String, CaseIterable, Sendable {
        case succeeded, rejected, failed, cancelled, skipped
    }

    private struct State {
        var running: [(key: String, file: FileProgress)] = []
        var drawnLines = 0
        var drawnAt: Duration?
        var endings: [Ending: Int] = [:]
    }

    /// More would push what is finished off the screen.
    static let maxLiveLines = 8
    /// Of a terminal that does not say how wide it is.
    private static let usualWidth = 80
    static let redrawInterval = Duration.milliseconds(100)

    private let style: ProgressStyle
    private let colours: Style
    private let width: Int?
    private let write: @Sendable (String) -> Void
    private let now: @Sendable () -> Duration
    private let startedAt: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - width: of the terminal, in columns; nil: it is none.
    ///   - write: takes text with control sequences, as it is.
    ///   - now: a monotonic time.
    init(
        style: ProgressStyle, colours: Style = .plain, width: Int?, write: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> Duration
    ) {
        self.style = style
        self.colours = colours
        self.width = width
        self.write = write
        self.now = now
        startedAt = now()
    }

    /// On standard output. What cannot be written keeps no run from going on; `StandardStreams.checkLost` tells of it.
    convenience init(streams: StandardStreams, isSilent: Bool) {
        let start = ContinuousClock.now
        self.init(
            style: isSilent ? .silent : Self.style(on: streams),
            colours: streams.terminal.style, width: streams.terminal.width,
            write: { text in
                if streams.terminal.isInteractive { try? streams.control(text) } else { try? streams.write(text) }
                try? streams.flush()
            },
            now: { ContinuousClock.now - start })
    }

    private static func style(on streams: StandardStreams) -> ProgressStyle {
        switch streams.verbosity {
        case .quiet: .brief
        case .normal: streams.terminal.isInteractive ? .live : .plain
        // Lines that are rewritten in place would get between those that tell more.
        case .verbose: .plain
        }
    }

    /// A file's run cannot start yet.
    ///
    /// - Parameter reason: why, safe to show: "waits for …".
    func waits(_ key: String, name: @autoclosure () -> String, _ reason: @autoclosure () -> String) {
        if style == .silent { return }
        let (now, name, reason) = (now(), name(), reason())
        state.withLock { state in
            state.running.append((key, FileProgress(name: name, startedAt: now)))
            if style == .plain { write(TextWrapping.line("\(name): \(reason)", hang: 2, width: width)) }
        }
        entered(key, stage: reason)
    }

    /// A file's run starts, which may have waited.
    ///
    /// - Parameters:
    ///   - key: unique among the running ones, such as the run's id.
    ///   - name: safe to show.
    func started(_ key: String, name: @autoclosure () -> String) {
        if style == .silent { return }
        let (now, name) = (now(), name())
        state.withLock { state in
            if !state.running.contains(where: { $0.key == key }) {
                state.running.append((key, FileProgress(name: name, startedAt: now)))
            }
            switch style {
            case .live: redrawIfDue(&state, now)
            case .plain: write(TextWrapping.line("\(name): started", hang: 2, width: width))
            case .brief, .silent: break
            }
        }
    }

    /// It enters a stage.
    func entered(_ key: String, stage: String) {
        update(key) { file, _ in file.enter(stage: stage) }
    }

    /// The stage got on.
    func advanced(_ key: String, done: Int64, total: Int64) {
        update(key) { file, now in file.advance(to: done, of: total, at: now) }
    }

    /// Its run ended.
    ///
    /// - Parameters:
    ///   - name: of a run that never started.
    ///   - detail: what came of it or what went wrong, safe to show.
    ///   - milliseconds: how long it took; nil: it did nothing that has a time.
    func finished(
        _ key: String, name: @autoclosure () -> String? = nil, _ ending: Ending, detail: @autoclosure () -> String,
        milliseconds: Double?
    ) {
        if style == .silent { return }
        let (now, known, detail) = (now(), name(), detail())
        state.withLock { state in
            state.endings[ending, default: 0] += 1
            let index = state.running.firstIndex { $0.key == key }
            guard let name = index.map({ state.running.remove(at: $0).file.name }) ?? known else { return }
            let duration = milliseconds.map { "(\(HumanFormat.duration(milliseconds: $0)))" } ?? ""
            let rest = [detail, duration].filter { !$0.isEmpty }.joined(separator: "  ")
            switch style {
            case .live:
                // What is finished is never cut, and never waits. The running ones are drawn below it when they are due.
                write(erasing(&state) + result("\(mark(ending)) \(name)  \(word(ending))", rest))
                redrawIfDue(&state, now)
            case .plain, .brief: write(result("\(name): \(ending.rawValue)", rest))
            case .silent: break
            }
        }
    }

    /// A run's end, whole, in further lines where the terminal is narrower.
    private func result(_ head: String, _ rest: String) -> String {
        let isShort = width.map { TextWrapping.columns(of: head) + 2 + TextWrapping.leastRoom <= $0 } ?? true
        return isShort
            ? TextWrapping.line(rest, behind: head + "  ", hang: 2, width: width)
            : TextWrapping.line("\(head)  \(rest)", hang: 2, width: width)
    }

    /// Takes the running lines away and prints the summary, if there was more than one file.
    ///
    /// - Parameter showsTotal: false: there is no summary.
    func end(showsTotal: Bool = true) {
        let now = now()
        state.withLock { state in
            guard style != .silent else { return }
            var text = style == .live ? erasing(&state) : ""
            let total = state.endings.values.reduce(0, +)
            if showsTotal, total > 1, style != .brief {
                let parts = Ending.allCases.compactMap { ending in
                    state.endings[ending].map { "\($0) \(ending.rawValue)" }
                }
                let elapsed = HumanFormat.duration(milliseconds: (now - startedAt) / .milliseconds(1))
                text += "\(HumanFormat.count(total, "file")): \(parts.joined(separator: ", ")) in \(elapsed)\n"
            }
            if !text.isEmpty { write(text) }
        }
    }

    private func update(_ key: String, _ change: (inout FileProgress, Duration) -> Void) {
        if style != .live { return }
        let now = now()
        state.withLock { state in
            guard let index = state.running.firstIndex(where: { $0.key == key }) else { return }
            change(&state.running[index].file, now)
            redrawIfDue(&state, now)
        }
    }

    private func redrawIfDue(_ state: inout State, _ now: Duration) {
        if let drawnAt = state.drawnAt, now - drawnAt < Self.redrawInterval { return }
        state.drawnAt = now
        var text = erasing(&state)
        let shown = state.running.prefix(Self.maxLiveLines)
        // The last column stays free: a full line would wrap on some terminals and be erased wrongly.
        for (_, file) in shown { text += colours.dim("›") + " " + cut(file.line, 2) + "\n" }
        state.drawnLines = shown.count
        if state.running.count > shown.count {
            text += "  " + cut("and \(state.running.count - shown.count) more", 2) + "\n"
            state.drawnLines += 1
        }
        if !text.isEmpty { write(text) }
    }

    private func cut(_ text: String, _ used: Int) -> String {
        DisplayWidth.truncate(text, to: max(1, (width ?? Self.usualWidth) - used - 1))
    }

    /// Moves to the first of the drawn lines and clears from there to the end of the screen (ECMA-48 CUU and ED).
    private func erasing(_ state: inout State) -> String {
        defer { state.drawnLines = 0 }
        return state.drawnLines == 0 ? "" : "\u{1B}[\(state.drawnLines)A\u{1B}[J"
    }

    private func mark(_ ending: Ending) -> String {
        switch ending {
        case .succeeded: colours.green("✓")
        case .rejected: colours.yellow("✗")
        case .failed: colours.red("✗")
        case .cancelled, .skipped: colours.dim("-")
        }
    }

    private func word(_ ending: Ending) -> String {
        switch ending {
        case .succeeded: colours.green(ending.rawValue)
        case .rejected: colours.yellow(ending.rawValue)
        case .failed: colours.red(ending.rawValue)
        case .cancelled, .skipped: colours.dim(ending.rawValue)
        }
    }
}
