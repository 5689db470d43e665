import Digest
import HTTPClient
import Receivers
import Synchronization

@testable import OpenID

/// An OpenID provider on this machine whose answers a test chooses.
final class FakeProvider: Sendable {
    typealias Answer = (status: String, body: String)

    /// The answers by path; a path without one gets the right one.
    let answers = Mutex<[String: Answer]>([:])
    /// The claims of the ID token, beside those that a test replaces.
    let claims = Mutex<[String: String]>([:])
    let requests = Mutex<[Connection.Request]>([])
    private let port = Mutex(0)

    var lastRequest: Connection.Request? { requests.withLock { $0.last } }

    var issuer: String { "http://127.0.0.1:\(port.withLock(\.self))" }

    init() throws {
        let receiver = try Receiver { [weak self] connection in
            // The receiver serves one connection after the other, so each has one request.
            guard let self, let request = connection.readRequest() else { return }
            requests.withLock { $0.append(request) }
            let path = String(request.line.split(separator: " ")[1])
            let (status, body) = answers.withLock { $0[path] } ?? answer(to: path)
            let fields = "content-length: \(body.utf8.count)\r\nconnection: close\r\n"
            connection.write("HTTP/1.1 \(status)\r\n\(fields)\r\n\(body)")
        }
        port.withLock { $0 = receiver.port }
    }

    private func answer(to path: String) -> Answer {
        switch path {
        case "/.well-known/openid-configuration": ("200 OK", description())
        case "/token":
            ("200 OK", #"{"access_token": "at", "token_type": "Bearer", "id_token": "\#(token())"}"#)
        default: ("404 Not Found", "{}")
        }
    }

    func description(
        issuer: String? = nil, tokenEndpoint: String? = nil, more: String = ""
    ) -> String {
        """
        {"issuer": "\(issuer ?? self.issuer)", "authorization_endpoint": "\(self.issuer)/authorize?x=1",
        "token_endpoint": "\(tokenEndpoint ?? self.issuer + "/token")"\(more)}
        """
    }

    /// An ID token whose signature nobody checks.
    func token() -> String {
        var all = [
            "iss": #""\#(issuer)""#, "aud": #""us""#, "exp": "2000", "iat": "1000", "nonce": #""n""#,
            "sub": #""ada""#, "name": #""Ada""#,
        ]
        all.merge(claims.withLock(\.self)) { $1 }
        let json = all.filter { !$0.value.isEmpty }.map { "\"\($0.key)\": \($0.value)" }
        let payload = Array("{\(json.joined(separator: ", "))}".utf8).base64URL
        return "\(Array("{}".utf8).base64URL).\(payload).AAAA"
    }
}
