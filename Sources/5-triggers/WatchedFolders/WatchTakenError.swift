internal import Platform

/// Another process, or another intake of this one, works on the same watched folder of the same pipeline.
public struct WatchTakenError: Error, Hashable, Sendable, CustomStringConvertible {
    public let pipeline: String
    /// As the pipeline writes it.
    public let path: String
    /// Of the process that has it; nil: not known.
    public let process: Int32?
    /// Whether that process works for another workspace, which takes the same files on its own account.
    public let isOfOtherWorkspace: Bool

    public init(pipeline: String, path: String, process: Int32?, isOfOtherWorkspace: Bool = false) {
        self.pipeline = pipeline
        self.path = path
        self.process = process
        self.isOfOtherWorkspace = isOfOtherWorkspace
    }

    public var description: String {
        if isOfOtherWorkspace {
            return
                "\(Printable.text(path)) of pipeline `\(pipeline)` is in a folder that another workspace watches already"
                + "\(process.map { " (process \($0))" } ?? ""), so that each file would be taken twice. End that one first, or "
                + "watch another folder."
        }
        return "\(Printable.text(path)) of pipeline `\(pipeline)` is watched by another process"
            + "\(process.map { " (\($0))" } ?? "") already. End that one first, or leave the folder to it."
    }
}
