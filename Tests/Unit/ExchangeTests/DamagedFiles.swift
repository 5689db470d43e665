import Randomness
import Testing

@testable import Exchange

/// Reads damaged forms of a file, for tests that any bytes give a plan or an `ImportError`.
struct DamagedFiles {
    let format: ForeignFormat
    var bytes: [UInt8]
    var settings = ImportSettings.fixed()

    init(_ format: ForeignFormat, _ text: String) {
        self.format = format
        bytes = Array(text.utf8)
    }

    /// Reads the file cut at every byte.
    /// - Returns: The number of cuts that give a plan.
    func readCuts() -> Int {
        (0..<bytes.count).count { canRead(Array(bytes.prefix($0))) }
    }

    /// Reads files with random changes: replaced, removed and repeated parts, and values of other types.
    /// - Returns: The number of files that give a plan.
    func readMutations(_ count: Int, seed: UInt64) -> Int {
        var generator = SeededGenerator(seed: seed)
        let values = ["null", "0", "-1e9", "\"\"", "\"x\"", "[]", "[null]", "{}", "true", "\"2026-02-30\""]
        return (0..<count).count { _ in
            var bytes = bytes
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                let start = Int.random(in: 0..<bytes.count, using: &generator)
                let end = min(bytes.count, start + Int.random(in: 1...12, using: &generator))
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[start] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(start..<end)
                case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
                default: replaceValue(in: &bytes, after: start, by: values.randomElement(using: &generator))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            return canRead(bytes)
        }
    }

    /// Replaces the text or number behind the next colon, so that the file stays JSON.
    private func replaceValue(in bytes: inout [UInt8], after start: Int, by value: String?) {
        guard let value, let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let begin = bytes[(colon + 1)...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.endIndex
        guard begin < bytes.endIndex else { return }
        var end = begin + 1
        if bytes[begin] == UInt8(ascii: "\"") {
            while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") { end += 1 }
            end = min(end + 1, bytes.endIndex)
        } else {
            while end < bytes.endIndex, !",}]\n".utf8.contains(bytes[end]) { end += 1 }
        }
        bytes.replaceSubrange(begin..<end, with: value.utf8)
    }

    private func canRead(_ bytes: [UInt8]) -> Bool {
        do throws(ImportError) {
            _ = try format.plan(of: bytes, settings)
            return true
        } catch {
            return false
        }
    }
}
