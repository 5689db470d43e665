import API
import Checklists
import Compression
import FileStore
import Foundation
import HTTP
import JSON

/// Administers people and devices through the API of openapi.yaml, with all rights: on a store that this
/// process opens, or on a running server.
protocol Administration: Sendable {
    /// Sends a request and returns its answer.
    /// - Throws: `Failure` if no answer arrives.
    func answer(
        _ method: HTTP.Method, _ target: String, _ content: JSONValue?
    ) async throws(Failure) -> AdministrationAnswer
}

/// An answer to an administration request.
struct AdministrationAnswer {
    let status: Int
    /// The content; `null` if it is empty or no JSON.
    let content: JSONValue

    /// - Parameter bytes: The content, as JSON.
    init(status: Int, bytes: [UInt8]) {
        self.status = status
        content = (try? JSONValue.parse(bytes)) ?? .null
    }
}

/// A new sign-in link.
struct NewSignInLink {
    /// The secret behind `#join=` in the address.
    let secret: String
    /// The time of expiry, as the API returns it.
    let expiresAt: String
}

extension Administration {
    func addPerson(named name: String) async throws(Failure) -> Person.ID {
        let content = JSONValue.object([.init("name", .string(name))])
        let answer = try await succeeding(.post, "/v1/people", content, about: "The name")
        guard case .number(let number)? = answer.content["id"], let id = number.integer else {
            throw .notUnderstood
        }
        return Person.ID(rawValue: id)
    }

    /// Removes a person.
    /// - Parameter heir: The person who gets the lists that only `id` owns.
    func removePerson(_ id: Person.ID, transferringTo newOwner: Person.ID?) async throws(Failure) {
        let query = newOwner.map { "?transferTo=\($0)" } ?? ""
        try await succeeding(.delete, "/v1/people/\(id)\(query)", nil, about: "Person \(id)")
    }

    /// Creates a link that signs in one device of a person.
    func addSignInLink(for id: Person.ID, _ scope: Scope) async throws(Failure) -> NewSignInLink {
        let content = JSONValue.object([.init("scope", .string(scope.rawValue))])
        let answer = try await succeeding(
            .post, "/v1/people/\(id)/sign-in-links", content, about: "For person \(id)")
        guard case .string(let secret)? = answer.content["secret"],
            case .string(let expiresAt)? = answer.content["expiresAt"]
        else { throw .notUnderstood }
        return NewSignInLink(secret: secret, expiresAt: expiresAt)
    }

    /// Signs out a device of a person.
    func removeDevice(_ id: Device.ID, of person: Person.ID) async throws(Failure) {
        try await succeeding(
            .delete, "/v1/devices/\(id)?personId=\(person)", nil, about: "Device \(id)")
    }

    /// Sends a request, and throws unless its status is 2xx.
    /// - Parameter subject: The subject of an error that names no field.
    @discardableResult
    private func succeeding(
        _ method: HTTP.Method, _ target: String, _ content: JSONValue?, about subject: String
    ) async throws(Failure) -> AdministrationAnswer {
        let answer = try await answer(method, target, content)
        guard 200..<300 ~= answer.status else { throw Failure(answer, about: subject) }
        return answer
    }
}

extension Failure {
    /// The failure for an answer that does not come from a server of this version.
    fileprivate static let notUnderstood = Failure(
        .unavailable, "The response is not from checklistd \(Version.current). Name its address with --url.")

    /// The failure for an error status, in the words of the command line.
    init(_ answer: AdministrationAnswer, about subject: String) {
        let status: ExitStatus =
            switch answer.status {
            case 404: .noInput
            case 400..<500: .cannotCreate
            default: .unavailable
            }
        var sentence = "The server returned status \(answer.status)."
        if case .string(let detail)? = answer.content["detail"] { sentence = detail }
        if case .array(let errors)? = answer.content["errors"], !errors.isEmpty {
            sentence = errors.map { Self.sentence($0, about: subject) }.joined(separator: " ")
        }
        let hint = " List the ids with checklistd person list or device list."
        self.init(status, sentence + (answer.status == 404 ? hint : ""))
    }

    private static func sentence(_ error: JSONValue, about subject: String) -> String {
        guard case .string(let detail)? = error["detail"] else { return "" }
        let name = error["parameter"] == .string("transferTo") ? "--transfer-to" : subject
        return "\(name) \(detail.replacing("transferTo", with: "--transfer-to"))."
    }
}

/// Administration of a store in this process.
struct StoreAdministration: Administration {
    private let router: CallerRouter

    init(_ store: any Store) {
        let api = API(
            store, now: { Timestamp(Date()) },
            makeSecret: { Webhook.Secret(bytes: (0..<32).map { _ in UInt8.random(in: 0...255) }) },
            messages: MessageWriter(), inflate: { Inflate.content(of: $0, size: $1) },
            background: BackgroundExecutor(),
            log: { error, _ in FileHandle.standardError.write(Data("checklistd: \(error)\n".utf8)) })
        router = Router(api.routes)
    }

    func answer(
        _ method: HTTP.Method, _ target: String, _ content: JSONValue?
    ) async throws(Failure) -> AdministrationAnswer {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let head = RequestHead(
            method: method,
            target: RequestTarget(path: parts[0], query: parts.count > 1 ? parts[1] : nil),
            fields: content == nil ? [:] : ["content-type": "application/json"], authority: "localhost")
        let request = Request(head: head, body: content?.jsonBytes ?? [])
        let response = await router.respond(to: request, as: .local)
        var bytes: [UInt8] = []
        if case .bytes(let content) = response.body { bytes = content }
        return AdministrationAnswer(status: response.status.code, bytes: bytes)
    }
}

extension Storage {
    /// Runs `body` with an administration of a store that it opens.
    /// - Returns: `nil` if a server has locked the store.
    func withOwnAdministration<Result: Sendable>(
        _ body: (any Administration) async throws(Failure) -> Result
    ) async throws(Failure) -> Result? {
        try await Failure.reporting {
            do {
                return try await withStore { store in
                    // Makes the first list, as a server does at its first start.
                    _ = try await store.write(MakeFirstList(), as: nil, ifMatch: nil, idempotencyKey: nil)
                    return try await body(StoreAdministration(store))
                }
            } catch StorageError.locked {
                return nil
            }
        }
    }
}
