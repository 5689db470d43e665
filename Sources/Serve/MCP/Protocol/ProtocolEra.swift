import Foundation
import HTTP
import JSON

/// The two ways in which revisions of the protocol tell their version.
enum ProtocolEra {
    /// A client opens with `initialize`, which negotiates the version.
    case handshake
    /// Each request has its version and the client's capabilities in `_meta`, and repeats some values in
    /// header fields.
    case stateless

    /// The revisions with `initialize`, newest first.
    static let handshakeVersions = ["2025-11-25", "2025-06-18"]
    /// The revision without it.
    static let statelessVersion = "2026-07-28"
    /// All revisions, newest first.
    static let versions = [statelessVersion] + handshakeVersions

    /// The member of `_meta` with the version.
    private static let versionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
    private static let clientKey = "io.modelcontextprotocol/clientInfo"

    /// The era of a message.
    /// - Throws: `headerMismatch`, `unsupportedVersion`.
    init(_ head: RequestHead, _ message: Message) throws(ProtocolError) {
        let field = try head.only(.mcpProtocolVersion)
        let named = message.meta?[Self.versionKey]
        guard let field else {
            if named == nil {
                self = .handshake
                return
            }
            throw ProtocolError(
                .headerMismatch, "The request has no MCP-Protocol-Version header; send \(Self.versions[0]).")
        }
        if let named, named != .string(field) {
            throw ProtocolError(
                .headerMismatch, "The MCP-Protocol-Version header differs from \(Self.versionKey) in _meta.")
        }
        switch field {
        case Self.statelessVersion: self = .stateless
        case _ where Self.handshakeVersions.contains(field): self = .handshake
        default:
            throw ProtocolError(
                .unsupportedVersion,
                "The version is not supported; use one of \(Self.versions.joined(separator: ", ")).",
                data: .object([
                    JSONValue.Member("supported", .array(Self.versions.map(JSONValue.string))),
                    JSONValue.Member("requested", .string(field)),
                ]))
        }
    }

    /// Checks what a request of revision 2026-07-28 must have: its `_meta`, and header fields that repeat
    /// values of the body.
    /// - Throws: `invalidParams`, `headerMismatch`.
    static func check(_ request: Message, _ head: RequestHead) throws(ProtocolError) {
        guard let meta = request.meta, case .object = meta, meta[versionKey] != nil,
            case .object? = meta[capabilitiesKey]
        else {
            throw ProtocolError(
                .invalidParams, "params._meta must have \(versionKey), and \(capabilitiesKey) as an object.")
        }
        if let client = meta[clientKey] {
            guard case .string? = client["name"], case .string? = client["version"] else {
                throw ProtocolError(.invalidParams, "\(clientKey) must have a name and a version.")
            }
        }
        guard try head.only(.mcpMethod) == request.method else {
            throw ProtocolError(.headerMismatch, "The Mcp-Method header must be the method of the body.")
        }
        let name = try head.only(.mcpName)
        guard request.method == "tools/call", case .string(let tool)? = request.params?["name"] else {
            return
        }
        guard let name, decoded(name) == tool else {
            throw ProtocolError(.headerMismatch, "The Mcp-Name header must be the name of the tool.")
        }
    }

    /// The value of a header field, which can be in base64: `=?base64?…?=`. `nil` if it is malformed.
    private static func decoded(_ value: String) -> String? {
        let (prefix, suffix) = ("=?base64?", "?=")
        guard value.hasPrefix(prefix), value.hasSuffix(suffix), value.utf8.count >= 11 else { return value }
        let digits = String(value.dropFirst(prefix.count).dropLast(suffix.count))
        return Data(base64Encoded: digits).flatMap { String(data: $0, encoding: .utf8) }
    }
}

extension RequestHead {
    /// The value of a field; `nil` without it.
    /// - Throws: `headerMismatch` if it is repeated: readers of the first and of the last would differ.
    fileprivate func only(_ name: FieldName) throws(ProtocolError) -> String? {
        let values = fields.values(of: name)
        if values.count <= 1 { return values.first }
        throw ProtocolError(.headerMismatch, "The \(name.spelling) header is given more than once.")
    }
}

extension FieldName {
    /// The revision of the protocol.
    static let mcpProtocolVersion: FieldName = "MCP-Protocol-Version"
    /// The method of the request, for intermediaries.
    static let mcpMethod: FieldName = "Mcp-Method"
    /// The name of the called tool, for intermediaries.
    static let mcpName: FieldName = "Mcp-Name"
}
