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

    /// What every program needs: itself, its libraries, its settings. Nothing that belongs to a user.
    private static let system: [Path] = [
        "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/sys/devices/system/cpu",
    ]
    private static let devices: [Path] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]

    /// Blocks shortly.
    ///
    /// - Parameter content: a file that it may read wherever it lies.
    /// - Throws: `SystemError` when one of its own places is not there. Those of the system may be missing.
    func confinement(
        content: FileDescriptor?, features: GuardFeatures
    ) throws(SystemError) -> GuardedProcess.Confinement {
        var confinement = GuardedProcess.Confinement()
        confinement.namespaces = features.namespaces
        guard isOn else { return confinement }
        confinement.hasNetwork = hasNetwork
        confinement.restrictsCalls = features.hasCallFilter
        guard features.landlock > 0 else { return confinement }
        var places: [(descriptor: FileDescriptor, rights: GuardedProcess.Rights)] = []
        for path in Self.system {
            guard let place = try? FileDescriptor.locate(path) else { continue }
            places.append((place, [.read, .execute]))
        }
        for path in Self.devices {
            guard let place = try? FileDescriptor.locate(path) else { continue }
            places.append((place, [.read, .write]))
        }
        for path in readable { places.append((try FileDescriptor.locate(path), [.read, .execute])) }
        for path in writable { places.append((try FileDescriptor.locate(path), [.read, .write, .execute])) }
        if let content { places.append((content, [.read])) }
        confinement.places = places
        return confinement
    }
}

extension GuardFeatures {
    /// What a sandbox is made of here, for people: "Landlock 7, seccomp, process namespace".
    public var text: String {
        let parts = [
            landlock > 0 ? "Landlock \(landlock)" : nil, hasCallFilter ? "seccomp" : nil,
            namespaces != 0 ? "process namespace" : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}
