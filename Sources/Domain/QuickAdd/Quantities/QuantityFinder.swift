import Checklists

/// Finds the quantity of a line: `500 g flour`, `eggs x3`, `牛乳 2本`.
///
/// The quantity is at the start or the end of the text without the other parts. The remaining words must name
/// a thing: few words, without verbs, time words and a second quantity.
struct QuantityFinder {
    /// A quantity that is certain.
    struct Found {
        let tokens: ClosedRange<Int>
        let quantity: Quantity
        let unit: String?
    }

    /// What follows the number.
    enum Form {
        /// A thing: `2 milk`.
        case count
        /// A multiplication sign: `3x eggs`, `eggs x3`.
        case times
        /// A unit of measure or a container: `500 g flour`.
        case unit(Unit)
    }

    /// A unit with its tokens in the text.
    struct Unit {
        let tokens: Range<Int>
        let kind: Measures.Kind
    }

    /// A possible quantity with the words that it would count.
    struct Candidate {
        let amount: Amount
        let tokens: ClosedRange<Int>
        let form: Form
        let isLeading: Bool
        /// Whether a word such as `of` joins the unit and the thing.
        let isLinked: Bool
        let thing: ArraySlice<Int>
    }

    /// The maximum number of tokens of a unit: `c. à s.` has five.
    private static let unitTokensMax = 6
    /// The maximum number of tokens of an amount: `1 1/2` has four.
    private static let amountTokensMax = 4

    let sentence: Sentence
    /// The indices of the remaining tokens, without separators at both ends.
    private let rest: ArraySlice<Int>
    private let units: String.UTF16View

    var tokens: [Token] { sentence.tokens }
    var language: Language? { sentence.hint }

    init(_ sentence: Sentence, text: String, taken: Set<Int>) {
        self.sentence = sentence
        units = text.utf16
        rest = Self.trimmed(sentence.tokens.indices.filter { !taken.contains($0) }[...], sentence.tokens)
    }

    /// The quantity; `nil` if there is none or if the number can mean something else.
    func find() -> Found? {
        guard let found = ([leading()] + trailing()).lazy.compactMap(\.self).first(where: isCertain) else {
            return nil
        }
        var unit: String?
        if case .unit(let each) = found.form { unit = typed(each.tokens) }
        return Found(tokens: found.tokens, quantity: found.amount.quantity, unit: unit)
    }

    /// The text of tokens, as typed.
    func typed(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        let start = units.index(units.startIndex, offsetBy: tokens[first].offset)
        return String(units[start..<units.index(units.startIndex, offsetBy: tokens[last].end)]) ?? ""
    }

    private static func trimmed(_ rest: ArraySlice<Int>, _ tokens: [Token]) -> ArraySlice<Int> {
        func isSeparator(_ index: Int) -> Bool {
            [",", "、", ":", "-", "–", "—"].contains(tokens[index].text)
        }
        let trimmed = rest.drop(while: isSeparator)
        return trimmed[...(trimmed.lastIndex { !isSeparator($0) } ?? trimmed.startIndex - 1)]
    }

    // MARK: - At the beginning

    private func leading() -> Candidate? {
        guard let first = rest.first, isBorder(first),
            let amount = Amount(at: first, in: tokens), isRest(first..<amount.end + 1)
        else { return nil }
        let next = amount.end
        func candidate(_ form: Form, end: Int, isLinked: Bool = false) -> Candidate? {
            guard isRest(first..<end + 1), tokens[end].isApart || isLinked else { return nil }
            return Candidate(
                amount: amount, tokens: first...end - 1, form: form, isLeading: true, isLinked: isLinked,
                thing: rest.dropFirst(end - first))
        }
        if isTimes(next) { return candidate(.times, end: next + 1) }
        if let unit = unit(at: next) {
            let end = unit.tokens.upperBound
            let linkEnd = Measures.all.linkers.end(beginningAt: end, in: tokens) ?? end
            return candidate(.unit(unit), end: linkEnd, isLinked: linkEnd > end)
        }
        return candidate(.count, end: next)
    }

    /// Whether the tokens exist and no part takes any of them.
    private func isRest(_ range: Range<Int>) -> Bool {
        guard range.upperBound <= tokens.count, range.count <= rest.count else { return false }
        return zip(range, rest).allSatisfy(==)
    }

    // MARK: - At the end

    private func trailing() -> [Candidate?] {
        guard let last = rest.last else { return [] }
        return [trailingTimes(last), trailingSpoon(last)] + trailingUnits(last)
    }

    private func trailingTimes(_ last: Int) -> Candidate? {
        if last > 0, isTimes(last - 1), let amount = Amount(at: last, in: tokens), !tokens[last].isApart,
            tokens[last - 1].text == "×" || isBorder(last - 1)
        {
            return candidate(amount, last - 1...last, .times)
        }
        guard isTimes(last), let (start, amount) = amount(endingAt: last) else { return nil }
        return candidate(amount, start...last, .times)
    }

    /// A Japanese unit before its number: `砂糖 大さじ2`.
    private func trailingSpoon(_ last: Int) -> Candidate? {
        for start in max(0, last + 1 - Self.amountTokensMax)...last {
            guard let amount = Amount(at: start, in: tokens), amount.end == last + 1,
                let begin = Measures.all.spoons.begin(endingAt: start, in: tokens), isBorder(begin)
            else { continue }
            return candidate(amount, begin...last, .unit(Unit(tokens: begin..<start, kind: .counter)))
        }
        return nil
    }

    private func trailingUnits(_ last: Int) -> [Candidate?] {
        (1...Self.unitTokensMax).reversed().map { count in
            let start = last + 1 - count
            guard start > 0, let unit = unit(at: start), unit.tokens.upperBound == last + 1,
                let (begin, amount) = amount(endingAt: start)
            else { return nil }
            return candidate(amount, begin...last, .unit(unit))
        }
    }

    private func candidate(_ amount: Amount, _ range: ClosedRange<Int>, _ form: Form) -> Candidate? {
        guard zip(range.reversed(), rest.reversed()).allSatisfy(==), rest.count > range.count else {
            return nil
        }
        let thing = rest.dropLast(range.count)
        return Candidate(
            amount: amount, tokens: range, form: form, isLeading: false, isLinked: false,
            thing: Self.trimmed(thing, tokens))
    }

    /// The longest amount that ends before an index.
    private func amount(endingAt end: Int) -> (start: Int, amount: Amount)? {
        for start in max(0, end - Self.amountTokensMax)..<end {
            if let amount = Amount(at: start, in: tokens), amount.end == end, isBorder(start) {
                return (start, amount)
            }
        }
        return nil
    }

    /// Whether a quantity can begin at a token: after white space, a Japanese character or a Japanese comma.
    private func isBorder(_ index: Int) -> Bool {
        guard !tokens[index].isApart, index > 0 else { return true }
        return tokens[index - 1].isJapanese || tokens[index - 1].text == "、"
    }

    // MARK: - Signs

    /// Whether the token is a lowercase `x` or a multiplication sign. `X` belongs to names: `BMW X3`.
    private func isTimes(_ index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        return tokens[index].text == "×"
            || (tokens[index].text == "x" && !"XＸ".contains(typed(index..<index + 1)))
    }

    /// The longest unit at an index.
    private func unit(at index: Int) -> Unit? {
        guard let (end, kind) = Measures.all.unit(at: index, in: tokens) else { return nil }
        var range = index..<end
        if tokens.indices.contains(end), tokens[end].text == ".", !tokens[end].isApart,
            Measures.all.abbreviations.contains(tokens[index].text)
        {
            range = index..<end + 1
        }
        return isUnit(typed(index..<end), tokens[index]) ? Unit(tokens: range, kind: kind) : nil
    }

    /// Whether a unit is written as usual: `5 G` is a network, `2 Oz` a name, and `2 stuck` is not `Stück`.
    private func isUnit(_ typed: String, _ token: Token) -> Bool {
        switch token.text {
        case "g": typed == "g" || typed == "ｇ"
        case "el", "oz", "lb", "lbs", "tl": typed == typed.lowercased() || typed == typed.uppercased()
        case "stuck", "stucke": token.accented.contains("ü")
        default: true
        }
    }
}
