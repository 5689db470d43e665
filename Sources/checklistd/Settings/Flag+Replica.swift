import Checklists
import Dates

extension Flag {
    /// The flags of the second copy.
    static let replica: [Flag] = [
        Flag(
            name: "replica", value: "DIR", commands: [.serve],
            help: """
                Folder on another disk, in which the server keeps a second copy of the data folder. The copy
                follows each change within a second. Created if it is missing.
                """,
            set: { (configuration, text) throws(Failure) in
                configuration.replica = text.isEmpty ? nil : text
            }),
        .number(
            "replica-days", "N", \.replicaDays, in: 1...3650,
            "Number of days for which the replica keeps every moment"),
        Flag(
            name: "at", value: "TIME", commands: [.restore],
            help: """
                Moment to restore, in RFC 3339 format: 2026-12-01T18:00:00Z. Default latest, the last moment
                of the replica.
                """,
            set: { (configuration, text) throws(Failure) in
                guard text != "latest" else { return configuration.restoredMoment = nil }
                guard let milliseconds = RFC3339.milliseconds(Array(text.utf8).span) else {
                    throw Failure(
                        .usage, "--at cannot be '\(text)'; use latest, or a time like 2026-12-01T18:00:00Z.")
                }
                configuration.restoredMoment = Timestamp(milliseconds: milliseconds)
            }),
        Flag(
            name: "list", value: "", commands: [.restore],
            help: "Print the moments that can be restored, and restore nothing.",
            set: { (configuration, text) throws(Failure) in
                configuration.listsMoments = !["false", "0"].contains(text)
            }),
    ]
}
