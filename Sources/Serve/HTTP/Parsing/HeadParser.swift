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
    private mutating func note(_ status: Status, _ detail: String) {
        if fault == nil { fault = ParseError(status, detail, closes: false) }
    }
}

// MARK: - Request line

extension HeadParser {
    /// Reads `method SP request-target SP HTTP-version` (RFC 9112 §3). The range counts from the start of the
    /// head.
    mutating func readRequestLine(_ head: ArraySlice<UInt8>, _ line: Range<Int>) throws(ParseError) {
        let octets = head.span
        guard let methodEnd = octets.firstIndex(of: .space, in: line), methodEnd > line.lowerBound else {
            throw .badRequest("The request line does not begin with a method and a space.")
        }
        for index in line.lowerBound..<methodEnd where !octets[index].isToken {
            throw .badRequest("The method has a character that is not permitted.")
        }
        let targetStart = methodEnd + 1
        var targetEnd = targetStart
        while targetEnd < line.upperBound, octets[targetEnd] != .space {
            guard octets[targetEnd].isOfTarget else {
                throw .badRequest(
                    "The target has a fragment, or an octet that no URI has; it should be percent-encoded.")
            }
            targetEnd += 1
        }
        guard targetEnd > targetStart, targetEnd < line.upperBound else {
            throw .badRequest("The request line does not consist of method, target and version.")
        }
        try readVersion(octets, targetEnd + 1..<line.upperBound)
        method = Method(octets, line.lowerBound..<methodEnd)
        // RFC 9110 §15.6.2.
        if method == nil { note(.notImplemented, "The method is not known here.") }
        do throws(ParseError) {
            target = try TargetParser(octets, targetStart..<targetEnd, method: method)
        } catch {
            note(error.status, error.detail)
        }
    }

    /// Reads `HTTP/` and two digits with a dot (RFC 9112 §2.3), which is case-sensitive.
    private mutating func readVersion(_ octets: Span<UInt8>, _ range: Range<Int>) throws(ParseError) {
        let start = range.lowerBound
        guard range.count == 8, octets[start] == UInt8(ascii: "H"), octets[start + 1] == UInt8(ascii: "T"),
            octets[start + 2] == UInt8(ascii: "T"), octets[start + 3] == UInt8(ascii: "P"),
            octets[start + 4] == .slash, octets[start + 5].isDigit, octets[start + 6] == .dot,
            octets[start + 7].isDigit, octets[start + 5] != UInt8(ascii: "0")
        else { throw .badRequest("The request line does not end with a version such as HTTP/1.1.") }
        guard octets[start + 5] == UInt8(ascii: "1") else {
            throw ParseError(.versionNotSupported, "Only major version 1 of HTTP is spoken here.")
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
            throw ParseError(.headerFieldsTooLarge, "There are more than \(fieldsMax) fields.")
        }
        if lines.isEmpty { lines.reserveCapacity(12) }
        lines.append(Fields.Line(name: line.name, value: line.value))
        if line.hasControl { note(.badRequest, "A field value has a control octet.") }
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
        if host != nil { note(.badRequest, "There is more than one Host field.") }
        if !Authority.isValid(octets, value) {
            note(.badRequest, "The Host field is not a host with or without a port.")
        }
        host = value
    }

    /// RFC 9110 §10.1.1; ignored in HTTP/1.0.
    private mutating func readExpect(_ octets: Span<UInt8>, _ value: Range<Int>) {
        guard version == .http11 else { return }
        if octets.matches(value, Self.continuation) {
            expectsContinue = true
        } else {
            note(.expectationFailed, "The only expectation that is met here is 100-continue.")
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
        if hasContentType { note(.badRequest, "There is more than one Content-Type field.") }
        hasContentType = true
    }

    /// RFC 9110 §8.6: digits only. The server refuses two fields of one value although the RFC permits them:
    /// their sender is broken or an attacker.
    private mutating func readContentLength(_ octets: Span<UInt8>, _ value: Range<Int>) throws(ParseError) {
        guard contentLength == nil else { throw .badRequest("There is more than one Content-Length field.") }
        var length = 0
        for index in value {
            guard octets[index].isDigit else { throw .badRequest("Content-Length is not a decimal number.") }
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(octets[index] - UInt8(ascii: "0")))
            guard !overflow, !carry else { throw .badRequest("Content-Length is beyond all bounds.") }
            length = sum
        }
        guard let first = value.first, value.count == 1 || octets[first] != UInt8(ascii: "0") else {
            throw .badRequest("Content-Length is empty or begins with a zero.")
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
        if version == .http11, host == nil { note(.badRequest, "The Host field is missing.") }
        guard fault == nil, let method else {
            var fault = fault ?? .badRequest("The method is missing.")
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
            throw .badRequest("Content-Length and Transfer-Encoding exclude each other.")
        }
        guard version == .http11 else { throw .badRequest("There is no Transfer-Encoding in HTTP/1.0.") }
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
                throw .badRequest("Transfer-Encoding is malformed.")
            }
            endsChunked = octets.matches(coding, Self.chunked)
            if endsChunked { chunkedCount += 1 } else { others += 1 }
        }
    }

    /// Whether the content is chunked; `false` without any transfer coding.
    func areChunked() throws(ParseError) -> Bool {
        guard isPresent else { return false }
        guard endsChunked, chunkedCount == 1 else {
            throw .badRequest("The last transfer coding, and it alone, has to be chunked.")
        }
        guard others == 0 else {
            throw ParseError(.notImplemented, "No transfer coding but chunked is known here.")
        }
        return true
    }
}
