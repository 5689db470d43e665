import Checklists
import QuickAdd
import Testing

/// The same phrases as Todoist localizes them.
@Suite struct `Localized date phrases of Todoist` {
    private static let workdays = "BYDAY=MO,TU,WE,TH,FR"

    @Test(arguments: [
        ("jeden Tag", "2026-11-23 FREQ=DAILY"), ("täglich", "2026-11-23 FREQ=DAILY"),
        ("jeden Tag um 9 Uhr", "2026-11-24 09:00 FREQ=DAILY"),
        ("werktags", "2026-11-23 FREQ=WEEKLY;\(workdays)"),
        ("jeden Werktag", "2026-11-23 FREQ=WEEKLY;\(workdays)"),
        ("jedes Wochenende", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
        ("wöchentlich", "2026-11-23 FREQ=WEEKLY"), ("jede zweite Woche", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("jeden Mo, Mi und Fr", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        ("jeden Montag und Freitag um 20:00", "2026-11-23 20:00 FREQ=WEEKLY;BYDAY=MO,FR"),
        ("jeden zweiten Montag", "2026-11-23 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        ("alle 3 Monate", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("vierteljährlich", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("jedes Quartal", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("halbjährlich", "2026-11-23 FREQ=MONTHLY;INTERVAL=6"),
        ("jeden 1. Januar", "2027-01-01 FREQ=YEARLY"), ("jedes Jahr am 1. Januar", "2027-01-01 FREQ=YEARLY"),
        ("jeden 15.", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("jeden 1. und 15.", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("jeden letzten Tag", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("jeden letzten Tag im Monat", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("letzter Tag im Monat", "2026-11-30"),
        ("jeden ersten Tag im Monat", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        ("jeden dritten Freitag im Monat", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        ("jeden ersten Werktag", "2026-12-01 FREQ=MONTHLY;\(workdays);BYSETPOS=1"),
        ("alle! 3 Tage", "2026-11-23 FREQ=DAILY;INTERVAL=3 when done"),
        ("jeden Abend um 19 Uhr", "2026-11-23 19:00 FREQ=DAILY"),
        ("jeden Tag ab 24.12.", "2026-12-24 FREQ=DAILY"),
        ("jeden Tag bis 24.12.", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("jeden Tag bis zum 24. Dezember", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("jeden Tag für 3 Wochen", "2026-11-23 FREQ=DAILY;UNTIL=20261213"),
        ("jeden Montag 3 Monate lang", "2026-11-23 FREQ=WEEKLY;BYDAY=MO;UNTIL=20270222"),
        ("jeden Tag vom 10. Dezember bis 20. Dezember", "2026-12-10 FREQ=DAILY;UNTIL=20261220"),
        ("morgen um 16 Uhr", "2026-11-24 16:00"), ("24. Dez um 18:00", "2026-12-24 18:00"),
    ])
    func `are understood in German`(phrase: String, meaning: String) {
        DateField.expect(phrase, meaning, .german)
    }

    @Test(arguments: [
        ("tous les jours", "2026-11-23 FREQ=DAILY"), ("chaque jour", "2026-11-23 FREQ=DAILY"),
        ("tous les jours à 9h", "2026-11-24 09:00 FREQ=DAILY"),
        ("tous les jours ouvrés", "2026-11-23 FREQ=WEEKLY;\(workdays)"),
        ("chaque week-end", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
        ("tous les week-ends", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
        ("tous les lundis et vendredis à 20h", "2026-11-23 20:00 FREQ=WEEKLY;BYDAY=MO,FR"),
        ("une semaine sur deux", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("tous les quinze jours", "2026-11-23 FREQ=WEEKLY;INTERVAL=2"),
        ("tous les 3 mois", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("tous les trimestres", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("tous les semestres", "2026-11-23 FREQ=MONTHLY;INTERVAL=6"),
        ("tous les 1er janvier", "2027-01-01 FREQ=YEARLY"),
        ("chaque année le 1er janvier", "2027-01-01 FREQ=YEARLY"),
        ("le 1er janvier de chaque année", "2027-01-01 FREQ=YEARLY"),
        ("le 15 de chaque mois", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("les 1er et 15 de chaque mois", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("chaque dernier jour", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("le dernier jour de chaque mois", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("le dernier jour du mois", "2026-11-30"),
        ("chaque premier jour du mois", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        ("le 3e vendredi de chaque mois", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        ("chaque premier jour ouvré", "2026-12-01 FREQ=MONTHLY;\(workdays);BYSETPOS=1"),
        ("tous les! 3 jours", "2026-11-23 FREQ=DAILY;INTERVAL=3 when done"),
        ("tous les matins", "2026-11-24 09:00 FREQ=DAILY"),
        ("tous les jours à partir du 24 décembre", "2026-12-24 FREQ=DAILY"),
        ("tous les jours jusqu'au 24 décembre", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("tous les jours à 9h jusqu’au 24/12/2026", "2026-11-24 09:00 FREQ=DAILY;UNTIL=20261224"),
        ("tous les jours pendant 3 semaines", "2026-11-23 FREQ=DAILY;UNTIL=20261213"),
        ("tous les jours du 10 décembre au 20 décembre", "2026-12-10 FREQ=DAILY;UNTIL=20261220"),
        ("demain 16h", "2026-11-24 16:00"), ("24 déc à 18h", "2026-12-24 18:00"),
    ])
    func `are understood in French`(phrase: String, meaning: String) {
        DateField.expect(phrase, meaning, .french)
    }

    @Test(arguments: [
        ("毎日", "2026-11-23 FREQ=DAILY"), ("毎日 9時", "2026-11-24 09:00 FREQ=DAILY"),
        ("毎平日", "2026-11-23 FREQ=WEEKLY;\(workdays)"), ("毎週末", "2026-11-28 FREQ=WEEKLY;BYDAY=SA"),
        ("毎週月曜日、金曜日", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,FR"),
        ("毎週月曜日と金曜日 20:00", "2026-11-23 20:00 FREQ=WEEKLY;BYDAY=MO,FR"),
        ("隔週月曜日", "2026-11-23 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        ("毎月15日", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        ("毎月1日と15日", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("毎月2日、15日、27日", "2026-11-27 FREQ=MONTHLY;BYMONTHDAY=2,15,27"),
        ("毎月初日", "2026-12-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        ("毎月最終日", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("毎月月末", "2026-11-30 FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("毎月第3金曜日", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        ("毎月第三金曜日", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        ("毎月最終金曜日", "2026-11-27 FREQ=MONTHLY;BYDAY=-1FR"),
        ("毎月第1営業日", "2026-12-01 FREQ=MONTHLY;\(workdays);BYSETPOS=1"),
        ("毎年1月1日", "2027-01-01 FREQ=YEARLY"), ("3か月ごと", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("3ヶ月毎", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"), ("四半期ごと", "2026-11-23 FREQ=MONTHLY;INTERVAL=3"),
        ("2年ごと", "2026-11-23 FREQ=YEARLY;INTERVAL=2"), ("毎朝", "2026-11-24 09:00 FREQ=DAILY"),
        ("12月24日から毎日", "2026-12-24 FREQ=DAILY"), ("毎日 12月24日から", "2026-12-24 FREQ=DAILY"),
        ("毎日12月24日まで", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("12月24日まで毎日", "2026-11-23 FREQ=DAILY;UNTIL=20261224"),
        ("毎日3週間", "2026-11-23 FREQ=DAILY;UNTIL=20261213"), ("明日の午後4時", "2026-11-24 16:00"),
        ("12月24日 18時", "2026-12-24 18:00"), ("今週末", "2026-11-28"),
    ])
    func `are understood in Japanese`(phrase: String, meaning: String) {
        DateField.expect(phrase, meaning, .japanese)
    }

    @Test(arguments: [
        (Language.german, "jeden 15", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        (.german, "jeden 3. Freitag", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        (.german, "nach 3 Tagen", "2026-11-23 FREQ=DAILY;INTERVAL=3 when done"),
        (.german, "jeden Tag vom 10.12. bis 20.12.", "2026-12-10 FREQ=DAILY;UNTIL=20261220"),
        (.german, "Mo", "2026-11-30"), (.german, "27.", "2026-11-27"),
        (.german, "Mitte Januar", "2027-01-15"),
        (.german, "3/12", "2026-12-03"),
        (.french, "tous les 15", "2026-12-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        (.french, "chaque 3e vendredi", "2026-12-18 FREQ=MONTHLY;BYDAY=3FR"),
        (.french, "chaque lun, mer et ven", "2026-11-23 FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        (.french, "après 3 jours", "2026-11-23 FREQ=DAILY;INTERVAL=3 when done"),
        (.french, "mi-janvier", "2027-01-15"), (.french, "le 27", "2026-11-27"),
        (.japanese, "3日毎！", "2026-11-23 FREQ=DAILY;INTERVAL=3 when done"),
        (.japanese, "隔月", "2026-11-23 FREQ=MONTHLY;INTERVAL=2"), (.japanese, "15日", "2026-12-15"),
        (.japanese, "12月10日から12月20日まで毎日", "2026-12-10 FREQ=DAILY;UNTIL=20261220"),
        (.japanese, "3/12", "2027-03-12"),
    ])
    func `are certain only in a date field`(language: Language, phrase: String, meaning: String) {
        #expect(DateField.summary(phrase, language) == meaning)
        #expect(Readings.read("Q \(phrase)", hint: language).text != "Q")
    }

    @Test(arguments: [
        (Language.german, "alle 12 Stunden"), (.german, "jeden Tag bis Freitag"), (.german, "kein Datum"),
        (.german, "jeden Tag außer Sonntag"), (.german, "3. Freitag"), (.german, "alle 3 Werktage"),
        (.french, "toutes les 12 heures"), (.french, "chaque jour jusqu'à vendredi"),
        (.french, "aucune date"),
        (.french, "tous les jours du 10 au 20 décembre"), (.french, "le 3e vendredi du mois"),
        (.french, "tous les jours sauf le dimanche"), (.japanese, "12時間ごと"), (.japanese, "日付なし"),
        (.japanese, "毎日金曜まで"), (.japanese, "毎日2回"), (.japanese, "毎日 日曜以外"),
    ])
    func `stay as a whole`(language: Language, phrase: String) {
        #expect(DateField.summary(phrase, language) == nil)
    }
}
