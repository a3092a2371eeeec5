internal import HTTPMessages
internal import Platform

// Rules of options that stages and channels share.
extension OptionRules {
    /// An address of http or https.
    public static let httpAddress = OptionRules(acceptsSecret: true, fault: { $0.string.flatMap(HTTPAddress.fault) })

    /// Header fields that a request may have beside those that the client sets.
    public static let httpHeaders = OptionRules(
        acceptsSecret: true,
        fault: { value in
            let isBroken = value.record?.entries.contains { !HTTPHeaders.isValue($0.value.string ?? "") }
            return isBroken == true ? "must have no line breaks and control characters" : nil
        },
        nameFault: { name in
            if !HTTPHeaders.isName(name) { return "must be a header name, such as `X-Team`" }
            return HTTPHeaders.isReserved(name) ? "must be none that the request itself sets" : nil
        })

    /// A number or a time that is not zero, and known before anything is computed.
    public static let moreThanZero = OptionRules(
        isConstant: true, fault: { $0.integer == 0 ? "must be more than 0" : nil })
}
