internal import Diagnostics
internal import Glibc
internal import Pipelines
internal import Platform
package import Representations
internal import Workspaces

/// Whether the server that `compass.yaml` declares can begin.
package enum ServerChecks {
    /// Whether its address is free; asked only while no service of the workspace runs, which would have it.
    package static func address(_ snapshot: WorkspaceSnapshot) -> [Finding] {
        let server = snapshot.folder.definition.server
        guard snapshot.isKnown, server.isDeclared, server.listensToAddress else { return [] }
        return address(server.host, port: server.port)
    }

    static func address(_ host: String, port: UInt16) -> [Finding] {
        let name = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        do throws(SystemError) {
            try TCPSocket.checkIsFree(host: host == "localhost" ? "127.0.0.1" : host, port: port)
            return [.ok("server", "\(name) is free")]
        } catch {
            let advice =
                switch error.code {
                case EADDRINUSE:
                    "`sudo ss -ltnp 'sport = :\(port)'` names the program that has it; end that, or choose another port "
                        + "(`server: { listen: … }` of compass.yaml)"
                case EACCES: "choose a port from 1024 on (`server: { listen: … }` of compass.yaml)"
                default: "correct `server: { listen: … }` of compass.yaml"
                }
            return [.problem("server", "the server cannot start: \(error)", advice: advice)]
        }
    }

    /// Whether others could reach a workspace in which nobody has to sign in, which no server serves.
    package static func visitors(_ snapshot: WorkspaceSnapshot, hasPeople: Bool) -> [Finding] {
        let server = snapshot.folder.definition.server
        guard server.isDeclared, server.listensToAddress, !WorkspaceDefinition.Server.isLoopback(server.host),
            !hasPeople
        else { return [] }
        return [
            .problem(
                "server",
                "\(server.host) can be reached from other machines, and no person has an account: the server does not start",
                advice: "add people, or listen to 127.0.0.1",
                steps: [.addPerson(snapshot.folder.definition.owner.id)])
        ]
    }
}
