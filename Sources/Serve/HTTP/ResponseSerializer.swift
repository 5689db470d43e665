/// Turns answers into the octets that leave (RFC 9112).
///
/// Status line, fields and, where it is there at once, the content are appended to one buffer, so that they
/// can leave in one system call. A handler cannot break the message apart: its fields are one line each, the
/// framing is decided here, and fields that say otherwise are dropped.
public struct ResponseSerializer: Sendable {
    /// What is still to be sent behind the octets that were appended.
    public enum Remainder: Hashable, Sendable {
        /// Nothing.
        case none
        /// All of the content.
        case content
        /// Each piece of the stream by `appendChunk`, then `appendLastChunk`.
        case chunks
        /// Each piece of the stream as it is, then the end of the connection (HTTP/1.0 knows no chunks).
        case untilClose
    }

    /// What was to be done; `nil` where the request was too broken to say.
    public var method: Method?
    /// What the client speaks.
    public var version: RequestHead.Version
    /// Whether the connection is to stay open behind the answer.
    public var persists: Bool

    /// For the answer to a request.
    public init(method: Method?, version: RequestHead.Version = .http11, persists: Bool) {
        self.method = method
        self.version = version
        self.persists = persists
    }

    /// `100 Continue` (RFC 9110 §15.2.1).
    public static let continuation = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Appends the head of an answer, and its content where that is neither a stream nor too large.
    /// - Parameters:
    ///   - date: The value of the `Date` field, as `HTTPDate.text` gives it.
    ///   - contentBytesMax: From how many octets on the content is left to be sent from where it is.
    public func append(
        _ response: Response, date: [UInt8], to output: inout [UInt8], contentBytesMax: Int = .max
    ) -> Remainder {
        let remainder = remainder(response, contentBytesMax)
        makeRoom(for: response, remainder, in: &output)
        output.append(contentsOf: response.status.lineAndDateName)
        output.append(contentsOf: date)
        output.append(contentsOf: Self.lineEnd)
        Self.append(response.fields, to: &output)
        appendFraming(response, to: &output)
        appendConnection(remainder, to: &output)
        output.append(contentsOf: Self.lineEnd)
        if remainder == .none, case .bytes(let bytes) = response.body, sendsContent(of: response) {
            output.append(contentsOf: bytes)
        }
        return remainder
    }

    /// Appends a piece of a stream as a chunk (RFC 9112 §7.1). An empty one is left out: it would be the
    /// last.
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

    /// RFC 9110 §8.6 and RFC 9112 §6.1: the same for `HEAD` as for `GET`, and nothing where there is never
    /// content.
    private func appendFraming(_ response: Response, to output: inout [UInt8]) {
        guard Self.mayHaveContent(response.status) else { return }
        switch response.body {
        case .empty:
            output.append(contentsOf: Self.noContent)
        case .bytes(let bytes):
            output.append(contentsOf: Self.contentLengthName)
            Self.append(decimal: bytes.count, to: &output)
            output.append(contentsOf: Self.lineEnd)
        case .stream:
            if version == .http11 { output.append(contentsOf: Self.chunked) }
        }
    }

    /// RFC 9112 §9.3.
    private func appendConnection(_ remainder: Remainder, to output: inout [UInt8]) {
        if !persists || remainder == .untilClose {
            output.append(contentsOf: Self.close)
        } else if version == .http10 {
            output.append(contentsOf: Self.keepAlive)
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
    /// What status line and the fields that are added here come to, at most.
    private static let ownBytesMax = 256

    /// Grows the buffer at most once, and by a factor where it has to grow again and again.
    private func makeRoom(for response: Response, _ remainder: Remainder, in output: inout [UInt8]) {
        var count = Self.ownBytesMax + response.fields.octets.count + 2 * response.fields.lines.count
        if case .bytes(let bytes) = response.body, method != .head, remainder == .none {
            count += bytes.count
        }
        output.append(addingCapacity: count) { _ in }
    }

    /// A handler's fields, but for those that are decided here; and two that every answer has.
    private static func append(_ fields: Fields, to output: inout [UInt8]) {
        var hasCacheControl = false
        var isReserved = false
        for line in fields.lines {
            hasCacheControl = hasCacheControl || line.name.count == 13 && fields.has(.cacheControl, line)
            isReserved = isReserved || Self.isReserved(fields, line)
        }
        if fields.isWireFormat, !isReserved {
            output.append(contentsOf: fields.octets)
        } else {
            for line in fields.lines where !Self.isReserved(fields, line) {
                output.append(contentsOf: fields.octets[line.whole])
                output.append(contentsOf: lineEnd)
            }
        }
        if !hasCacheControl { output.append(contentsOf: noStore) }
        output.append(contentsOf: noSniff)
    }

    /// Whether a field is decided here. Their lengths tell the names apart from nearly all others.
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

    private static func append(decimal number: Int, to output: inout [UInt8]) {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = number
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        } while rest > 0
        output.append(addingCapacity: digits.count) { output in
            for index in start..<digits.count { output.append(digits[index]) }
        }
    }
}
