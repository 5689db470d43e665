import API
import Checklists
import FileStore
import Glibc
import HTTP
import HTTPServer

/// The Unix socket in a data folder through which commands use the server that has locked the folder.
///
/// Its mode is 0600: only the user of the server and root connect. They can read the folder anyway, so every
/// request counts as local and may do everything.
struct ControlSocket {
    private let server: HTTPServer

    /// The maximum length of the path of a socket, in bytes (unix(7)).
    private static let pathBytesMax = 107

    /// The address for a data folder.
    ///
    /// A folder with a long path is reached through a descriptor, which stays open until the process ends.
    static func address(in folder: String) -> ListenAddress {
        let slash = folder.hasSuffix("/") ? "" : "/"
        var path = "\(folder)\(slash)\(FileName.controlSocket)"
        if path.utf8.count > pathBytesMax {
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor >= 0 { path = "/proc/self/fd/\(descriptor)/\(FileName.controlSocket)" }
        }
        return .unix(path: path, SocketPermissions(mode: 0o600))
    }

    /// Starts to answer with the routes of the main server.
    /// - Throws: `ListenError`.
    init(
        in folder: String, _ router: CallerRouter, _ observer: any ResponseObserver
    ) throws(ListenError) {
        let responder = MiddlewareStack([LocalCaller()], before: router, observer: observer)
        server = try HTTPServer(addresses: [Self.address(in: folder)], responder: responder, loops: 1)
        try server.start()
    }

    func stop(within time: Duration) async { await server.stop(within: time) }

    /// Identifies every caller as the local machine.
    private final class LocalCaller: Middleware {
        func earlyResponse(to head: RequestHead, _ context: inout RequestContext<Caller>) -> Response? {
            context.caller = .local
            return nil
        }
    }
}
