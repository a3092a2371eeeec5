/// What `compass-bench` can measure.
enum BenchSubject: String, CaseIterable, Sendable {
    /// `compass version`.
    case startup
    /// One small file, from the start of the program to its end.
    case small
    /// 1,000 PDFs of 64 KiB.
    case batch
    /// One large video, beside `cp` and a digest.
    case video
    /// A pipeline of 200 lines.
    case lint
    /// Lists and searches in a large catalog.
    case catalog
    /// The journal under stages that do nothing, many queued and many finished runs.
    case engine
    /// Files that are dropped, and very many that are there.
    case watch
}
