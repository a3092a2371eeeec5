internal import Documents
internal import Pipelines
internal import Platform

/// What the end of a run means for its file, as that is found afterwards. What was processed and what lies there now are two
/// things, and nothing but this tells them apart.
enum RunVerdict: Sendable, Hashable {
    /// It went before the run could open it: nothing was processed, and nothing is there.
    case neverThere
    /// It was renamed before the run could open it: nothing was processed.
    case unopened
    /// It is not where it was.
    case absent
    /// Another file lies where it was.
    case replaced
    /// It lies in a folder that gives other inputs: there it is a new file.
    case reassigned
    /// It has other contents than those that were processed, or nobody can tell.
    case changed
    /// Only its bytes tell whether they are those that were processed.
    case doubtful
    /// It is what was processed.
    case same

    /// What its bytes have shown.
    enum Reading: Sendable, Hashable {
        case none
        /// They cannot be read, or changed meanwhile.
        case failed
        case done(FileDigest)
    }

    /// - Parameters:
    ///   - entry: with what the file was when it was taken.
    ///   - run: as it ended.
    ///   - processed: the digest of what the run has read; nil: not known.
    ///   - found: what lies where the file is by now; nil: nothing.
    ///   - hasSameInputs: whether its place gives it the inputs that it was run with.
    static func of(
        _ entry: LedgerEntry, after run: RunRecord, processed: String?, found: FoundFile?, hasSameInputs: Bool,
        reading: Reading = .none
    ) -> RunVerdict {
        if run.status == .failed, run.error?.kind == SourceFileError.Code.missing.rawValue {
            return found?.file == entry.file ? .unopened : .neverThere
        }
        guard let found else { return .absent }
        guard found.file == entry.file || run.source?.inode == found.file.inode else { return .replaced }
        guard hasSameInputs else { return .reassigned }
        if run.hasSeenChange { return .changed }
        // Nothing at all has happened to it since it was taken.
        if found.file == entry.file, found.mark == FileMark(entry) { return .same }
        guard let processed else {
            return found.mark.hasSameContents(as: run.source.map { FileMark($0) } ?? FileMark(entry)) ? .same : .changed
        }
        switch reading {
        case .none: return .doubtful
        case .failed: return .changed
        case .done(let digest):
            return digest.file == found.file && digest.sha256 == processed ? .same : .changed
        }
    }
}

extension RunRecord {
    /// Whether it ended because its file changed under it, so that it has processed nothing.
    var hasSeenChange: Bool { error?.kind == SourceFileError.Code.changed.rawValue }
}
