public import Pipelines
internal import Platform

extension Exec {
    /// What `with:` may say.
    public struct Options: PartOptions {
        var command: Setting<[String]> = .required
        var environment: Setting<NamedTexts> = .fixed(NamedTexts())
        var input: Setting<String?> = .fixed(nil)
        var successOn: Setting<[Int64]> = .fixed([0])
        var rejectOn: Setting<[Int64]> = .fixed([])
        var reads: Setting<[String]> = .fixed([])
        var writes: Setting<[String]> = .fixed([])
        var network: Setting<Bool> = .fixed(false)
        var sandbox: Setting<Bool> = .fixed(true)
        var memory: Setting<ByteSize> = .fixed(ByteSize(bytes: 1 << 30))
        var processor: Setting<TimeSpan> = .fixed(TimeSpan(milliseconds: 600_000))
        var fileSize: Setting<ByteSize> = .fixed(ByteSize(bytes: 1 << 30))
        var processes: Setting<Int64> = .fixed(32)
        var output: Setting<ByteSize> = .fixed(ByteSize(bytes: 64 << 10))

        public init() {}

        public static let fields: [OptionField<Options>] = [
            OptionField(
                "command", \.command,
                "The program and its arguments, run without a shell. A program with a slash in its name lies in the workspace, any other "
                    + "is looked for in `PATH`. Other users of the machine may see arguments: no secrets go here.",
                OptionRules(fault: { value in
                    guard let words = value.list else { return nil }
                    if words.isEmpty || words.first?.string == "" { return "must begin with a program" }
                    return words.contains { $0.string?.utf8.contains(0) == true } ? "must have no NUL in it" : nil
                })),
            OptionField(
                "env", \.environment,
                "Variables of its environment, beside those that every program has; secrets may go here.",
                OptionRules(
                    acceptsSecret: true,
                    nameFault: { name in
                        let isName =
                            !name.isEmpty && !(name.utf8.first.map(Self.isDigit) ?? true)
                            && name.utf8.allSatisfy(Self.isOfName)
                        return isName ? nil : "must be a variable's name, such as `TEAM_ID`"
                    })),
            OptionField("input", \.input, "Its standard input.", OptionRules(acceptsSecret: true)),
            OptionField(
                "success-on", \.successOn, "The statuses with which it has done its work.", statusRule),
            OptionField(
                "reject-on", \.rejectOn,
                "The statuses with which it refuses the document, for the reason in the last line of its standard error, or else of its standard output. They go "
                    + "before `success-on`; any other status is a failure, which the pipeline's `retry` may try again.",
                statusRule),
            OptionField(
                "reads", \.reads, "Files and folders that it may read, relative to the workspace.",
                OptionRules(isConstant: true)),
            OptionField(
                "writes", \.writes, "Files and folders that it may change too, relative to the workspace.",
                OptionRules(isConstant: true)),
            OptionField("network", \.network, "Whether it may use the network.", OptionRules(isConstant: true)),
            OptionField(
                "sandbox", \.sandbox,
                "`false`: it may do all that Compass may. With it, it reads the system's programs and libraries, the document and `reads`, "
                    + "and writes to its temporary folder and `writes`.", OptionRules(isConstant: true)),
            OptionField("memory", \.memory, "Private memory of each of its processes.", sizeRule),
            OptionField("processor", \.processor, "Processor time of each of its processes.", atLeastOne),
            OptionField("file-size", \.fileSize, "Of one file that it writes.", sizeRule),
            OptionField("processes", \.processes, "At a time.", atLeastOne),
            OptionField(
                "output", \.output, "What it may write to its standard output and error; at most 1MB.",
                OptionRules(
                    isConstant: true,
                    fault: { value in
                        guard let bytes = value.integer else { return nil }
                        return (1...1_000_000).contains(bytes) ? nil : "must be 1B to 1MB"
                    })),
        ]

        private static let statusRule = OptionRules(
            isConstant: true,
            fault: { value in
                let isStatus = value.list?.allSatisfy { $0.integer.map { (0...255).contains($0) } ?? true } ?? true
                return isStatus ? nil : "must have statuses of 0 to 255"
            })

        private static let atLeastOne = OptionRules(
            isConstant: true, fault: { ($0.integer ?? 1) > 0 ? nil : "must be more than 0" })

        /// Less than a program and its libraries take could never work.
        private static let sizeRule = OptionRules(
            isConstant: true, fault: { ($0.integer ?? .max) >= 1_000_000 ? nil : "must be 1MB or more" })

        private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

        private static func isOfName(_ byte: UInt8) -> Bool {
            isDigit(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }
}
