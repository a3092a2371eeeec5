public import Documents
public import Pipelines
public import Platform

/// `storage: file:PATH`
extension DirectoryStore: DeclaredObjectStore {
    /// What the workspace file may say.
    public struct Options: PartOptions {
        var path: Setting<Path> = .fixed(".compass/objects")

        public init() {}

        public static let fields = [
            OptionField<Options>(
                "path", \.path, "The folder, relative to the workspace. It is made when the catalog is empty.",
                OptionRules(isConstant: true) { $0.string == "" ? "must name a folder" : nil })
        ]
    }

    public static let spec = PartSpec(
        name: "file",
        summary: "Keeps the documents' bytes in a folder, one file for each object.",
        discussion: """
            An object appears whole or not at all, is on disk when it counts as stored, and is never replaced. Nothing leads out of \
            the folder. A folder that was moved away or mounted over is noticed: nothing is stored in another one in its place.

            Folders are 0700 and objects 0600, whatever the umask and also in a folder with the set-group-id bit: the bytes are \
            those of minors. So no other user of the group can read them. A program that copies them has to run as their owner \
            or as root; a backup of the workspace is one file that can be given to others.
            """,
        shortOption: "path", folderOption: "path",
        examples: [
            PartExample("A folder on another disk.", yaml: "storage: file:/srv/compass/objects"),
            PartExample("The same at length.", yaml: "storage: { type: file, path: /srv/compass/objects }"),
        ])

    public static func place(
        _ options: Options, in context: PartContext
    ) throws(StageError) -> any ObjectStorePlace {
        DirectoryPlace(root: context.path(try context.value(options.path)))
    }
}

/// A folder that holds an object store, or is to hold one.
public struct DirectoryPlace: ObjectStorePlace {
    public let root: Path

    public init(root: Path) {
        self.root = root
    }

    public var description: String { root.description }

    public var address: String? { (try? Files.resolve(root)).map { DirectoryStore.url(of: $0) + "/" } }

    /// Makes the folder only for a catalog that has nothing in it: one in the place of a store that was moved away, or whose
    /// disk is not mounted, would stand in the way of its coming back.
    public func open(isExpected: Bool) async throws -> any ObjectStore {
        guard isExpected else { return try DirectoryStore(root: root) }
        guard let store = try DirectoryStore.openExisting(root) else {
            throw ObjectStoreError.away(self, "is not there")
        }
        if try store.isBlank { throw ObjectStoreError.away(self, "is empty") }
        return store
    }

    public func openExisting() async throws -> (any ObjectStore)? { try DirectoryStore.openExisting(root) }
}
