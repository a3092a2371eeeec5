public import Documents
internal import Glibc
internal import Platform

/// How a stage says that it did not succeed.
public struct StageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The two ways not to succeed.
    public enum Outcome: Hashable, Sendable {
        /// The document breaks a rule; only its owner can mend that, so it is never tried again.
        case rejected
        /// The world broke; worth another try.
        case failed(ErrorClass)
    }

    public let outcome: Outcome
    /// A stable word in kebab-case: "wrong-extension".
    public let kind: String
    /// What, why and what to do, for people.
    public let message: String

    /// nil of a rejection.
    public var errorClass: ErrorClass? { if case .failed(let errorClass) = outcome { errorClass } else { nil } }

    public init(_ outcome: Outcome, _ kind: String, _ message: String) {
        self.outcome = outcome
        self.kind = kind
        self.message = message
    }

    /// The document breaks a rule.
    public static func rejected(_ kind: String, _ message: String) -> StageError {
        StageError(.rejected, kind, message)
    }

    /// The world broke.
    public static func failed(_ errorClass: ErrorClass, _ kind: String, _ message: String) -> StageError {
        StageError(.failed(errorClass), kind, message)
    }

    /// Any error, as what it means for a run.
    public init(_ error: any Error) {
        switch error {
        case let error as StageError:
            self = error
        case let error as SourceFileError:
            self.init(error.isRejection ? .rejected : .failed(error.errorClass), error.kind, error.message)
        case let error as CatalogError:
            self.init(.rejected, error.kind.rawValue, error.description)
        case let error as any ClassifiedError:
            self.init(.failed(error.errorClass), error.kind, "\(error)")
        case let error as SystemError:
            self.init(.failed(.storage), Self.kind(ofSystem: error.code), "\(error)")
        default:
            self.init(.failed(.other), "error", "\(error)")
        }
    }

    /// What a stage would do depends on something that only a run knows. Never the end of a run: only a plan has it.
    ///
    /// - Parameter name: such as `document.id`.
    public static func unknown(_ name: String) -> StageError {
        .failed(.other, unknownKind, beforeName + name + afterName)
    }

    /// The name that was given to `unknown`; nil: this is another error.
    public var unknownName: String? {
        guard kind == Self.unknownKind else { return nil }
        return String(message.dropFirst(Self.beforeName.count).dropLast(Self.afterName.count))
    }

    private static let unknownKind = "known-only-in-the-run"
    private static let beforeName = "It depends on `"
    private static let afterName = "`, which is known only in the run."

    public var description: String { message }

    private static func kind(ofSystem code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "disk-full"
        case EROFS: "read-only"
        case EACCES, EPERM: "forbidden"
        default: "system"
        }
    }
}
