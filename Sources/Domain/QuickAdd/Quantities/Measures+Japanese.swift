import Checklists

extension Measures {
    static let japanese = Table(
        language: .japanese,
        units: """
            本 個 枚 袋 束 缶 杯 箱 玉 房 切れ 丁 冊 台 瓶 びん パック ケース ボトル カップ グラム キログラム リットル
            ミリリットル 大さじ 小さじ
            """,
        particles: "電話",
        containers: "体重 ダイエット ダンベル ベンチプレス スクワット デッドリフト 荷物 スーツケース リュック 鍋 バケツ",
        containerEndings: "袋 鍋 バッグ タンク")
}
