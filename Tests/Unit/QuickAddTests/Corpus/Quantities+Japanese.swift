extension Corpus {
    static let japaneseQuantities = """
        牛乳 2本 | 2 本 | 牛乳
        牛乳2本 | 2 本 | 牛乳
        牛乳　２本 | 2 本 | 牛乳
        2本 牛乳 | 2 本 | 牛乳
        卵 1パック | 1 パック | 卵
        卵1パック | 1 パック | 卵
        卵2個 | 2 個 | 卵
        りんご 3個 | 3 個 | りんご
        りんご3個 | 3 個 | りんご
        3個 りんご | 3 個 | りんご
        トマト4個 | 4 個 | トマト
        ねぎ 1束 | 1 束 | ねぎ
        食パン 1袋 | 1 袋 | 食パン
        ビール 6缶 | 6 缶 | ビール
        ビール6缶 | 6 缶 | ビール
        豆腐 2丁 | 2 丁 | 豆腐
        キャベツ 1玉 | 1 玉 | キャベツ
        鮭 2切れ | 2 切れ | 鮭
        海苔 10枚 | 10 枚 | 海苔
        ティッシュ 5箱 | 5 箱 | ティッシュ
        水 2ケース | 2 ケース | 水
        醤油 1瓶 | 1 瓶 | 醤油
        バナナ 1房 | 1 房 | バナナ
        コーヒー 2杯 | 2 杯 | コーヒー
        ノート 3冊 | 3 冊 | ノート
        米 5kg | 5 kg | 米
        米5kg | 5 kg | 米
        豚肉 300g | 300 g | 豚肉
        豚肉300g | 300 g | 豚肉
        300g 豚肉 | 300 g | 豚肉
        水 1.5l | 1.5 l | 水
        牛乳 500ml | 500 ml | 牛乳
        小麦粉 2カップ | 2 カップ | 小麦粉
        小麦粉 200グラム | 200 グラム | 小麦粉
        砂糖 大さじ2 | 2 大さじ | 砂糖
        塩 小さじ1/2 | 0.5 小さじ | 塩
        牛乳 x2 | 2 | 牛乳
        牛乳×2 | 2 | 牛乳
        牛乳 2x | 2 | 牛乳
        2x 牛乳 | 2 | 牛乳
        牛乳、2本 | 2 本 | 牛乳
        牛乳 2本 明日 | 2026-11-24 2 本 | 牛乳
        明日 牛乳2本 | 2026-11-24 2 本 | 牛乳
        卵 1パック #買い物 !! | !! #買い物 1 パック | 卵
        水やり @庭 | @庭 | 水やり
        @電話 歯医者 | @電話 | 歯医者
        電球 2個 ＠ガレージ | 2 個 @ガレージ | 電球
        明日 @仕事 報告書 | 2026-11-24 @仕事 | 報告書
        単3電池 4本 | 4 本 | 単3電池
        しょうが2個 | 2 個 | しょうが
        玉ねぎ 3個 | 3 個 | 玉ねぎ
        ゴミ袋 10枚 | 10 枚 | ゴミ袋
        2本の映画 | nothing | a part of the sentence
        映画2本観る | nothing | a verb
        牛乳を2本 | nothing | a verb that is left out
        冷蔵庫に2個 | nothing | a verb that is left out
        牛乳2本と卵 | nothing | two things
        牛乳2本、卵1パック | nothing | two things
        牛乳2〜3本 | nothing | two numbers
        第2本部 | nothing | a name
        3丁目の郵便局 | nothing | an address
        山田さん 2人 | nothing | persons
        薬 毎日2回 | nothing | how often
        腕立て 10回 | nothing | how often
        体重 60kg | nothing | a weight
        ダイエット 5kg | nothing | an aim
        ゴミ袋 45L | nothing | a description
        ランニング 5キロ | nothing | a distance
        電話1本 | nothing | a saying
        映画 10分 | nothing | a time
        勉強 2時間 | nothing | a time
        会議 3日 | nothing | a day
        東京2020 | nothing | a year
        ルート66 | nothing | a name
        Windows 11 | nothing | a name
        牛乳 2 | nothing | a number alone
        2 牛乳 | nothing | a number alone
        牛乳一本 | nothing | a numeral that is not understood
        1万円 両替 | nothing | a price
        家賃 5万円 | nothing | a price
        100円玉 | nothing | a coin
        3階 会議室 | nothing | a floor
        5番 窓口 | nothing | a number
        2台目の車 | nothing | an ordinal
        3枚目 印刷 | nothing | an ordinal
        2本 | nothing | no text
        20% 引き | nothing | a share
        単3 電池 | nothing | a size
        ビタミンB12 | nothing | a name
        1本勝負 | nothing | a saying
        メール ann@example.org | nothing | an address
        田中@営業 連絡 | nothing | not at the start of a word
        「庭 @花」を読む | nothing | a quotation
        """
}
