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
    /// How long the server may take for an import: 10 minutes.
    private static let importPatience = Duration.seconds(600)

    /// - Parameter name: The name of the data folder.
    /// - Parameter patience: How long the server may take for one request.
    init(in folder: String, named name: String, patience: Duration = patience) {
        client = LocalClient(ControlSocket.address(in: folder), patience: patience)
        self.name = name
    }

    /// Sends a file to the running server for an import.
    ///
    /// - Parameter target: `/v1/import` with its query.
    static func importFile(
        _ bytes: [UInt8], _ target: String, in folder: String, named name: String
    ) throws(Failure) -> AdministrationAnswer {
        let control = ControlAdministration(in: folder, named: name, patience: importPatience)
        return try control.send(.post, target, bytes, of: "application/octet-stream")
    }

    func answer(
        _ method: HTTP.Method, _ target: String, _ content: JSONValue?
    ) async throws(Failure) -> AdministrationAnswer {
        try send(method, target, content?.jsonBytes, of: "application/json")
    }

    private func send(
        _ method: HTTP.Method, _ target: String, _ content: [UInt8]?, of type: String
    ) throws(Failure) -> AdministrationAnswer {
        var fields = [("Accept", "application/json"), ("User-Agent", "checklistd/\(Version.current)")]
        if content != nil { fields.append(("Content-Type", type)) }
        do throws(LocalClientError) {
            let answer = try client.answer(
                method, target, fields: fields.map { (name: $0.0, value: $0.1) }, content: content)
            return AdministrationAnswer(status: answer.status, bytes: answer.content)
        } catch {
            throw Failure(
                .unavailable,
                """
                The server that uses \(name) does not answer at the socket control.sock in that folder: \
                \(error). Its log says why it has no socket. Stop it, or try again.
                """)
        }
    }
}
