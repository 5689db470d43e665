import Checklists
import HTTP
import HTTPServer
import JSON

/// Administration of a running server through the socket in its data folder.
struct ControlAdministration: Administration {
    private let client: LocalClient
    private let name: String

    /// How long the server may take for one request: 60 s, since a person can have many lists.
    private static let patience = Duration.seconds(60)

    /// - Parameter name: The name of the data folder.
    /// - Returns: `nil` if no server answers at the socket: it is older, or could not open the socket.
    init?(in folder: String, named name: String) {
        client = LocalClient(ControlSocket.address(in: folder), patience: Self.patience)
        self.name = name
        guard (try? client.answer(.get, "/v1/me"))?.status == 200 else { return nil }
    }

    func answer(
        _ method: HTTP.Method, _ target: String, _ content: JSONValue?
    ) async throws(Failure) -> AdministrationAnswer {
        var fields = [("Accept", "application/json"), ("User-Agent", "checklistd/\(Version.current)")]
        if content != nil { fields.append(("Content-Type", "application/json")) }
        do throws(LocalClientError) {
            let answer = try client.answer(
                method, target, fields: fields.map { (name: $0.0, value: $0.1) }, content: content?.jsonBytes)
            return AdministrationAnswer(status: answer.status, bytes: answer.content)
        } catch {
            throw Failure(.unavailable, "The server that uses \(name) does not answer: \(error). Try again.")
        }
    }
}
