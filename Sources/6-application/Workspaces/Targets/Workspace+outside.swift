internal import Pipelines
internal import Platform
internal import Representations

extension Workspace {
    /// What is written for people to keep must not take the place of what the workspace is made of, nor be in its next backup.
    ///
    /// - Parameter target: where the file or folder is to be.
    /// - Throws: `Problem` when that is a part of the workspace; `SystemError` when its folder is not there.
    func requireOutside(_ target: Path) throws {
        let root = try Files.resolve(self.root)
        let place = try Files.resolve(target.folder).appending(target.name)
        var kept = BackupFormat.defined + PrivateFolders.names
        if case .file(let schools) = definition.schools { kept.append(schools) }
        if let file = definition.database.file { kept.append(file) }
        if let folder = definition.storage.folder { kept.append(folder) }
        for path in kept {
            let own = root.appending(path)
            let resolved = (try? Files.resolve(own)) ?? own
            guard place == resolved || place.rest(below: resolved) != nil else { continue }
            throw Problem.invalidRequest(
                "\(target) lies in \(path), which is a part of the workspace; choose another place")
        }
    }
}
