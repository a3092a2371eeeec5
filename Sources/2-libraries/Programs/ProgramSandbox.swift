internal import Glibc
public import Platform

/// What a program may reach, as far as the kernel can see to that.
public struct ProgramSandbox: Sendable {
    /// Whether files and system calls are restricted at all.
    public var isOn: Bool
    /// Files and folders that it may read and execute, beside those of the system.
    public var readable: [Path]
    /// Files and folders that it may change too.
    public var writable: [Path]
    /// Whether it may use the network.
    public var hasNetwork: Bool
    /// Whether it may change modes and times of what it may write.
    public var changesModes = true

    /// - Parameters: as the properties.
    public init(readable: [Path] = [], writable: [Path] = [], hasNetwork: Bool = false) {
        isOn = true
        self.readable = readable
        self.writable = writable
        self.hasNetwork = hasNetwork
    }

    private init() {
        (isOn, readable, writable, hasNetwork) = (false, [], [], true)
    }

    /// Everything that this process may reach.
    public static let off = ProgramSandbox()

    /// What every program needs: itself and its libraries. Nothing that belongs to a user.
    static let system: [Path] = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/sys/devices/system/cpu",
    ]
    /// Of `/etc` what libraries, interpreters and converters read, and no folder in which keys or passwords are kept.
    private static let settings: [Path] = settingNames.map { Path("/etc/\($0)") }
    private static let settingNames: [String] = [
        // The loader, the C library and names.
        "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "nsswitch.conf", "passwd", "group", "hosts",
        "host.conf", "resolv.conf", "gai.conf", "services", "protocols", "networks", "localtime", "timezone",
        "locale.alias", "locale.conf", "os-release", "debian_version", "alternatives", "terminfo", "inputrc",
        // Certificates of authorities, not keys.
        "ssl/certs", "ssl/openssl.cnf", "pki/tls/certs", "pki/ca-trust", "ca-certificates", "ca-certificates.conf",
        "crypto-policies", "gnutls",
        // Types of files, fonts, paper, and what converts and draws.
        "mime.types", "magic", "magic.mime", "fonts", "papersize", "paper.d", "ImageMagick-6", "ImageMagick-7",
        "ghostscript", "libreoffice", "texmf", "dictionaries-common", "OpenCL", "vdpau_wrapper.cfg", "xdg",
        // Languages.
        "perl", "python3", "java", "java-17-openjdk", "java-21-openjdk", "java-25-openjdk", "php", "lua", "R",
    ]
    private static let devices: [Path] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
    /// Where `/etc/resolv.conf` may lead to; the file itself is replaced now and then.
    private static let resolver: Path = "/run/systemd/resolve"

    /// Blocks shortly.
    ///
    /// - Parameter content: a file that it may read wherever it lies.
    /// - Throws: `SystemError` when one of its own places is not there. Those of the system may be missing.
    func confinement(
        content: FileDescriptor?, features: GuardFeatures
    ) throws(SystemError) -> GuardedProcess.Confinement {
        var confinement = GuardedProcess.Confinement()
        confinement.namespaces = isOn ? features.namespaces : features.namespacesWithoutMounts
        confinement.isOn = isOn
        guard isOn else { return confinement }
        confinement.hasNetwork = hasNetwork
        confinement.refusesModes = !changesModes
        confinement.restrictsCalls = features.hasCallFilter
        var places: [(descriptor: FileDescriptor, rights: GuardedProcess.Rights)] = []
        func add(_ paths: [Path], _ rights: GuardedProcess.Rights) {
            for path in paths {
                guard let place = try? FileDescriptor.locate(path) else { continue }
                places.append((place, rights))
            }
        }
        add(Self.system, [.read, .execute])
        add(Self.settings + (hasNetwork ? [Self.resolver] : []), .read)
        add(Self.devices, [.read, .write])
        for path in readable { places.append((try FileDescriptor.locate(path), [.read, .execute])) }
        for path in try outermostWritable() {
            places.append((try FileDescriptor.locate(path), [.read, .write, .execute]))
        }
        if let content { places.append((content, [.read])) }
        confinement.places = places
        confinement.restrictsFiles = features.landlock > 0
        return confinement
    }

    /// Without those that lie in another: in mounts of its own a program could not move a file from one to the other.
    private func outermostWritable() throws(SystemError) -> [Path] {
        var resolved: [Path] = []
        for path in writable { resolved.append(try Files.resolve(path)) }
        var kept: [Path] = []
        for path in resolved.sorted(by: { $0.bytes.count < $1.bytes.count })
        where !kept.contains(where: { path == $0 || path.rest(below: $0) != nil }) {
            kept.append(path)
        }
        return kept
    }
}

extension GuardFeatures {
    /// What a sandbox is made of here, for people: "Landlock 7, seccomp, namespaces of processes and mounts".
    public var text: String {
        var parts: [String] = []
        if landlock > 0 { parts.append("Landlock \(landlock)") }
        if hasCallFilter { parts.append("seccomp") }
        if hasMounts {
            parts.append("namespaces of processes and mounts")
        } else if namespaces != 0 {
            parts.append("process namespace")
        }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }

    /// What does not hold here for programs in a sandbox, as ends of a sentence that begins "without"; empty: all holds.
    public var gaps: [String] {
        var gaps: [String] = []
        if landlock == 0 { gaps.append("Landlock, so that they may touch every file that this user may") }
        if !hasCallFilter { gaps.append("seccomp, so that they may use the network and all of the kernel") }
        if !hasCallFilter && !hasMounts {
            gaps.append("mounts of their own, so that they may change modes and times of this user's files")
        }
        if namespaces == 0 && landlock < 6 {
            gaps.append("a process namespace, so that they may send signals to other processes of this user")
        }
        return gaps
    }

    /// What they cannot do here although they should be able to; nil: nothing.
    public var loss: String? {
        if hasMounts || !hasCallFilter { return nil }
        return "where they change modes and times, nothing happens, since they can have no mounts of their own"
    }
}
