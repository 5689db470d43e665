import HTTP
import Randomness

/// Reads the input as the octets of a connection, all at once and cut in pieces: the events have to be the
/// same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = Transcript([octets])
    precondition(Transcript(octets.map { [$0] }) == whole, "octet by octet it reads otherwise")
    var random = SeededGenerator(seed: octets.reduce(1) { $0 &* 31 &+ UInt64($1) })
    for _ in 0..<4 where !octets.isEmpty {
        var rest = octets[...]
        var pieces: [ArraySlice<UInt8>] = []
        while !rest.isEmpty {
            let length = Int.random(in: 1...max(1, min(rest.count, 80)), using: &random)
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        precondition(Transcript(pieces) == whole, "cut in pieces it reads otherwise")
    }
    // Behind a refusal that closes there is nothing.
    let closings = whole.steps.dropLast().count { if case .refused(_, true) = $0 { true } else { false } }
    precondition(closings == 0, "something follows a refusal that closes")
    return 0
}
