import Checklists

/// Answers that are given again for a while: those that were asked for last, up to a number.
struct RecentAnswers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    private var answers: [Question: (answer: Answer, until: Timestamp)] = [:]

    /// The answer to a question, if it is recent.
    func answer(to question: Question, at now: Timestamp) -> Answer? {
        guard let kept = answers[question], now < kept.until else { return nil }
        return kept.answer
    }

    /// Keeps an answer, in place of the oldest where there is no room.
    mutating func keep(_ answer: Answer, to question: Question, at now: Timestamp) {
        if answers[question] == nil, answers.count >= Limits.keptAnswersMax {
            answers = answers.filter { now < $0.value.until }
            if answers.count >= Limits.keptAnswersMax,
                let oldest = answers.min(by: { $0.value.until < $1.value.until })
            {
                answers[oldest.key] = nil
            }
        }
        answers[question] = (answer, now.advanced(byMilliseconds: Limits.keptMilliseconds))
    }
}
