extension Corpus {
    static let japanese = """
        来月15日 支払い | 2026-12-15 | 支払い
        家賃 12月第3金曜日 | 2026-12-18 | 家賃
        定例会 来月の第1月曜日 10時 | 2026-12-07 10:00 | 定例会
        再来週 旅行の準備 | 2026-12-07 | 旅行の準備
        再来週の月曜 歯医者 | 2026-12-07 | 歯医者
        今週末 大掃除 | 2026-11-28 | 大掃除
        来週末 温泉 | 2026-12-05 | 温泉
        今月末までに 経費精算 | 2026-11-30 | 経費精算
        月末 請求書を送る | 2026-11-30 | 請求書を送る
        来月末 契約更新 | 2026-12-31 | 契約更新
        今月25日 給料確認 | 2026-11-25 | 給料確認
        毎月第3木曜日 19時 読書会 | 2026-12-17 19:00 FREQ=MONTHLY;BYDAY=3TH | 読書会
        フィルター 3ヶ月ごと 完了後 | 2026-11-23 FREQ=MONTHLY;INTERVAL=3 when done | フィルター
        明日から毎日8時 薬 | 2026-11-24 08:00 FREQ=DAILY | 薬
        12月7日から毎週月曜 ヨガ | 2026-12-07 FREQ=WEEKLY;BYDAY=MO | ヨガ
        明日9時から11時まで 研修 | 2026-11-24 | 9時から11時まで 研修
        明日14:00〜15:30 打ち合わせ | 2026-11-24 | 14:00〜15:30 打ち合わせ
        18時から飲み会 | 2026-11-23 18:00 | 飲み会
        牛乳 明日 | 2026-11-24 | 牛乳
        明日の朝 ゴミ出し | 2026-11-24 09:00 | ゴミ出し
        金曜日までにレポート提出 | 2026-11-27 | レポート提出
        明後日 15時 美容院 | 2026-11-25 15:00 | 美容院
        12月3日 誕生日プレゼント | 2026-12-03 | 誕生日プレゼント
        来週の水曜 10時半 面談 | 2026-12-02 10:30 | 面談
        毎週火曜と金曜 燃えるゴミ | 2026-11-24 FREQ=WEEKLY;BYDAY=TU,FR | 燃えるゴミ
        隔週木曜 資源ごみ | 2026-11-26 FREQ=WEEKLY;INTERVAL=2;BYDAY=TH | 資源ごみ
        3日後 本を返す | 2026-11-26 | 本を返す
        2週間後 再診 | 2026-12-07 | 再診
        今夜 洗濯 | 2026-11-23 20:00 | 洗濯
        午後3時 電話 | 2026-11-23 15:00 | 電話
        毎朝7時 散歩 | 2026-11-24 07:00 FREQ=DAILY | 散歩
        卵2個 明日 | 2026-11-24 2 個 | 卵
        明日3個 りんご | 2026-11-24 3 個 | りんご
        母に電話 土曜日 | 2026-11-28 | 母に電話
        5分後 お茶 | 2026-11-23 10:05 | お茶
        毎月末 棚卸し | 2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1 | 棚卸し
        毎年12月24日 ケーキ予約 | 2026-12-24 FREQ=YEARLY | ケーキ予約
        平日 9時 朝会 | 2026-11-24 09:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR | 朝会
        12月4日(金曜) 忘年会 | 2026-12-04 | 忘年会
        明日の午後2時半 歯医者 | 2026-11-24 14:30 | 歯医者
        土曜日 洗車 | 2026-11-28 | 洗車
        2027年1月5日 仕事始め | 2027-01-05 | 仕事始め
        来月 健康診断 | 2026-12-01 | 健康診断
        来週 出張 | 2026-11-30 | 出張
        明日 前髪を切る | 2026-11-24 | 前髪を切る
        今日中に メール返信 | 2026-11-23 | メール返信
        正午 ランチ | 2026-11-23 12:00 | ランチ
        10日ごと 水やり | 2026-11-23 FREQ=DAILY;INTERVAL=10 | 水やり
        牛乳 明日 18時 #買い物 | 2026-11-24 18:00 #買い物 | 牛乳
        会議 12月1日 午前9時 | 2026-12-01 09:00 | 会議
        会議 18時 JST | nothing | a zone
        明日18時 UTC 打ち合わせ | nothing | a zone
        日本時間18時 配信 | nothing | a zone
        明日9時(現地時間) 会議 | nothing | a zone
        20時 GMT ライブ | nothing | a zone
        毎日 日曜以外 散歩 | nothing | an exception
        毎日(土日を除く) 薬 | nothing | an exception
        毎週月曜(祝日以外) ゴミ | nothing | an exception
        毎日 ただし日曜は休み | nothing | an exception
        第3金曜日 飲み会 | nothing | an ordinal without a month
        第2火曜 町内会 | nothing | an ordinal without a month
        毎週月曜と第3金曜 会議 | nothing | an ordinal
        毎月第2・第4土曜 資源回収 | nothing | two ordinals
        月曜から金曜まで 出勤 | nothing | a range of days
        12月3日から5日 旅行 | nothing | a range of days
        12月3日〜5日 出張 | nothing | a range of days
        9時から11時 会議 | nothing | a range of times without a day
        明日三時 電話 | nothing | an hour that is not understood
        明日 三時 電話 | nothing | an hour that is not understood
        明日 3 歯医者 | nothing | a number
        来週3日 休み | nothing | a number
        明日 25時 配信 | nothing | an hour that there is not
        来週中に返事 | nothing | some day of it
        来週の半ば 確認 | nothing | some day of it
        来週前半 面談 | nothing | some day of it
        来月上旬 引っ越し | nothing | some day of it
        来月の中旬 旅行 | nothing | some day of it
        先週の金曜日 議事録 | nothing | a day that is over
        昨日の会議 議事録 | nothing | a day that is over
        明日以降 連絡 | nothing | after a day
        明日18時以降 電話 | nothing | after a time
        明日9時前 連絡 | nothing | before a time
        金曜日前 準備 | nothing | before a day
        明日の3日後 返却 | nothing | days after it
        金曜か土曜 映画 | nothing | two days
        明日か明後日 銀行 | nothing | two days
        今日か明日 電話 | nothing | two days
        毎日2回 薬 | nothing | how often a day
        毎日 3回 目薬 | nothing | how often a day
        毎日 朝と夜 歯磨き | nothing | two times
        毎日 8時と20時 薬 | nothing | two times
        8時間ごと 薬 | nothing | hours
        2月30日 会議 | nothing | no such day
        11月31日 締め切り | nothing | no such day
        毎週金曜まで 掃除 | nothing | an end of a repetition
        毎日金曜まで 運動 | nothing | an end of a repetition
        12月の毎週金曜 市場 | nothing | only a month of it
        隔月 点検 | nothing | months that are not understood
        毎日新聞を読む | nothing | a name
        年末 大掃除 | nothing | some day of it
        """
}
