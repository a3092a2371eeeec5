import CompassTesting
import Platform

extension PythonServer {
    /// For tests that neither count connections nor wait for other requests.
    static func shared() throws -> PythonServer { try sharedServer.get() }

    private static let sharedServer = Result { try PythonServer.fresh() }

    /// `Servers/server.py`.
    static func fresh(_ arguments: Path...) throws -> PythonServer {
        try PythonServer(Path(#filePath).folder.appending("Servers/server.py"), arguments)
    }
}
