package import Platform
internal import Representations

/// As `docs/json.md` describes them.
extension Backup.Report: JSONRepresentable {
    package var record: Record {
        [
            "versions": .integer(Int64(versions)), "objects": .integer(Int64(objects)),
            "quarantined": .integer(Int64(quarantined)), "files": .integer(Int64(files)), "bytes": .integer(bytes),
            "size": .integer(size), "erased": .integer(Int64(erased)),
            "left-out": .list(leftOut.map { .string($0.description) }),
            "damage": .list(damage.map { .string($0) }),
        ]
    }
}

extension Restoration.Report: JSONRepresentable {
    package var record: Record {
        [
            "made-at": .string(madeAt), "program": .string(program), "documents": .integer(Int64(documents)),
            "trashed": .integer(Int64(trashed)), "versions": .integer(Int64(versions)),
            "objects": .integer(Int64(objects)), "files": .integer(Int64(files)), "bytes": .integer(bytes),
            "unfinished-runs": .integer(Int64(unfinishedRuns)), "waiting": .integer(Int64(waiting)),
            "damage": .list(damage.map { .string($0) }),
        ]
    }

    /// Of a backup that was only read.
    package var checkRecord: Record {
        [
            "made-at": .string(madeAt), "program": .string(program), "versions": .integer(Int64(versions)),
            "objects": .integer(Int64(objects)), "files": .integer(Int64(files)), "bytes": .integer(bytes),
            "damage": .list(damage.map { .string($0) }),
        ]
    }
}
