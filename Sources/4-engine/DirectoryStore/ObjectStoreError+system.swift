internal import Documents
internal import Glibc
internal import Platform

extension ObjectStoreError {
    /// - Parameter action: what failed, as a verb phrase: "store a/b in /objects".
    init(_ error: SystemError, doing action: String) {
        let (code, advice): (Code, String) =
            switch error.code {
            case ENOSPC: (.full, "Make room on that disk and run it again; nothing was stored.")
            case EDQUOT: (.full, "Make room within the quota, or have it raised, and run it again; nothing was stored.")
            case EROFS: (.readOnly, "Mount it for writing, or choose another folder as `storage`.")
            case EACCES, EPERM: (.forbidden, "Give this user the right to read and write there.")
            case ENOTDIR, ELOOP, EXDEV, EISDIR:
                (
                    .damaged,
                    "A part of the path is a symbolic link, or not the folder that it should be. "
                        + "Look at it and move it out of the object store."
                )
            case ENOENT: (.damaged, "A folder has gone meanwhile. Run it again.")
            case EIO: (.other, "The disk is failing: look at the system's log before anything else.")
            case EMFILE, ENFILE: (.other, "Too many files are open: run fewer at a time, or raise `ulimit -n`.")
            default: (.other, "Look at the folder and run it again.")
            }
        self.init(code, "Cannot \(action): \(error.reason) (\(error.name)). \(advice)")
    }
}
