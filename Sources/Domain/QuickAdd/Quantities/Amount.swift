import Checklists

/// A number in a text: `2`, `1,5`, `1/2`, `1 ½`.
struct Amount {
    /// The largest number of digits before the decimals: one million has 7.
    private static let digitsMax = 7
    private static let vulgarFractions = ["¼": 250, "½": 500, "¾": 750]

    let quantity: Quantity
    /// The index after the last token.
    let end: Int
    let isWhole: Bool
    /// Whether the number is a single fraction sign: `½`.
    let isSign: Bool

    /// Parses the amount that begins at an index; `nil` if none does.
    ///
    /// Thousands separators are not supported: `1.500` is 1500 in German and 1.5 in English.
    init?(at index: Int, in tokens: [Token]) {
        let cursor = Cursor(tokens: tokens)
        guard let (thousandths, end) = cursor.mixed(at: index) ?? cursor.decimal(at: index),
            let quantity = Quantity(thousandths: thousandths)
        else { return nil }
        self.quantity = quantity
        self.end = end
        isWhole = end == index + 1 && thousandths % 1_000 == 0
        isSign = end == index + 1 && !isWhole
    }

    private struct Cursor {
        let tokens: [Token]

        /// A fraction, optionally after a whole number.
        func mixed(at index: Int) -> (thousandths: Int, end: Int)? {
            if let fraction = fraction(at: index) { return fraction }
            guard let whole = digits(at: index), let whole = Int(whole), whole > 0,
                let (fraction, end) = fraction(at: index + 1)
            else { return nil }
            // The numerator of `11/2` cannot follow without white space.
            let isSign = end == index + 2
            return tokens[index + 1].isApart || isSign ? (whole * 1_000 + fraction, end) : nil
        }

        /// A fraction below one that three decimals express exactly.
        private func fraction(at index: Int) -> (thousandths: Int, end: Int)? {
            guard tokens.indices.contains(index) else { return nil }
            if let value = Amount.vulgarFractions[tokens[index].accented] { return (value, index + 1) }
            if let value = wholeAndSign(tokens[index].accented) { return (value, index + 1) }
            guard let numerator = digits(at: index), isTight("/", at: index + 1),
                let denominator = digits(at: index + 2), !tokens[index + 2].isApart,
                let above = Int(numerator), let below = Int(denominator), above < below,
                above * 1_000 % below == 0
            else { return nil }
            return (above * 1_000 / below, index + 3)
        }

        /// The value of a token such as `1½`.
        private func wholeAndSign(_ text: String) -> Int? {
            guard let sign = text.last.flatMap({ Amount.vulgarFractions[String($0)] }),
                text.utf8.count <= Amount.digitsMax, let whole = Int(text.dropLast())
            else { return nil }
            return whole * 1_000 + sign
        }

        func decimal(at index: Int) -> (thousandths: Int, end: Int)? {
            guard let text = digits(at: index), text == "0" || !text.hasPrefix("0"), let whole = Int(text)
            else { return nil }
            let point = index + 1
            guard isTight(".", at: point) || isTight(",", at: point), tokens.indices.contains(point + 1),
                !tokens[point + 1].isApart
            else { return (whole * 1_000, point) }
            guard let decimals = digits(at: point + 1), decimals.utf8.count < 3 || text == "0",
                decimals.utf8.count <= 3
            else { return nil }
            let padded = decimals + String(repeating: "0", count: 3 - decimals.utf8.count)
            return Int(padded).map { (whole * 1_000 + $0, point + 2) }
        }

        /// The ASCII digits of a number token.
        private func digits(at index: Int) -> String? {
            guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
            let text = tokens[index].accented
            guard text.utf8.count <= Amount.digitsMax,
                text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
            else { return nil }
            return text
        }

        private func isTight(_ sign: String, at index: Int) -> Bool {
            tokens.indices.contains(index) && tokens[index].text == sign && !tokens[index].isApart
        }
    }
}
