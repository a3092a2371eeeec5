internal import Diagnostics
internal import Glibc
internal import Pipelines
package import Platform
internal import Representations

/// Where a workspace is, for somebody who works in a folder of it.
package enum WorkspaceSearch {
    /// Whether a folder is a workspace: it has `compass.yaml`, `.compass`, or a pipeline in `pipelines/`.
    package static func isWorkspace(_ folder: Path) -> Bool { hasState(folder) || hasPipelines(folder) }

    /// The folder itself if it is a workspace, or else the nearest one above that is. Above, a folder named `pipelines`
    /// makes no workspace, since others than Compass have such, also with files of YAML in them.
    ///
    /// - Parameter folder: an existing one.
    /// - Returns: `folder` as it is given, or the path of the one above, absolute and without symbolic links; nil: there is none.
    /// - Throws: `Problem` when the nearest one above, or what makes it one, belongs to another user: whoever may write in a
    ///   folder above, such as /tmp, could choose what runs here (as with git, CVE-2022-24765). Root's do.
    package static func nearest(to folder: Path) throws -> Path? {
        if isWorkspace(folder) { return folder }
        // A folder that is gone lies in none; what needs no workspace goes on there.
        guard var above = try? Files.resolve(folder) else { return nil }
        while above != "/" {
            above = above.folder
            guard hasState(above) else { continue }
            for path in [above] + marks(of: above) {
                guard let owner = try owner(of: path), owner != geteuid(), owner != 0 else { continue }
                throw Problem.invalidRequest(
                    "the workspace \(above), which this folder lies in, belongs to another user",
                    advice: [.chooseWorkspace])
            }
            return above
        }
        return nil
    }

    /// Of a symbolic link its own: whoever made it chose where it leads. nil: nothing is there.
    private static func owner(of path: Path) throws -> UInt32? {
        do {
            return try FileStatus.of(path, followingLinks: false).owner
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
    }

    /// - Throws: `Problem` when a folder is none, or no workspace.
    package static func require(_ folder: Path) throws {
        try requireFolder(folder)
        if isWorkspace(folder) { return }
        throw Problem.invalidRequest(
            folder == "."
                ? "there is no workspace here or in a folder above"
                : "\(folder) is no workspace: it has neither compass.yaml nor .compass, and no pipeline in pipelines/",
            advice: [.makeWorkspace(folder), .chooseWorkspace])
    }

    /// - Throws: `Problem` when it is none.
    static func requireFolder(_ folder: Path) throws {
        guard (try? FileStatus.of(folder))?.kind == .folder else {
            throw Problem.invalidRequest("the workspace \(folder) is not a folder", advice: [.chooseWorkspace])
        }
    }

    private static func hasState(_ folder: Path) -> Bool { marks(of: folder).contains(where: Files.exists) }

    /// A folder of that name alone says nothing: others than Compass have such.
    private static func hasPipelines(_ folder: Path) -> Bool {
        guard (try? FileStatus.of(path("pipelines", in: folder)))?.kind == .folder else { return false }
        // Of one that cannot be read, whoever needs the pipelines tells why.
        guard let found = try? PipelineFinder(workspace: folder).all() else { return true }
        return !found.isEmpty
    }

    /// What makes a folder a workspace, whether or not it is there.
    private static func marks(of folder: Path) -> [Path] {
        [path(WorkspaceLoader.name, in: folder), path(".compass", in: folder)]
    }

    private static func path(_ name: Path, in folder: Path) -> Path { folder == "." ? name : folder.appending(name) }
}
