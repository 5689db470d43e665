extension Corpus {
    static let german = """
        Miete dritter Freitag im Dezember | 2026-12-18 | Miete
        Elternabend am ersten Montag im Dezember um 19 Uhr | 2026-12-07 19:00 | Elternabend
        Vereinstreffen am letzten Freitag im November | 2026-11-27 | Vereinstreffen
        Treffen heute in 14 Tagen | 2026-12-07 | Treffen
        Zahnarzt morgen in einer Woche | 2026-12-01 | Zahnarzt
        Friseur Freitag in zwei Wochen | 2026-12-11 | Friseur
        Steuerberater Donnerstag in acht Tagen | 2026-12-03 | Steuerberater
        Urlaubsantrag übernächste Woche | 2026-12-07 | Urlaubsantrag
        Kino übernächsten Freitag | 2026-12-11 | Kino
        Abschlag am 15. nächsten Monats | 2026-12-15 | Abschlag
        Rechnung nächsten Monat am 5. | 2026-12-05 | Rechnung
        Garage aufräumen am Wochenende | 2026-11-28 | Garage aufräumen
        Oma besuchen nächstes Wochenende | 2026-12-05 | Oma besuchen
        Stundenzettel bis Ende des Monats | 2026-11-30 | Stundenzettel
        Umsatzsteuer bis Ende nächsten Monats | 2026-12-31 | Umsatzsteuer
        Kündigung bis Monatsende | 2026-11-30 | Kündigung
        Anna abholen morgen um halb drei | 2026-11-24 14:30 | Anna abholen
        Bäcker morgen viertel vor acht | 2026-11-24 07:45 | Bäcker
        Termin Freitag um neun | 2026-11-27 09:00 | Termin
        Chorprobe heute Abend um halb acht | 2026-11-23 19:30 | Chorprobe
        Abgabe Freitag um Mitternacht | 2026-11-28 00:00 | Abgabe
        Müll alle 2 Wochen ab Donnerstag | 2026-11-26 FREQ=WEEKLY;INTERVAL=2 | Müll
        Tabletten jeden Tag um 8 Uhr ab morgen | 2026-11-24 08:00 FREQ=DAILY | Tabletten
        Yoga jeden Montag ab dem 7. Dezember | 2026-12-07 FREQ=WEEKLY;BYDAY=MO | Yoga
        Physio am Freitag alle 2 Wochen | 2026-11-27 FREQ=WEEKLY;INTERVAL=2 | Physio
        Filter alle 3 Monate nach Erledigung | 2026-11-23 FREQ=MONTHLY;INTERVAL=3 when done | Filter
        Skat jeden dritten Donnerstag im Monat um 19 Uhr | 2026-12-17 19:00 FREQ=MONTHLY;BYDAY=3TH | Skat
        Teamessen am letzten Freitag jedes Monats | 2026-11-27 FREQ=MONTHLY;BYDAY=-1FR | Teamessen
        Gartendienst jeden ersten Montag | 2026-12-07 FREQ=MONTHLY;BYDAY=1MO | Gartendienst
        Backup jeden dritten Tag | 2026-11-23 FREQ=DAILY;INTERVAL=3 | Backup
        Workshop morgen 9 bis 11 Uhr | 2026-11-24 | Workshop 9 bis 11 Uhr
        Schicht am Freitag 14:00-22:00 | 2026-11-27 | Schicht 14:00-22:00
        Kapitel 3 bis Freitag lesen | 2026-11-27 | Kapitel 3 lesen
        Tisch für 4 um 19 Uhr | 2026-11-23 19:00 | Tisch für 4
        Milch 2 l morgen | 2026-11-24 2 l | Milch
        Laufen morgen 5 km | 2026-11-24 | Laufen 5 km
        Brot morgen nicht vergessen | 2026-11-24 | Brot nicht vergessen
        Mama morgen mal anrufen | 2026-11-24 | Mama mal anrufen
        Auto waschen Samstag | 2026-11-28 | Auto waschen
        Sprechstunde Freitag, 27. | 2026-11-27 | Sprechstunde
        Blumen für Eva am 3.12. | 2026-12-03 | Blumen für Eva
        Paket abholen heute | 2026-11-23 | Paket abholen
        Bericht bis übermorgen 12 Uhr | 2026-11-25 12:00 | Bericht
        Heizung ablesen am 31.12. | 2026-12-31 | Heizung ablesen
        Sophie wecken morgen früh | 2026-11-24 09:00 | Sophie wecken
        Wäsche alle drei Tage | 2026-11-23 FREQ=DAILY;INTERVAL=3 | Wäsche
        Tee in 5 Minuten | 2026-11-23 10:05 | Tee
        Geschenke bis 24. Dezember | 2026-12-24 | Geschenke
        Rasen mähen jeden zweiten Samstag | 2026-11-28 FREQ=WEEKLY;INTERVAL=2;BYDAY=SA | Rasen mähen
        Anruf bei der Bank morgen 9 Uhr | 2026-11-24 09:00 | Anruf bei der Bank
        Telefonat 17 Uhr MEZ | nothing | a zone
        Videocall morgen 18:00 UTC | nothing | a zone
        Anruf um 18 Uhr New Yorker Zeit | nothing | a zone
        Livestream 20 Uhr (CET) | nothing | a zone
        Sitzung Freitag 15 Uhr Ortszeit | nothing | a zone
        Müll jeden Tag außer Sonntag | nothing | an exception
        Sport jeden Tag, nicht am Wochenende | nothing | an exception
        Blumen gießen täglich ausgenommen sonntags | nothing | an exception
        Jeden Tag Hund füttern außer bei Oma | nothing | an exception apart from the phrase
        Zweiter Freitag Vereinsabend | nothing | an ordinal without a month
        Dritter Montag Kegeln | nothing | an ordinal without a month
        3. Montag Kegeln | nothing | an ordinal without a month
        Jeden dritten Freitag Kegeln | nothing | each third one, or the third one of each month
        Fünfter Freitag im Dezember Inventur | nothing | there are four
        Montag bis Freitag Homeoffice | nothing | a range of days
        Messe 3. bis 5. Dezember | nothing | a range of days
        Messe vom 3.12. bis 5.12. | nothing | a range of days
        Mo-Fr 9 Uhr Kurs | nothing | a range of days
        Urlaub von Montag bis Mittwoch | nothing | a range of days
        Essen morgen um 6 | nothing | in the morning or in the evening
        Treffen morgen um halb sieben | nothing | in the morning or in the evening
        Morgen 8 Zahnarzt | nothing | a number
        Treffen Freitag 3 | nothing | a number
        Lisa 5 morgen | nothing | a number
        Freitag 3 Hemden bügeln | nothing | a number
        Hotel morgen 3 Nächte | nothing | a number
        Anfang nächster Woche Angebot schreiben | nothing | a word of time
        Mitte nächste Woche Paul anrufen | nothing | a word of time
        Ende nächste Woche Abgabe | nothing | a word of time
        Freitag spät Anreise | nothing | a word of time
        Morgen später Rasen mähen | nothing | a word of time
        Eine Stunde morgen Sport | nothing | a word of time
        Tabletten täglich bis Weihnachten | nothing | an end of a repetition
        Antibiotikum jeden Tag bis Freitag | nothing | an end of a repetition
        Kurs jeden Freitag im Dezember | nothing | only a month of it
        Einkauf am Tag vor Freitag | nothing | a day before it
        3 Tage nach Montag Tim zahlen | nothing | days after it
        Morgen oder Freitag Bank anrufen | nothing | two days
        Schule anrufen morgen vor 18 Uhr | nothing | before a time
        Bericht morgen nach 5 | nothing | after a time
        Tropfen täglich morgens und abends | nothing | two times
        Tabletten täglich 8:00 und 20:00 | nothing | two times
        Tropfen alle 8 Stunden | nothing | hours
        Jeden Tag dreimal gurgeln | nothing | how often a day
        Umzug am 31. November | nothing | no such day
        Montag, 16. Termin | nothing | no such Monday
        Kuchen für Freitag 15 Uhr | nothing | what it is for
        Morgen viertel acht Treffen | nothing | two readings
        Freitag kurz vor acht Tor öffnen | nothing | before a time
        Alle 2 Wochen freitags Yoga | nothing | two repetitions
        """
}
