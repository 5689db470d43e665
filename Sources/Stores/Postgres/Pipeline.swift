import SQL

/// What has been sent on a connection and not been answered, in its order.
struct Pipeline {
    typealias Answer = (Result<[Rows], PostgresError>) -> Void

    /// One thing that the server will answer.
    enum Step {
        case prepare(sql: String, statement: Int)
        case execute(statement: Int, prepared: String?, endsTransaction: Bool)
        case sync
    }

    /// A run under way.
    struct UnderWay {
        let number: UInt64
        let deadline: ContinuousClock.Instant?
        let answer: Answer
        var rows: [Rows] = []
        var failure: PostgresError?
    }

    /// A statement that the server keeps.
    struct Prepared {
        let name: String
        let types: [UInt32]
        /// The run that prepares it, until the server has; others cannot rely on it before.
        var preparedBy: UInt64?
    }

    var runs = Queue<UnderWay>()
    var steps = Queue<Step>()
    var prepared: [String: Prepared] = [:]
    /// The warning that came with what is answered now.
    var warning: String?
    /// Whether the first step has its answer and only wants its end.
    var isAnswered = false
    var lastRun: UInt64 = 0
    var lastName = 0

    var isIdle: Bool { runs.isEmpty }
}

extension Statement {
    /// Whether it begins a transaction.
    var beginsTransaction: Bool { hasFirstWord("begin") || hasFirstWord("start") }
    /// Whether it ends a transaction such that it counts.
    var endsTransaction: Bool { hasFirstWord("commit") || hasFirstWord("end") }

    private func hasFirstWord(_ word: StaticString) -> Bool {
        var bytes = sql.utf8.drop { $0 == 32 || $0 == 10 }
        return word.withUTF8Buffer { word in
            for byte in word {
                // The bit tells small letters from capital ones.
                guard let next = bytes.popFirst(), next | 32 == byte else { return false }
            }
            return bytes.first.map { !($0 | 32 >= 97 && $0 | 32 <= 122) && $0 != 95 } ?? true
        }
    }
}
