import JSON

/// Serializes responses into octets (RFC 9112).
///
/// It appends status line, fields and small content to one buffer, so that one system call can send them. A
/// handler cannot break the framing: each field is one line, and the serializer drops framing fields of the
/// handler.
public struct ResponseSerializer: Sendable {
    /// The part of the content that the server must still send after the appended octets.
    public enum Remainder: Hashable, Sendable {
        /// Nothing is left.
        case none
        /// The complete content.
        case content
        /// Each piece of the stream with `appendChunk`, then `appendLastChunk`.
        case chunks
        /// Each piece of the stream unchanged, then the end of the connection (HTTP/1.0 has no chunks).
        case untilClose
    }

    /// The request method; `nil` if the request was too malformed to tell.
    public var method: Method?
    /// The version of the request.
    public var version: RequestHead.Version
    /// Whether the connection stays open after the response.
    public var persists: Bool

    /// Makes a serializer for the response to one request.
    public init(method: Method?, version: RequestHead.Version = .http11, persists: Bool) {
        self.method = method
        self.version = version
        self.persists = persists
    }

    /// `100 Continue` (RFC 9110 §15.2.1).
    public static let continuation = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Appends the head of a response, and its content unless that is a stream or too large.
    /// - Parameters:
    ///   - date: The value of the `Date` field, as `HTTPDate.text` formats it.
    ///   - contentBytesMax: A content of more octets is not copied; the caller sends it from its own buffer.
    public func append(
        _ response: Response, date: [UInt8], to output: inout [UInt8], contentBytesMax: Int = .max
    ) -> Remainder {
        let remainder = remainder(response, contentBytesMax)
        var content: [UInt8] = []
        if remainder == .none, case .bytes(let bytes) = response.body, sendsContent(of: response) {
            content = bytes
        }
        let fields = response.fields
        let fieldsBytes = fields.octets.count + Self.lineEnd.count * fields.lines.count
        // Grows the buffer at most once, and geometrically if it grows repeatedly.
        output.append(addingCapacity: Self.ownBytesMax + date.count + fieldsBytes + content.count) { output in
            output.append(response.status.lineAndDateName.span)
            output.append(date.span)
            output.append(Self.lineEnd.span)
            Self.append(fields, to: &output)
            appendFraming(response, to: &output)
            appendConnection(remainder, to: &output)
            output.append(Self.lineEnd.span)
            output.append(content.span)
        }
        return remainder
    }

    /// Appends a piece of a stream as a chunk (RFC 9112 §7.1). An empty piece is skipped, because an empty
    /// chunk ends the stream.
    public static func appendChunk(_ piece: [UInt8], to output: inout [UInt8]) {
        if piece.isEmpty { return }
        output.append(contentsOf: String(piece.count, radix: 16).utf8)
        output.append(contentsOf: lineEnd)
        output.append(contentsOf: piece)
        output.append(contentsOf: lineEnd)
    }

    /// Appends the chunk that ends a stream.
    public static func appendLastChunk(to output: inout [UInt8]) {
        output.append(contentsOf: lastChunk)
    }
}

// MARK: - Framing

extension ResponseSerializer {
    private func remainder(_ response: Response, _ contentBytesMax: Int) -> Remainder {
        guard sendsContent(of: response) else { return .none }
        return switch response.body {
        case .empty: .none
        case .bytes(let bytes): bytes.count <= contentBytesMax ? .none : .content
        case .stream: version == .http11 ? .chunks : .untilClose
        }
    }

    private func sendsContent(of response: Response) -> Bool {
        method != .head && Self.mayHaveContent(response.status)
    }

    /// RFC 9110 §6.4.1.
    private static func mayHaveContent(_ status: Status) -> Bool {
        status.code >= 200 && status.code != 204 && status.code != 304
    }

    /// RFC 9110 §8.6 and RFC 9112 §6.1: the same fields for `HEAD` as for `GET`, and none if the status never
    /// has content.
    private func appendFraming(_ response: Response, to output: inout OutputSpan<UInt8>) {
        guard Self.mayHaveContent(response.status) else { return }
        switch response.body {
        case .empty:
            output.append(Self.noContent.span)
        case .bytes(let bytes):
            output.append(Self.contentLengthName.span)
            output.append(decimal: UInt64(bytes.count))
            output.append(Self.lineEnd.span)
        case .stream:
            if version == .http11 { output.append(Self.chunked.span) }
        }
    }

    /// RFC 9112 §9.3.
    private func appendConnection(_ remainder: Remainder, to output: inout OutputSpan<UInt8>) {
        if !persists || remainder == .untilClose {
            output.append(Self.close.span)
        } else if version == .http10 {
            output.append(Self.keepAlive.span)
        }
    }
}

// MARK: - Octets

extension ResponseSerializer {
    private static let contentLengthName = Array("Content-Length: ".utf8)
    private static let noContent = Array("Content-Length: 0\r\n".utf8)
    private static let chunked = Array("Transfer-Encoding: chunked\r\n".utf8)
    private static let close = Array("Connection: close\r\n".utf8)
    private static let keepAlive = Array("Connection: keep-alive\r\n".utf8)
    private static let noSniff = Array("X-Content-Type-Options: nosniff\r\n".utf8)
    private static let noStore = Array("Cache-Control: no-store\r\n".utf8)
    private static let lineEnd = Array("\r\n".utf8)
    private static let lastChunk = Array("0\r\n\r\n".utf8)
    /// The maximum size of the status line and the fields that the serializer adds, in octets.
    private static let ownBytesMax = 256

    /// Appends the handler's fields without reserved ones, then two fields that every response has.
    private static func append(_ fields: Fields, to output: inout OutputSpan<UInt8>) {
        if fields.isWireFormat, !fields.lines.contains(where: { isReserved(fields, $0) }) {
            output.append(fields.octets.span)
        } else {
            for line in fields.lines where !isReserved(fields, line) {
                output.append(fields.octets.span.extracting(line.whole))
                output.append(lineEnd.span)
            }
        }
        if !fields.contains(.cacheControl) { output.append(noStore.span) }
        output.append(noSniff.span)
    }

    /// Whether the serializer sets this field itself. The length of a name rules out nearly all others.
    private static func isReserved(_ fields: Fields, _ line: Fields.Line) -> Bool {
        switch line.name.count {
        case 4: fields.has(.date, line)
        case 10: fields.has(.connection, line)
        case 14: fields.has(.contentLength, line)
        case 17: fields.has(.transferEncoding, line)
        case 22: fields.has(.xContentTypeOptions, line)
        default: false
        }
    }
}
