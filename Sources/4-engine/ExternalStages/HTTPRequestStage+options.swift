public import Pipelines
internal import Platform

extension HTTPRequestStage {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var url: Setting<String> = .required
        var method: Setting<Method> = .fixed(.get)
        var headers: Setting<NamedTexts> = .fixed(NamedTexts())
        var body: Setting<Value> = .fixed(.null)
        var successOn: Setting<[String]> = .fixed(["200-299"])
        var rejectOn: Setting<[String]> = .fixed([])
        var timeout: Setting<TimeSpan> = .fixed(TimeSpan(milliseconds: 30_000))
        var maxResponse: Setting<ByteSize> = .fixed(ByteSize(bytes: 64 << 10))

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "url", \.url,
                "Where the request goes; `http` or `https`. A person who chooses the host could have the machine ask its own services: the "
                    + "host should not come from an input.",
                .httpAddress),
            OptionField("method", \.method, "The method."),
            OptionField(
                "headers", \.headers, "Headers of the request; secrets may go here.",
                .httpHeaders),
            OptionField(
                "body", \.body,
                "What is sent: a text as it is; a mapping or a list as JSON, in which inputs cannot change what is around them.",
                OptionRules(acceptsSecret: true)),
            OptionField(
                "success-on", \.successOn, "The statuses of a success, such as `\"204\"` or `200-299`.",
                StatusRange.rule),
            OptionField(
                "reject-on", \.rejectOn, "The statuses that refuse the document. They go before `success-on`.",
                StatusRange.rule),
            OptionField(
                "timeout", \.timeout, "Of one request, from its beginning to the whole answer; more than 0.",
                .moreThanZero),
            OptionField(
                "max-response", \.maxResponse,
                "The largest body of an answer; at most 1MB. A larger one fails the stage.",
                OptionRules(
                    isConstant: true,
                    fault: { value in
                        guard let bytes = value.integer else { return nil }
                        return (1...1_000_000).contains(bytes) ? nil : "must be 1B to 1MB"
                    })),
        ]
    }

    /// A method of HTTP that a pipeline may use.
    public enum Method: String, OptionValue, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        /// Whether a repeat does more than the first request: RFC 9110, section 9.2.2, and RFC 5789, section 2.
        var needsKey: Bool { self == .post || self == .patch }
    }
}
