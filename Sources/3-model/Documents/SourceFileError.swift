internal import Glibc
internal import Platform

/// Why a document's file could not be taken.
public struct SourceFileError: ClassifiedError, Hashable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Code: String, Sendable, Hashable {
        case missing = "missing"
        case unreadable = "unreadable"
        /// A folder, a pipe, a device.
        case notAFile = "not-a-file"
        /// A symbolic link that leads out of its tree.
        case linkLeaves = "symlink-outside"
        /// It is not what it was when it was opened.
        case changed = "source-changed"
    }

    public let code: Code
    /// What, why and what to do, for people.
    public let message: String

    /// Whether the rights of this user do not allow it.
    private let isDenied: Bool

    public init(_ code: Code, _ message: String) {
        self.init(code, message, isDenied: false)
    }

    private init(_ code: Code, _ message: String, isDenied: Bool) {
        self.code = code
        self.message = message
        self.isDenied = isDenied
    }

    init(_ error: SystemError, path: Path) {
        switch error.code {
        case ENOENT, ENOTDIR: self.init(.missing, "\(path) does not exist.")
        case EACCES, EPERM:
            self.init(.unreadable, "\(path) may not be read by this user: \(error.reason).", isDenied: true)
        case ENXIO, EISDIR: self.init(.notAFile, "\(path) is not a regular file.")
        case ELOOP: self.init(.linkLeaves, "\(path) is a symbolic link that leads to itself.")
        default: self.init(.unreadable, "\(path) cannot be read: \(error.reason) (\(error.name)).")
        }
    }

    /// Whether the document breaks a rule, so that only its owner can help; the others are the world's failures.
    public var isRejection: Bool {
        switch code {
        case .notAFile, .linkLeaves, .changed: true
        case .missing, .unreadable: false
        }
    }

    public var errorClass: ErrorClass { code == .missing || isDenied ? .permanent : .storage }
    public var kind: String { code.rawValue }
    public var description: String { message }
}
