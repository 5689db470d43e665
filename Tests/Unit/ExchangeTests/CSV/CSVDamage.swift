import Randomness

@testable import Exchange

/// Damages the files of tests.
enum CSVDamage {
    /// Reads a file cut at every byte, and 2,000 random mutations of it.
    ///
    /// A reader that ends the process fails the test. `plan` can throw an `ImportError` only.
    /// - Returns: The number of damaged files that have a plan, and the number of those with an error.
    static func read(
        _ text: String, as format: ForeignFormat, _ settings: ImportSettings = .fixed()
    ) -> (plans: Int, errors: Int) {
        let bytes = Array(text.utf8)
        var files = bytes.indices.map { Array(bytes.prefix($0)) }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 { files.append(mutation(of: bytes, &random)) }
        var (plans, errors) = (0, 0)
        for file in files {
            do throws(ImportError) {
                _ = try format.plan(of: file, settings)
                plans += 1
            } catch {
                errors += 1
            }
        }
        return (plans, errors)
    }

    private static func mutation(of bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let special = Array("\",;\t\r\n'=@-0P".utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: bytes.indices, using: &random)
            let byte = special.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
            case 1: bytes[index] = byte
            case 2: bytes.insert(byte, at: index)
            case 3 where bytes.count > 1: bytes.remove(at: index)
            default:
                let end = min(bytes.count, index + Int.random(in: 1...40, using: &random))
                bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...index, using: &random))
            }
        }
        return bytes
    }
}
