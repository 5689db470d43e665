import SQL

/// The statements sent on a connection and not yet answered, in their order.
struct Pipeline {
    typealias Answer = (Result<[Rows], PostgresError>) -> Void

    /// One expected answer of the server.
    enum Step {
        case prepare(sql: String, statement: Int)
        case execute(statement: Int, prepared: String?, endsTransaction: Bool)
        case sync
    }

    /// A run in flight.
    struct UnderWay {
        let number: UInt64
        let deadline: ContinuousClock.Instant?
        let answer: Answer
        var rows: [Rows] = []
        var failure: PostgresError?
    }

    /// A statement prepared on the server.
    struct Prepared {
        let name: String
        let types: [UInt32]
        /// The run that prepares it; `nil` once the server has. Other runs cannot use it before.
        var preparedBy: UInt64?
    }

    var runs = Queue<UnderWay>()
    var steps = Queue<Step>()
    var prepared: [String: Prepared] = [:]
    /// The warning that arrived with the current answer.
    var warning: String?
    /// Whether the first step has its result, and only the end of the result is missing.
    var isAnswered = false
    var lastRun: UInt64 = 0
    var lastName = 0

    var isIdle: Bool { runs.isEmpty }
}

extension Statement {
    /// Whether the statement begins a transaction.
    var beginsTransaction: Bool { hasFirstWord("begin") || hasFirstWord("start") }
    /// Whether the statement commits a transaction.
    var endsTransaction: Bool { hasFirstWord("commit") || hasFirstWord("end") }

    private func hasFirstWord(_ word: StaticString) -> Bool {
        var bytes = sql.utf8.drop { $0 == 32 || $0 == 10 }
        return word.withUTF8Buffer { word in
            for byte in word {
                // The bit distinguishes lowercase from uppercase letters.
                guard let next = bytes.popFirst(), next | 32 == byte else { return false }
            }
            return bytes.first.map { !($0 | 32 >= 97 && $0 | 32 <= 122) && $0 != 95 } ?? true
        }
    }
}
