/// Something that happened in a watched folder.
public enum FolderChange: Sendable, Hashable {
    /// What happened to an entry.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// It is new, and may still be empty.
        case created
        /// Somebody who had it open for writing closed it.
        case written
        /// It came by a rename.
        case movedIn
        /// It went by a rename.
        case movedOut
        case removed
        /// Its rights, times or number of names were changed; told only to those who asked for it.
        case attributes
    }

    /// An entry of a folder, as it was named to `FolderWatch.add`.
    case entry(Kind, folder: Path, name: Path)
    /// More happened than the kernel or this process could keep: look at everything again.
    case overflowed
    /// A watched folder was removed, renamed or unmounted, and is not watched any more.
    case gone(folder: Path)
}
