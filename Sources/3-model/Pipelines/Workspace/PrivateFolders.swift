public import Platform

/// Folders of a workspace that hold nothing for a pipeline: who may write into a watched folder, or a pipeline, is not always
/// who may read or change these.
public enum PrivateFolders {
    /// Relative to the workspace, whatever its file says.
    public static let names: [Path] = [".compass", "secrets"]

    /// What no watched file is moved to: beside these the pipelines, which are programs that whoever drops files would write.
    public static let notForMoves: [Path] = names + ["pipelines"]

    /// The one of `notForMoves` that a folder is, lies in, or holds; nil: none. By the text of both, so without symbolic links.
    ///
    /// - Parameter root: the workspace's folder.
    public static func touched(by folder: Path, in root: Path) -> Path? {
        notForMoves.first { name in
            let own = root.appending(name)
            return folder.rest(below: own) != nil || own.rest(below: folder) != nil
        }
    }
}
