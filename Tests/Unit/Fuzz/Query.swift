import HTTP

/// Reads the input as the query of a request that was accepted; names and values have to survive being
/// written again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQuery(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var parser = RequestParser()
    parser.feed(Array("GET /?".utf8))
    parser.feed(UnsafeBufferPointer(start: start, count: count))
    parser.feed(Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    guard case .head(let head, _)? = try? parser.next(),
        let parameters = try? QueryParameters(head.target)
    else { return 0 }
    let text = parameters.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    let target = RequestTarget(path: "/", query: text.joined(separator: "&"))
    guard let again = try? QueryParameters(target) else { preconditionFailure("what was written is refused") }
    precondition(
        again.map(\.name) == parameters.map(\.name) && again.map(\.value) == parameters.map(\.value),
        "what was written is something else")
    precondition(Array(again).count <= MessageLimits.queryParametersMax, "there are too many")
    return 0
}
