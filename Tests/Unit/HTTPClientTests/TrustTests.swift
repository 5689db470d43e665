import Foundation
import HTTPClient
import Receivers
import Testing

/// Certificates made for a test, in a folder that goes with this object.
private final class Certificates {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        try openssl(
            ["req", "-x509", "-days", "2", "-subj", "/CN=Authority", "-keyout", "ca.key", "-out", "ca.pem"]
                + key)
        try openssl(["req", "-subj", "/CN=localhost", "-keyout", "good.key", "-out", "good.csr"] + key)
        try Data("subjectAltName=DNS:localhost".utf8).write(to: folder.appending(path: "names"))
        let sign = [
            "x509", "-req", "-in", "good.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-extfile", "names",
        ]
        try openssl(sign + ["-days", "2", "-set_serial", "1", "-out", "good.pem"])
        try openssl(sign + ["-days", "-1", "-set_serial", "2", "-out", "expired.pem"])
        try openssl(
            ["x509", "-req", "-in", "good.csr", "-signkey", "good.key", "-extfile", "names", "-days", "2"]
                + ["-out", "selfsigned.pem"])
    }

    deinit {
        // Nothing is lost with a temporary folder that stays.
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    private func openssl(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}

/// A receiver that speaks TLS under one of these certificates.
private final class SecureReceiver {
    private let python: Python
    let port: String

    init(_ certificates: Certificates, _ name: String) throws {
        python = try Python(
            """
            import http.server, ssl, threading
            class Handler(http.server.BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                def do_POST(self):
                    self.rfile.read(int(self.headers["content-length"]))
                    self.send_response(204)
                    self.end_headers()
                def log_message(self, *arguments): pass
            class Server(http.server.ThreadingHTTPServer):
                def handle_error(self, *arguments): pass
            server = Server(("127.0.0.1", 0), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            server.socket = context.wrap_socket(server.socket, server_side=True)
            print(server.server_port, flush=True)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            sys.stdin.read()
            """, certificates.path(name), certificates.path("good.key"))
        port = python.nextLine()
        try #require(Int(port) != nil)
    }
}

@Suite(.timeLimit(.minutes(20))) struct `Trust in a receiver` {
    private let certificates: Certificates

    init() throws {
        certificates = try Certificates()
    }

    private func answer(
        _ certificate: String, trusting authority: String?, host: String = "localhost"
    ) async throws -> Answer {
        let receiver = try SecureReceiver(certificates, certificate)
        let client = HTTPClient.local { $0.additionalCertificatesPath = authority.map(certificates.path) }
        // The second request shows that the first one spoilt nothing.
        _ = await client.answer(.message(to: "https://\(host):\(receiver.port)/"))
        let answer = await client.answer(.message(to: "https://\(host):\(receiver.port)/"))
        withExtendedLifetime(receiver) {}
        return answer
    }

    private func expectUntrusted(_ answer: Answer, _ location: SourceLocation = #_sourceLocation) {
        guard case .failure(.untrusted) = answer else {
            Issue.record("\(answer)", sourceLocation: location)
            return
        }
    }

    @Test func `comes with an authority that is named`() async throws {
        #expect(try await answer("good.pem", trusting: "ca.pem").get().status == 204)
    }

    @Test func `needs an authority`() async throws {
        expectUntrusted(try await answer("good.pem", trusting: nil))
        expectUntrusted(try await answer("selfsigned.pem", trusting: nil))
        expectUntrusted(try await answer("selfsigned.pem", trusting: "ca.pem"))
    }

    @Test func `ends with the certificate`() async throws {
        expectUntrusted(try await answer("expired.pem", trusting: "ca.pem"))
    }

    @Test func `holds for the certificate's names alone`() async throws {
        expectUntrusted(try await answer("good.pem", trusting: "ca.pem", host: "127.0.0.1"))
    }

    @Test func `needs TLS`() async throws {
        let receiver = try Receiver.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let url = "https" + receiver.url().dropFirst(4)
        if case .success(let response) = await HTTPClient.local().answer(.message(to: url)) {
            Issue.record("\(response)")
        }
    }

    @Test(arguments: ["missing.pem", "ca.key", "/"])
    func `is not had for a file without certificates`(name: String) async throws {
        let receiver = try Receiver.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let client = HTTPClient.local { $0.additionalCertificatesPath = certificates.path(name) }
        let answer = await client.answer(.message(to: receiver.url()))
        guard case .failure(.unavailable) = answer else {
            Issue.record("\(answer)")
            return
        }
    }
}
