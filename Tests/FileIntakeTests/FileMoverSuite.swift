import CompassTesting
import Pipelines
import Platform

@testable import FileIntake

/// What is recorded of a file that is there.
func identity(_ path: Path) throws -> SourceIdentity {
    let status = try FileStatus.of(path, followingLinks: false)
    return SourceIdentity(
        path: path, device: status.device, inode: status.inode, size: status.size, modified: status.modified)
}

/// A folder, and what moves its files.
protocol FileMoverSuite {
    var folder: TestFolder { get }
    var mover: FileMover { get }
}

extension FileMoverSuite {
    func read(_ path: Path) throws -> String {
        String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
    }

    /// All names below the folder, those of folders aside.
    func files(_ path: Path? = nil) throws -> [String] {
        let path = path ?? folder.path
        return try Files.list(path).flatMap { name -> [String] in
            let entry = path.appending(name)
            guard try FileStatus.of(entry, followingLinks: false).kind == .folder else { return [name.text] }
            return try files(entry).map { "\(name.text)/\($0)" }
        }
    }

    /// Moves to a folder beside `in`, as a watch does.
    @discardableResult
    func move(_ path: Path, as expected: SourceIdentity? = nil, to name: String = "done") throws -> Path {
        let target = try mover.target(for: path, in: try mover.folder("../\(name)", of: "in"))
        try mover.move(path, expecting: try expected ?? identity(path), to: target)
        return target
    }
}
