package import Platform
package import Representations

/// The unit files of a workspace.
package struct ServiceUnits: Sendable {
    /// Who runs it.
    package enum Account: Hashable, Sendable {
        /// The user whose manager it is.
        case manager
        case user(String)
        /// A user that exists while the service runs; the workspace is then its state folder.
        case dynamic(state: String)
    }

    /// A unit file.
    package struct File: Hashable, Sendable {
        package let name: String
        package let text: String
    }

    /// Of the service, without `.service`; the other units have it in their names.
    package let name: String
    package let program: UnitPath
    package let workspace: UnitPath
    /// Folders outside the workspace that the service has to write to.
    package let writable: [UnitPath]
    package let account: Account

    /// Whether something lies in `/home`, `/root` or `/run/user`, which are hidden otherwise.
    package var needsHome: Bool
    /// Whether something lies in `/tmp` or `/var/tmp`, of which a service otherwise has its own.
    package var needsTemporary: Bool

    package init(
        name: String = ServiceUnits.standardName, program: UnitPath, workspace: UnitPath, writable: [UnitPath],
        account: Account, needsHome: Bool = false, needsTemporary: Bool = false
    ) {
        self.name = name
        self.program = program
        self.workspace = workspace
        self.writable = writable
        self.account = account
        self.needsHome = needsHome
        self.needsTemporary = needsTemporary
    }

    /// Of a workspace in /srv/compass that the user `compass` runs; what lies in `systemd/`.
    ///
    /// - Throws: never for these paths.
    package static func sample() throws(Problem) -> ServiceUnits {
        ServiceUnits(
            program: try UnitPath("/usr/local/bin/compass"), workspace: try UnitPath("/srv/compass"), writable: [],
            account: .user("compass"))
    }

    package static let standardName = "compass"

    /// Where packages put units of the machine, which an administrator's of the same name hide.
    package static let packageFolders: [Path] = ["/usr/local/lib/systemd/system", "/usr/lib/systemd/system"]

    /// Whether a service can be called that: as a part of a file's name, and of a folder in /run.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.first, first != ".", first != "-", text.utf8.count <= 100, !text.hasSuffix(sweepSuffix)
        else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }

    private static let sweepSuffix = "-sweep"

    /// The names of all files of a service, in the order in which they are written.
    package static func names(of name: String = standardName) -> [String] {
        ["\(name).service", "\(name)\(sweepSuffix).service", "\(name)\(sweepSuffix).timer"]
    }

    /// Whether a unit's text starts the service of a workspace.
    ///
    /// - Parameter workspace: as a unit's argument.
    static func starts(_ workspace: String, in text: String) -> Bool {
        text.contains("--workspace \(workspace) up") || text.contains("-w \(workspace) up")
    }

    /// The first unit in a folder that would be written, or removed, although it belongs to something else than the workspace;
    /// nil: there is none. The timer goes with its service.
    ///
    /// - Throws: `SystemError` for a unit that cannot be read.
    package static func foreign(
        in folder: Path, named name: String, workspace: UnitPath?
    ) throws(SystemError) -> Path? {
        for file in names(of: name) where file.hasSuffix(".service") {
            let path = folder.appending(Path(file))
            guard Files.exists(path) else { continue }
            let text = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
            let isOwn = ["--workspace", "-w"].contains { option in
                workspace.map { text.contains("\(option) \($0.argument) ") } ?? false
            }
            if !isOwn { return path }
        }
        return nil
    }

    /// The first unit of a package that one of this name in /etc would hide, as `foreign` finds it; nil: there is none.
    package static func hidden(
        by name: String, workspace: UnitPath?, in folders: [Path] = packageFolders
    ) throws(SystemError) -> Path? {
        for folder in folders {
            if let path = try foreign(in: folder, named: name, workspace: workspace) { return path }
        }
        return nil
    }

    /// Whether a unit is one that was written for some workspace's service.
    static func isService(_ text: String) -> Bool {
        text.hasPrefix("# Written by `compass install-service`") && text.contains("\nType=notify\n")
    }

    private var isSystem: Bool { account != .manager }

    package var files: [File] {
        [
            File(name: Self.names(of: name)[0], text: service), File(name: Self.names(of: name)[1], text: sweep),
            File(name: Self.names(of: name)[2], text: timer),
        ]
    }

    private var service: String {
        """
        # Written by `compass install-service`; `systemctl edit \(name).service` changes it without losing changes.
        [Unit]
        Description=Compass: pipelines of \(workspace.shown)
        \(isSystem ? "Wants=network-online.target\nAfter=network-online.target local-fs.target time-sync.target\n" : "")\
        RequiresMountsFor=\(workspace.word)
        # A disk may be full for long: it is started again until there is room.
        StartLimitIntervalSec=0

        [Service]
        Type=notify
        NotifyAccess=main
        ExecStart=\(program.argument) --workspace \(workspace.argument) up --log-format journald
        ExecReload=/bin/kill -HUP $MAINPID
        WatchdogSec=60s
        WatchdogSignal=SIGABRT
        TimeoutStartSec=5min
        # Running stages get `shutdown-grace`; the service asks for more time when it needs it.
        TimeoutStopSec=60s
        KillMode=mixed
        Restart=on-failure
        RestartSec=10s
        # 2: a file of the workspace is wrong, which another start does not fix.
        RestartPreventExitStatus=2
        LimitNOFILE=65536
        \(isSystem ? meeting : "")\(hardening)
        [Install]
        WantedBy=\(isSystem ? "multi-user.target" : "default.target")

        """
    }

    private var meeting: String {
        """
        # A folder that other users can enter, for the socket that a reverse proxy uses: `server.socket` of compass.yaml.
        RuntimeDirectory=\(name)

        """
    }

    private var sweep: String {
        """
        # Written by `compass install-service`: an example of a job that systemd starts, rather than `on.schedule`.
        [Unit]
        Description=Compass: take in what no watch has seen, in \(workspace.shown)
        RequiresMountsFor=\(workspace.word)

        [Service]
        Type=oneshot
        ExecStart=\(program.argument) --workspace \(workspace.argument) run nightly-sweep
        # 3: a document was rejected, which is its owner's matter.
        SuccessExitStatus=3
        TimeoutStartSec=6h
        Nice=10
        IOSchedulingClass=idle
        LimitNOFILE=65536
        \(hardening)
        """
    }

    private var timer: String {
        """
        # Written by `compass install-service`: `systemctl enable --now \(name)\(Self.sweepSuffix).timer` starts it every night.
        [Unit]
        Description=Compass: nightly sweep of \(workspace.shown)

        [Timer]
        OnCalendar=*-*-* 02:30:00
        RandomizedDelaySec=10min
        # A night that the machine slept through is made up for.
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
    }

    /// What the service cannot do. A user's manager may set only what needs no privilege.
    private var hardening: String {
        let common = """
            UMask=0077
            NoNewPrivileges=yes
            LockPersonality=yes
            MemoryDenyWriteExecute=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            RestrictNamespaces=yes
            RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
            SystemCallArchitectures=native
            SystemCallFilter=@system-service
            SystemCallFilter=~@privileged @resources
            SystemCallErrorNumber=EPERM

            """
        return isSystem ? identity + common + confinement : common
    }

    private var identity: String {
        switch account {
        case .manager: ""
        case .user(let name): "User=\(name)\n"
        case .dynamic(let state): "DynamicUser=yes\nStateDirectory=\(state)\nStateDirectoryMode=0700\n"
        }
    }

    private var confinement: String {
        """
        # Leases on files of other users would need CAP_LEASE here and in AmbientCapabilities=; without it they are taken
        # after a quiet time.
        CapabilityBoundingSet=
        AmbientCapabilities=
        ProtectSystem=strict
        ProtectHome=\(needsHome ? "read-only" : "yes")
        ReadWritePaths=\(([workspace] + writable).map(\.word).joined(separator: " "))
        PrivateTmp=\(needsTemporary ? "no" : "yes")
        PrivateDevices=yes
        DevicePolicy=closed
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        ProtectProc=invisible
        RemoveIPC=yes
        KeyringMode=private

        """
    }
}
