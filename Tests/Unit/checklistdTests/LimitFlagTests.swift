import Checklists
import FileStore
import HTTP
import HTTPServer
import Testing

@testable import checklistd

@Suite struct `Every limit of messages, connections and what there is` {
    /// The limits as text, by name.
    private static func limits(_ configuration: Configuration) -> [String: String] {
        let all =
            Array(Mirror(reflecting: configuration.messageLimits).children)
            + Array(Mirror(reflecting: configuration.serverLimits).children)
            + Array(Mirror(reflecting: configuration.storageLimits.capacity).children)
        return Dictionary(uniqueKeysWithValues: all.map { text($0.label ?? "", $0.value) })
    }

    /// A limit with its unit in its name, and its number.
    private static func text(_ name: String, _ value: Any) -> (String, String) {
        guard let time = value as? Duration else { return (name, "\(value)") }
        if name.hasPrefix("acceptPause") {
            let name = name.replacing("acceptPause", with: "acceptPauseMilliseconds")
            return (name, "\(Int(time / .milliseconds(1)))")
        }
        return (name.replacing("Time", with: "Seconds"), "\(time.components.seconds)")
    }

    /// `head-bytes-max` for `headBytesMax`.
    private static func flag(_ name: String) -> String {
        name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }

    private static let names = limits(Configuration()).keys.sorted()

    @Test(arguments: names)
    func `is a flag that sets it and no other`(_ name: String) throws {
        let usual = Self.limits(Configuration())
        let value = usual[name].flatMap { Int($0) }.map { $0 + 1 } ?? 5000
        let arguments = try CommandLineArguments(["--\(Self.flag(name))", "\(value)"], environment: [:])
        let set = Self.limits(arguments.configuration)
        #expect(Set(set.keys.filter { set[$0] != usual[$0] }) == [name])
        #expect(set[name]?.contains("\(value)") == true)
    }

    @Test(arguments: names)
    func `is refused where it is no number, or out of bounds`(_ name: String) {
        for value in ["-1", "", "1.5", "x", "99999999999999999999"] {
            #expect(throws: Failure.self) {
                try CommandLineArguments(["--\(Self.flag(name))=\(value)"], environment: [:])
            }
        }
    }

    @Test func `has the default that is written`() {
        let limits = Self.limits(Configuration())
        let expected = [
            "requestLineBytesMax": "8192", "fieldBytesMax": "8192", "headBytesMax": "32768",
            "fieldsMax": "100", "chunkExtensionBytesMax": "4096", "trailerBytesMax": "4096",
            "jsonDepthMax": "64", "headSecondsMax": "10", "bodySecondsMax": "10",
            "bodyBytesPerSecondMin": "500", "bodyGraceSeconds": "5", "writeStallSecondsMax": "10",
            "bodiesBytesMax": "268435456",
            "idleSecondsMax": "180", "lingerSecondsMax": "2", "lingerBytesMax": "65536",
            "heldAnswerBytesMax": "262144", "acceptPauseMillisecondsMin": "50",
            "acceptPauseMillisecondsMax": "500",
            "peopleMax": "1000", "checklistsMax": "100000", "itemsMax": "1000000",
            "dataBytesMax": "1073741824",
            // As many as there may be of all people.
            "checklistsPerPersonMax": "nil", "itemsPerPersonMax": "nil", "dataBytesPerPersonMax": "nil",
        ]
        #expect(limits.merging(expected) { $1 } == limits)
    }
}
