/// Reads the request line and the fields, line by line, and derives framing and persistence.
///
/// A fault that leaves the message boundary certain is kept until the head is complete, so that the
/// connection can stay open. Any other fault is thrown at once.
struct HeadParser {
    private(set) var method: Method?
    private(set) var version = RequestHead.Version.http11
    private var target = TargetParser()
    private(set) var lines: [Fields.Line] = []
    private var host: Range<Int>?
    private var contentLength: Int?
    private var codings = TransferCodings()
    private var hasContentType = false
    private var asksToClose = false
    private var asksToKeepAlive = false
    private var expectsContinue = false
    private var fault: ParseError?

    struct Result {
        let head: RequestHead
        let framing: BodyFraming
        /// Whether the connection stays open for another request.
        let persists: Bool
        /// Whether the client waits for `100 Continue` before it sends the content.
        let expectsContinue: Bool
    }

    /// Records a fault that leaves the message boundary certain. Only the first one is reported.
    private mutating func note(_ type: ProblemType, _ detail: String) {
        if fault == nil { fault = ParseError(type, detail, closes: false) }
    }
}

// MARK: - Request line

extension HeadParser {
    /// Reads `method SP request-target SP HTTP-version` (RFC 9112 §3). The range counts from the start of the
    /// head.
    mutating func readRequestLine(_ head: ArraySlice<UInt8>, _ line: Range<Int>) throws(ParseError) {
        let octets = head.span
        guard let methodEnd = octets.firstIndex(of: .space, in: line), methodEnd > line.lowerBound else {
            throw .malformed(
                "The request line must begin with a method and a space, for example GET / HTTP/1.1.")
        }
        for index in line.lowerBound..<methodEnd where !octets[index].isToken {
            throw .malformed("The method contains a forbidden character.")
        }
        let targetStart = methodEnd + 1
        var targetEnd = targetStart
        while targetEnd < line.upperBound, octets[targetEnd] != .space {
            guard octets[targetEnd].isOfTarget else {
                throw .malformed(
                    "The request target contains a fragment or a character that must be percent-encoded.")
            }
            targetEnd += 1
        }
        guard targetEnd > targetStart, targetEnd < line.upperBound else {
            throw .malformed(
                "The request line must be method, target and version, for example GET / HTTP/1.1.")
        }
        try readVersion(octets, targetEnd + 1..<line.upperBound)
        method = Method(octets, line.lowerBound..<methodEnd)
        // RFC 9110 §15.6.2.
        if method == nil { note(.methodUnknown, "The server does not implement this method.") }
        do throws(ParseError) {
            target = try TargetParser(octets, targetStart..<targetEnd, method: method)
        } catch {
            note(error.type, error.detail)
        }
    }

    /// Reads `HTTP/` and two digits with a dot (RFC 9112 §2.3), which is case-sensitive.
    private mutating func readVersion(_ octets: Span<UInt8>, _ range: Range<Int>) throws(ParseError) {
        let start = range.lowerBound
        guard range.count == 8, octets[start] == UInt8(ascii: "H"), octets[start + 1] == UInt8(ascii: "T"),
            octets[start + 2] == UInt8(ascii: "T"), octets[start + 3] == UInt8(ascii: "P"),
            octets[start + 4] == .slash, octets[start + 5].isDigit, octets[start + 6] == .dot,
            octets[start + 7].isDigit, octets[start + 5] != UInt8(ascii: "0")
        else { throw .malformed("The request line must end with a version, for example HTTP/1.1.") }
        guard octets[start + 5] == UInt8(ascii: "1") else {
            throw ParseError(.versionNotSupported, "The server supports only HTTP/1.x.")
        }
        // A later minor version is handled as 1.1 (RFC 9110 §2.5).
        version = octets[start + 7] == UInt8(ascii: "0") ? .http10 : .http11
    }
}

// MARK: - Fields

extension HeadParser {
    private static let host = Array("Host".utf8)
    private static let expect = Array("Expect".utf8)
    private static let connection = Array("Connection".utf8)
    private static let contentType = Array("Content-Type".utf8)
    private static let contentLength = Array("Content-Length".utf8)
    private static let transferEncoding = Array("Transfer-Encoding".utf8)
    private static let close = Array("close".utf8)
    private static let keepAlive = Array("keep-alive".utf8)
    private static let continuation = Array("100-continue".utf8)

    /// Reads a field line (RFC 9112 §5). The range counts from the start of the head.
    mutating func readField(
        _ head: ArraySlice<UInt8>, _ range: Range<Int>, fieldsMax: Int
    ) throws(ParseError) {
        let octets = head.span
        let line = try FieldLine(octets, range)
        guard lines.count < fieldsMax else {
            throw ParseError(.headerFieldsTooLarge, "The request has more than \(fieldsMax) header fields.")
        }
        if lines.isEmpty { lines.reserveCapacity(12) }
        lines.append(Fields.Line(name: line.name, value: line.value))
        if line.hasControl { note(.malformedRequest, "A header field value contains a control character.") }
        // The length of a name rules out nearly all fields that the parser does not interpret.
        switch line.name.count {
        case 4 where octets.matches(line.name, Self.host): readHost(octets, line.value)
        case 6 where octets.matches(line.name, Self.expect): readExpect(octets, line.value)
        case 10 where octets.matches(line.name, Self.connection): readConnection(octets, line.value)
        case 12 where octets.matches(line.name, Self.contentType): noteContentType()
        case 14 where octets.matches(line.name, Self.contentLength): try readContentLength(octets, line.value)
        case 17 where octets.matches(line.name, Self.transferEncoding): try codings.read(octets, line.value)
        default: break
        }
    }

    /// RFC 9112 §3.2: a request has one valid `Host` field.
    private mutating func readHost(_ octets: Span<UInt8>, _ value: Range<Int>) {
        if host != nil { note(.malformedRequest, "The request must have exactly one Host field.") }
        if !Authority.isValid(octets, value) {
            note(.malformedRequest, "Host must be a host with an optional port, such as example.org:8080.")
        }
        host = value
    }

    /// RFC 9110 §10.1.1; ignored in HTTP/1.0.
    private mutating func readExpect(_ octets: Span<UInt8>, _ value: Range<Int>) {
        guard version == .http11 else { return }
        if octets.matches(value, Self.continuation) {
            expectsContinue = true
        } else {
            note(.expectationFailed, "Expect must be 100-continue.")
        }
    }

    /// RFC 9110 §7.6.1. The parser ignores all other connection options.
    private mutating func readConnection(_ octets: Span<UInt8>, _ value: Range<Int>) {
        var rest: Range<Int>? = value
        while let option = octets.nextElement(of: &rest) {
            if octets.matches(option, Self.close) { asksToClose = true }
            if octets.matches(option, Self.keepAlive) { asksToKeepAlive = true }
        }
    }

    /// RFC 9110 §8.3 permits one. Recipients disagree which of two applies.
    private mutating func noteContentType() {
        if hasContentType { note(.malformedRequest, "The request must have at most one Content-Type field.") }
        hasContentType = true
    }

    /// RFC 9110 §8.6: digits only. The server refuses two fields of one value although the RFC permits them:
    /// their sender is broken or an attacker.
    private mutating func readContentLength(_ octets: Span<UInt8>, _ value: Range<Int>) throws(ParseError) {
        guard contentLength == nil else {
            throw .malformed("The request must have at most one Content-Length field.")
        }
        var length = 0
        for index in value {
            guard octets[index].isDigit else { throw .malformed("Content-Length must be a decimal number.") }
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(octets[index] - UInt8(ascii: "0")))
            guard !overflow, !carry else { throw .malformed("Content-Length is too large.") }
            length = sum
        }
        guard let first = value.first, value.count == 1 || octets[first] != UInt8(ascii: "0") else {
            throw .malformed("Content-Length must be a decimal number without a leading zero.")
        }
        contentLength = length
    }
}

// MARK: - Complete head

extension HeadParser {
    /// Evaluates the complete head. `octets` are its octets.
    mutating func finish(_ octets: [UInt8]) throws(ParseError) -> Result {
        let framing = try framing()
        // RFC 9112 §9.3.
        let persists = !asksToClose && (version == .http11 || asksToKeepAlive)
        // RFC 9112 §3.2 requires the field even if an absolute target has an authority.
        if version == .http11, host == nil {
            note(.malformedRequest, "An HTTP/1.1 request must have a Host field.")
        }
        guard fault == nil, let method else {
            var fault = fault ?? .malformed("The request line has no method.")
            // The next request can only be found behind the content, which the server does not read.
            fault.closes = !persists || framing != .none && framing != .length(0)
            throw fault
        }
        let head = RequestHead(
            method: method, target: requestTarget(octets), version: version,
            fields: Fields(octets: octets, lines: lines),
            authority: octets[target.authority.isEmpty ? host ?? 0..<0 : target.authority])
        return Result(
            head: head, framing: framing, persists: persists,
            expectsContinue: expectsContinue && framing != .none && framing != .length(0))
    }

    /// RFC 9112 §6.3.
    private func framing() throws(ParseError) -> BodyFraming {
        guard try codings.areChunked() else {
            return contentLength.map { .length($0) } ?? .none
        }
        // §6.1: a request with both fields is an attempt at request smuggling.
        guard contentLength == nil else {
            throw .malformed("The request must not have both Content-Length and Transfer-Encoding.")
        }
        guard version == .http11 else {
            throw .malformed("An HTTP/1.0 request must not have Transfer-Encoding.")
        }
        return .chunked
    }

    private func requestTarget(_ octets: [UInt8]) -> RequestTarget {
        guard target.lacksSlash else {
            return RequestTarget(octets: octets[target.whole], pathCount: target.path.count)
        }
        return RequestTarget(octets: [.slash] + octets[target.whole], pathCount: 1)
    }
}

/// The transfer codings of a request, in the order of their application (RFC 9112 §6.1).
private struct TransferCodings {
    private var isPresent = false
    private var chunkedCount = 0
    private var endsChunked = false
    private var others = 0

    private static let chunked = Array("chunked".utf8)

    mutating func read(_ octets: Span<UInt8>, _ value: Range<Int>) throws(ParseError) {
        isPresent = true
        var rest: Range<Int>? = value
        while let coding = octets.nextElement(of: &rest) {
            // RFC 9110 §5.6.1.2: empty list elements are ignored.
            if coding.isEmpty { continue }
            let semicolon = octets.firstIndex(of: .semicolon, in: coding) ?? coding.upperBound
            guard octets.isToken(octets.trimmed(coding.lowerBound..<semicolon)) else {
                throw .malformed("Transfer-Encoding is malformed; send Transfer-Encoding: chunked.")
            }
            endsChunked = octets.matches(coding, Self.chunked)
            if endsChunked { chunkedCount += 1 } else { others += 1 }
        }
    }

    /// Whether the content is chunked; `false` without any transfer coding.
    func areChunked() throws(ParseError) -> Bool {
        guard isPresent else { return false }
        guard endsChunked, chunkedCount == 1 else {
            throw .malformed("chunked must be the last transfer coding and occur once.")
        }
        guard others == 0 else {
            throw ParseError(.transferCodingUnknown, "The server supports no transfer coding but chunked.")
        }
        return true
    }
}
