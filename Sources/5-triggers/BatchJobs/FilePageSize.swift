/// How many files a page of a batch has, since each page costs a walk over all of them: a share of what an earlier walk
/// found. A batch takes about `parts` walks then, be it of a thousand files or of a million, while its memory grows by the
/// names of one page only.
struct FilePageSize: Sendable {
    /// Of the first page, when nobody knows yet how many files there are, and of few files.
    var smallest = 5_000
    /// What memory allows, some 25 MB; of more than `parts` times that the number of walks grows again, by one for each
    /// further page.
    var largest = 65_536
    /// How many pages the files that were found make.
    var parts = 32

    /// - Parameter found: how many files an earlier walk found; 0: there was none.
    func limit(of found: Int) -> Int {
        let share = found / parts + (found.isMultiple(of: parts) ? 0 : 1)
        return min(max(smallest, share), max(smallest, largest))
    }
}
