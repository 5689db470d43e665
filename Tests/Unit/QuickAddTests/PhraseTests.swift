import QuickAdd
import Testing

@Suite struct `Phrases of quick add` {
    private func expect(_ phrase: String, _ meaning: String, beside text: String = "Milk") {
        for line in ["\(text) \(phrase)", "\(phrase) \(text)", "\(text) \(phrase) !!"] {
            let reading = Readings.read(line)
            #expect(reading.text == text, "\(line)")
            let important = line.hasSuffix("!!") ? " !!" : ""
            #expect(Readings.summary(reading) == meaning + important, "\(line)")
        }
    }

    @Test(arguments: [
        ("today", "2026-11-23"), ("tonight", "2026-11-23 20:00"), ("tomorrow", "2026-11-24"),
        ("the day after tomorrow", "2026-11-25"), ("tomorrow 18:00", "2026-11-24 18:00"),
        ("6pm tomorrow", "2026-11-24 18:00"), ("tomorrow at 6:30 pm", "2026-11-24 18:30"),
        ("tomorrow, 18:00", "2026-11-24 18:00"), ("at 9 a.m. on Friday", "2026-11-27 09:00"),
        ("12am Friday", "2026-11-27 00:00"), ("12 pm Friday", "2026-11-27 12:00"),
        ("Friday", "2026-11-27"), ("on Fri", "2026-11-27"), ("on the 15th at 6pm", "2026-12-15 18:00"),
        ("by Friday", "2026-11-27"),
        ("due Friday", "2026-11-27"), ("Monday", "2026-11-30"), ("this Friday", "2026-11-27"),
        ("next Friday", "2026-12-04"), ("Friday next week", "2026-12-04"), ("next Tues", "2026-12-01"),
        ("Mon 18:00", "2026-11-30 18:00"), ("Sat 6pm", "2026-11-28 18:00"), ("in 3 days", "2026-11-26"),
        ("in a week", "2026-11-30"), ("in two weeks", "2026-12-07"), ("in 3 months", "2027-02-23"),
        ("next week", "2026-11-30"), ("next month", "2026-12-01"), ("3 Dec", "2026-12-03"),
        ("Dec 3", "2026-12-03"), ("3rd of December", "2026-12-03"), ("on the 3rd of May", "2027-05-03"),
        ("December 3rd", "2026-12-03"), ("December 3, 2027", "2027-12-03"), ("Nov 23", "2026-11-23"),
        ("Nov 22", "2027-11-22"), ("29 February", "2028-02-29"), ("2026-12-03", "2026-12-03"),
        ("on 2026-12-03 at 18:00", "2026-12-03 18:00"), ("Friday 4 December", "2026-12-04"),
        ("Friday, December 4, 2026", "2026-12-04"), ("24/12", "2026-12-24"), ("12/24", "2026-12-24"),
        ("24/12/2027", "2027-12-24"), ("on May 4 at noon", "2027-05-04 12:00"),
        ("18:00", "2026-11-23 18:00"), ("9:30", "2026-11-24 09:30"), ("10:00", "2026-11-24 10:00"),
        ("at noon", "2026-11-23 12:00"), ("tomorrow morning", "2026-11-24 09:00"),
        ("Friday afternoon", "2026-11-27 15:00"), ("tomorrow evening at 8", "2026-11-24 20:00"),
        ("tomorrow at 8 in the evening", "2026-11-24 20:00"), ("this afternoon", "2026-11-23 15:00"),
        ("tomorrow at 8", "2026-11-24 08:00"), ("at 7 o'clock", "2026-11-24 07:00"),
        ("this morning", "2026-11-23"),
    ])
    func `are understood in English`(phrase: String, meaning: String) { expect(phrase, meaning) }

    @Test(arguments: [
        ("in 5 minutes", "10:05"), ("in 90 mins", "11:30"), ("in a minute", "10:01"), ("in 20min", "10:20"),
        ("in an hour", "11:00"), ("in 2h", "12:00"), ("in half an hour", "10:30"),
        ("in 20 Minuten", "10:20"), ("in einer Stunde", "11:00"), ("in 3 Std", "13:00"),
        ("in einer halben Stunde", "10:30"), ("dans 5 minutes", "10:05"), ("dans une heure", "11:00"),
        ("dans 2 h", "12:00"), ("dans une demi-heure", "10:30"), ("5分後", "10:05"), ("2時間後に", "12:00"),
    ])
    func `count from now on where they end the text`(phrase: String, time: String) {
        for line in ["Tea \(phrase)", "Tea \(phrase) !!"] {
            let reading = Readings.read(line)
            #expect(reading.text == "Tea", "\(line)")
            let important = line.hasSuffix("!!") ? " !!" : ""
            #expect(Readings.summary(reading) == "2026-11-23 \(time)" + important, "\(line)")
        }
    }

    @Test func `count over midnight`() {
        #expect(Readings.summary(Readings.read("Tea in 15 hours")) == "2026-11-24 01:00")
        #expect(Readings.summary(Readings.read("Tea in 999 hours")) == "2027-01-04 01:00")
    }

    @Test(arguments: [
        ("every day", "2026-11-23 FREQ=DAILY"), ("each week", "2026-11-23 FREQ=WEEKLY"),
        ("every month", "2026-11-23 FREQ=MONTHLY"), ("every year", "2026-11-23 FREQ=YEARLY"),
        ("every Friday", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
        ("every Monday", "2026-11-23 FREQ=WEEKLY;BYDAY=MO"),
        ("every Monday at 9am", "2026-11-30 09:00 FREQ=WEEKLY;BYDAY=MO"),
        ("every Friday, Tuesday and Monday", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,TU,FR"),
        ("on Fridays", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
        ("every other Tuesday", "2026-11-24 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("every 2 weeks on Friday", "2026-11-27 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("every 3 days", "2026-11-23 FREQ=DAILY;INTERVAL=3"),
        ("every two months", "2026-11-23 FREQ=MONTHLY;INTERVAL=2"),
        ("every other day", "2026-11-23 FREQ=DAILY;INTERVAL=2"),
        ("every weekday", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("weekdays", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every month on the 15th", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("on the 30th of every month", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
        ("every month on the 31st", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every month from 31 January", "2027-01-31 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every month from 30 January", "2027-01-30 FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1"),
        ("29 February 2028 every year", "2028-02-29 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"),
        ("every 2 months from 31 January when done", "2027-01-31 FREQ=MONTHLY;INTERVAL=2 when done"),
        ("every month on the last day", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("last day of every month", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every day at 8", "2026-11-24 08:00 FREQ=DAILY"), ("every day 18:00", "2026-11-23 18:00 FREQ=DAILY"),
        ("every morning", "2026-11-24 09:00 FREQ=DAILY"),
        ("14 February every year", "2027-02-14 FREQ=YEARLY"),
        ("every 2 weeks, 1 Dec 18:00", "2026-12-01 18:00 FREQ=WEEKLY;INTERVAL=2"),
        ("every Friday evening", "2026-11-27 20:00 FREQ=WEEKLY;BYDAY=FR"),
    ])
    func `come again in English`(phrase: String, meaning: String) { expect(phrase, meaning) }

    @Test(arguments: [
        ("every 31st", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("every 29 February", "2027-02-28 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1"),
    ])
    func `come again behind a text`(phrase: String, meaning: String) {
        let reading = Readings.read("Milk \(phrase)")
        #expect(reading.text == "Milk")
        #expect(Readings.summary(reading) == meaning)
    }

    @Test(arguments: [
        ("aujourd'hui", "2026-11-23"), ("ce soir", "2026-11-23 20:00"), ("demain", "2026-11-24"),
        ("après-demain", "2026-11-25"), ("apres-demain", "2026-11-25"), ("vendredi", "2026-11-27"),
        ("vendredi prochain à 9h", "2026-12-04 09:00"), ("ce vendredi", "2026-11-27"),
        ("d'ici vendredi", "2026-11-27"), ("dans 3 jours", "2026-11-26"), ("dans une semaine", "2026-11-30"),
        ("dans deux mois", "2027-01-23"), ("la semaine prochaine", "2026-11-30"),
        ("le mois prochain", "2026-12-01"), ("le 3 décembre", "2026-12-03"), ("3 decembre", "2026-12-03"),
        ("1er janvier", "2027-01-01"), ("le 3 mars", "2027-03-03"), ("le 12 à 14h", "2026-12-12 14:00"),
        ("3 mars à 18h", "2027-03-03 18:00"),
        ("3 août 2027", "2027-08-03"), ("vendredi 4 décembre", "2026-12-04"),
        ("le vendredi 4 décembre à 14h30", "2026-12-04 14:30"), ("18h", "2026-11-23 18:00"),
        ("18h30", "2026-11-23 18:30"), ("à 9h", "2026-11-24 09:00"), ("à 9 heures", "2026-11-24 09:00"),
        ("à 9 heures 30", "2026-11-24 09:30"), ("demain 9h", "2026-11-24 09:00"),
        ("à midi", "2026-11-23 12:00"), ("demain midi", "2026-11-24 12:00"),
        ("demain matin", "2026-11-24 09:00"), ("demain soir", "2026-11-24 20:00"),
        ("vendredi après-midi", "2026-11-27 15:00"), ("demain à 8h du soir", "2026-11-24 20:00"),
        ("chaque jour", "2026-11-23 FREQ=DAILY"), ("tous les jours à 8h", "2026-11-24 08:00 FREQ=DAILY"),
        ("tous les deux jours", "2026-11-23 FREQ=DAILY;INTERVAL=2"),
        ("un jour sur deux", "2026-11-23 FREQ=DAILY;INTERVAL=2"),
        ("toutes les 2 semaines", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("chaque mois", "2026-11-23 FREQ=MONTHLY"), ("tous les ans", "2026-11-23 FREQ=YEARLY"),
        ("chaque vendredi", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
        ("chaque lundi et jeudi", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,TH"),
        ("tous les vendredis", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
        ("un mardi sur deux", "2026-11-24 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("le 15 de chaque mois", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("tous les mois le 1er", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        ("le dernier jour de chaque mois", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("tous les matins", "2026-11-24 09:00 FREQ=DAILY"),
    ])
    func `are understood in French`(phrase: String, meaning: String) {
        expect(phrase, meaning, beside: "Rapport")
    }

    @Test(arguments: [
        ("heute", "2026-11-23"), ("heute Abend", "2026-11-23 20:00"), ("morgen", "2026-11-24"),
        ("übermorgen", "2026-11-25"), ("Uebermorgen", "2026-11-25"), ("ubermorgen", "2026-11-25"),
        ("morgen früh", "2026-11-24 09:00"), ("morgen um 8", "2026-11-24 08:00"),
        ("heute morgen", "2026-11-23"), ("Freitag Morgen", "2026-11-27 09:00"), ("Freitag", "2026-11-27"),
        ("am Freitag", "2026-11-27"), ("bis Freitag", "2026-11-27"), ("am kommenden Freitag", "2026-11-27"),
        ("nächsten Freitag", "2026-12-04"), ("nachste Woche Freitag", "2026-12-04"),
        ("Fr 18:00", "2026-11-27 18:00"), ("am 15. um 8 Uhr", "2026-12-15 08:00"),
        ("Sa. 10 Uhr", "2026-11-28 10:00"), ("Mo 9 Uhr", "2026-11-30 09:00"), ("in 3 Tagen", "2026-11-26"),
        ("in einer Woche", "2026-11-30"), ("in zwei Monaten", "2027-01-23"), ("nächste Woche", "2026-11-30"),
        ("nächsten Monat", "2026-12-01"), ("am 3. Dezember", "2026-12-03"), ("3. Dez.", "2026-12-03"),
        ("3. März 2027", "2027-03-03"), ("am 3. Dezember um 14 Uhr", "2026-12-03 14:00"),
        ("3.12.", "2026-12-03"), ("3.12.2026", "2026-12-03"), ("am 3.12. um 18:00 Uhr", "2026-12-03 18:00"),
        ("Freitag, den 4. Dezember", "2026-12-04"), ("Fr, 4.12.", "2026-12-04"),
        ("18 Uhr", "2026-11-23 18:00"), ("18 Uhr 30", "2026-11-23 18:30"), ("18.30 Uhr", "2026-11-23 18:30"),
        ("um 18:00", "2026-11-23 18:00"), ("mittags", "2026-11-23 12:00"),
        ("Freitag Abend", "2026-11-27 20:00"), ("8 Uhr abends", "2026-11-23 20:00"),
        ("täglich", "2026-11-23 FREQ=DAILY"), ("jeden Tag um 8 Uhr", "2026-11-24 08:00 FREQ=DAILY"),
        ("jede Woche", "2026-11-23 FREQ=WEEKLY"), ("jeden Monat", "2026-11-23 FREQ=MONTHLY"),
        ("jedes Jahr", "2026-11-23 FREQ=YEARLY"), ("alle 2 Wochen", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("alle drei Tage", "2026-11-23 FREQ=DAILY;INTERVAL=3"),
        ("jeden Freitag", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"), ("freitags", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
        ("montags und freitags", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,FR"),
        ("jeden zweiten Dienstag", "2026-11-24 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("jeden Monat am 15.", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("am 1. jedes Monats", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        ("jeden Monat am letzten Tag", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("jeden Morgen", "2026-11-24 09:00 FREQ=DAILY"),
    ])
    func `are understood in German`(phrase: String, meaning: String) {
        expect(phrase, meaning, beside: "Zahnarzt")
    }

    @Test(arguments: [
        ("今日", "2026-11-23"), ("今日中に", "2026-11-23"), ("今夜", "2026-11-23 20:00"), ("明日", "2026-11-24"),
        ("あした", "2026-11-24"), ("明後日", "2026-11-25"), ("明日 18時", "2026-11-24 18:00"),
        ("明日18時半", "2026-11-24 18:30"), ("明日の１８：００", "2026-11-24 18:00"), ("明日の朝", "2026-11-24 09:00"),
        ("明日の夜8時", "2026-11-24 20:00"), ("金曜日", "2026-11-27"), ("金曜までに", "2026-11-27"),
        ("今週の金曜日", "2026-11-27"), ("来週の金曜日", "2026-12-04"), ("来週", "2026-11-30"),
        ("来月", "2026-12-01"), ("3日後", "2026-11-26"), ("2週間後", "2026-12-07"), ("3ヶ月後", "2027-02-23"),
        ("12月3日", "2026-12-03"), ("2027年1月5日", "2027-01-05"), ("12月3日午後2時", "2026-12-03 14:00"),
        ("午後6時", "2026-11-23 18:00"), ("午後3時半", "2026-11-23 15:30"), ("午前9時15分", "2026-11-24 09:15"),
        ("18時", "2026-11-23 18:00"),
        ("正午", "2026-11-23 12:00"), ("毎日", "2026-11-23 FREQ=DAILY"),
        ("毎日8時", "2026-11-24 08:00 FREQ=DAILY"), ("毎週金曜日", "2026-11-27 FREQ=WEEKLY;BYDAY=FR"),
        ("毎週月曜と木曜", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,TH"), ("隔週", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("隔週火曜日", "2026-11-24 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        ("毎月15日", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("毎月末", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"), ("毎年", "2026-11-23 FREQ=YEARLY"),
        ("3日ごとに", "2026-11-23 FREQ=DAILY;INTERVAL=3"), ("毎朝7時", "2026-11-24 07:00 FREQ=DAILY"),
        ("平日", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
    ])
    func `are understood in Japanese`(phrase: String, meaning: String) {
        expect(phrase, meaning, beside: "牛乳")
    }

    @Test(arguments: [
        ("明日の18時に会議", "会議", "2026-11-24 18:00"), ("会議18時", "会議", "2026-11-23 18:00"),
        ("レポートを金曜日までに", "レポートを", "2026-11-27"), ("明日MTG", "MTG", "2026-11-24"),
        ("牛乳！！ 明日", "牛乳", "2026-11-24 !!"), ("牛乳 #買い物", "牛乳", "#買い物"),
        ("牛乳＃買い物", "牛乳", "#買い物"),
    ])
    func `need no white space in Japanese`(line: String, text: String, meaning: String) {
        #expect(Readings.read(line).text == text)
        #expect(Readings.summary(Readings.read(line)) == meaning)
    }
}
