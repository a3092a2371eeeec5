internal import Platform

/// What is wrong with a request in the terms of HTTP alone; everything else is a `Problem`.
struct HTTPFailure: Error, Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case unauthorized
        case forbidden
        case notFound = "not-found"
        case methodNotAllowed = "method-not-allowed"
        case conflict
        case gone
        case lengthRequired = "length-required"
        case preconditionFailed = "precondition-failed"
        case tooLarge = "too-large"
        case unsupportedMediaType = "unsupported-media-type"
        case rangeNotSatisfiable = "range-not-satisfiable"
        case misdirected
        case locked
        case preconditionRequired = "precondition-required"
        case tooManyRequests = "too-many-requests"
        case checksumMismatch = "checksum-mismatch"
        case unavailable
        case insufficientStorage = "insufficient-storage"

        var status: Int {
            switch self {
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .methodNotAllowed: 405
            case .conflict: 409
            case .gone: 410
            case .lengthRequired: 411
            case .preconditionFailed: 412
            case .tooLarge: 413
            case .unsupportedMediaType: 415
            case .rangeNotSatisfiable: 416
            case .misdirected: 421
            case .locked: 423
            case .preconditionRequired: 428
            case .tooManyRequests: 429
            // Of tus 1.0, not of the registry of HTTP.
            case .checksumMismatch: 460
            case .unavailable: 503
            case .insufficientStorage: 507
            }
        }
    }

    let kind: Kind
    /// What and why, as sentences.
    let message: String
    /// To be added to the answer.
    let headers: [(name: String, value: String)]

    init(_ kind: Kind, _ message: String, headers: [(name: String, value: String)] = []) {
        self.kind = kind
        self.message = message
        self.headers = headers
    }
}
