import CompassTesting
@testable import Diagnosis
import Platform
import Plugins
import Representations
import Testing

@Suite struct SandboxChecksTests {
    @Test("what does not hold plugins to their manifests here is told, and so is that compass runs as root")
    func sandbox() throws {
        let folder = try TestFolder()
        let all = GuardFeatures.available
        let found = { (features: GuardFeatures) in
            PluginChecks(PluginCatalog(workspace: folder.path), features: features).findings().last
        }
        let open = found(GuardFeatures(landlock: 0, hasCallFilter: false, namespaces: all.namespacesWithoutMounts))
        #expect(open?.state == .warning)
        #expect(
            open?.message
                == "plugins run without Landlock, so that they may touch every file that this user may; and without "
                + "seccomp, so that they may use the network and all of the kernel; and without mounts of their own, so "
                + "that they may change modes and times of this user's files"
                + (all.namespaces != 0
                    ? ""
                    : "; and without a process namespace, so that they may send signals to other processes of this user")
        )
        #expect(
            open?.advice
                == "use a kernel from 5.13 on with CONFIG_SECURITY_LANDLOCK and `landlock` among its `lsm=`, or only plugins "
                + "that you trust")
        let early = found(GuardFeatures(landlock: 2, hasCallFilter: true, namespaces: 0))
        #expect(
            early?.message
                == "plugins run without a process namespace, so that they may send signals to other processes of this user"
        )
        #expect(
            early?.advice
                == "use a kernel from 6.12 on, whose Landlock refuses that, or have user namespaces allowed, or only plugins "
                + "that you trust")
        let closed = found(GuardFeatures(landlock: 7, hasCallFilter: true, namespaces: 0))
        #expect(closed?.state == .ok)
        #expect(
            closed?.message
                == "plugins are held to their manifests by Landlock 7, seccomp; where they change modes and times, "
                + "nothing happens, since they can have no mounts of their own")
        #expect(RightsChecks.user(0).map(\.state) == [.warning])
        #expect(RightsChecks.user(1_000).isEmpty)
    }
}
