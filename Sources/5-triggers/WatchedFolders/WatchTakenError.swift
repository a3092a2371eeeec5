internal import Platform

/// Another process, or another intake of this one, works on the same watched folder of the same pipeline.
public struct WatchTakenError: Error, Hashable, Sendable, CustomStringConvertible {
    public let pipeline: String
    /// As the pipeline writes it.
    public let path: String
    /// Of the process that has it; nil: not known.
    public let process: Int32?

    public init(pipeline: String, path: String, process: Int32?) {
        self.pipeline = pipeline
        self.path = path
        self.process = process
    }

    public var description: String {
        "\(Printable.text(path)) of pipeline `\(pipeline)` is watched by another process"
            + "\(process.map { " (\($0))" } ?? "") already. End that one first, or leave the folder to it."
    }
}
