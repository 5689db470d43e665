extension Surroundings {
    /// Time zones whose names are no words in any of the languages.
    private static let zones = """
        edt cst cdt mst mdt pst pdt gmt utc bst cet cest eet eest mez mesz msk jst kst hkt sgt aest aedt
        acst nzst nzdt hst akst akdt
        """

    static let english = Surroundings(
        links: """
            of the in at on by due from to until till through around about roughly approximately exactly
            before after since past between not but without - – — ~ +
            """,
        conjunctions: "and or &",
        timeWords: """
            day days week weeks weekend weekends fortnight fortnights month months year years hour hours
            hr hrs minute minutes min mins morning mornings afternoon afternoons evening evenings night
            nights noon midday midnight today tonight tomorrow yesterday weekday weekdays workday
            workdays quarter half decade early earlier late later mid ago hence daily weekly monthly
            yearly annually hourly nightly biweekly bimonthly quarterly 2x 3x 4x twice thrice o'clock ish next
            last previous following beginning end
            """,
        exceptions: """
            except excepting excluding excl unless but_not and_not apart_from other_than save_for minus
            """,
        limits: "until till through thru ending not",
        zones: zones + " est ist et pt eastern pacific", zoneNouns: "time",
        numbered: """
            for chapter chapters chap ch page pages p room bus tram line train platform gate level part
            step version v no nr number flight unit lesson episode season exercise task ticket issue
            invoice table seat floor sprint phase size route highway tier grade # $ € £ ¥
            """,
        starters: """
            starting starting_on starting_from starts starts_on beginning beginning_on from as_of as_from
            effective
            """,
        enders: "until until_the till til ending ending_on ends ends_on through thru up_to")

    static let german = Surroundings(
        links: """
            in im um am den dem der des von vom bis ab gegen vor nach seit zwischen etwa ungefähr ca
            circa kurz spätestens frühestens genau erst nicht aber ohne zum - – — ~ +
            """,
        conjunctions: "und oder sowie &",
        timeWords: """
            tag tage tagen tages woche wochen wochenende wochenenden monat monate monaten monats jahr
            jahre jahren jahres stunde stunden std minute minuten min morgens vormittag vormittags
            mittag mittags nachmittag nachmittags abend abends nacht nachts mitternacht früh frueh spät
            spaet später spaeter heute gestern vorgestern morgen übermorgen uebermorgen uhr halb viertel
            dreiviertel quartal täglich taeglich wöchentlich woechentlich monatlich jährlich jaehrlich
            stündlich nächste nächsten nächster nächstes naechste naechsten übernächste übernächsten
            letzte letzten vorige vorigen kommende kommenden 2x 3x 4x zweimal dreimal anfang mitte ende
            werktags wochentags
            """,
        exceptions: "außer ausser ausgenommen ausgeschlossen mit_ausnahme bis_auf",
        limits: "bis nicht", zones: zones + " est", zoneNouns: "zeit ortszeit",
        numbered: """
            für fuer kapitel seite seiten zimmer raum bus linie zug gleis gate ebene teil schritt
            version nr nummer flug lektion folge staffel übung aufgabe ticket rechnung tisch platz etage
            sprint phase größe band akte klasse stufe haus # $ € £ ¥
            """,
        starters: """
            ab ab_dem beginnend beginnend_am beginnend_ab startend_am von vom erstmals_am erstmals
            """,
        enders: "bis bis_zum bis_zu bis_einschließlich endend endend_am")

    static let french = Surroundings(
        links: """
            de du d l' d' ' le la l en à a au aux vers dans avant après dès depuis entre environ autour
            jusque jusqu pas mais sans - – — ~ +
            """,
        conjunctions: "et ou &",
        timeWords: """
            jour jours journée semaine semaines week-end week-ends weekend mois ans année années heure
            heures h minute minutes min mn matin matins midi minuit soir soirs soirée nuit nuits
            après-midi aprem hier demain aujourd'hui demi demie quart trimestre début fin milieu mi
            prochain prochaine prochains prochaines dernier dernière derniers passé passée suivant
            suivante précédent tôt tard fois 2x 3x 4x quinzaine huitaine hebdomadaire mensuel quotidien
            """,
        exceptions: "sauf excepté hormis hors à_part à_l'exception excepte",
        limits: "jusqu'au jusqu'à jusqu'en jusque pas", zones: zones + " ist",
        numbered: """
            pour chapitre chapitres page pages salle chambre bus ligne train quai voie porte niveau
            partie étape version n n° no numéro vol leçon épisode saison exercice tâche ticket facture
            table place étage sprint phase taille tome classe lot # $ € £ ¥
            """,
        starters: """
            à_partir_de à_partir_du à_partir_d' à_compter_de à_compter_du dès dès_le depuis_le
            commençant commençant_le en_commençant_le à_partir_de_la du
            """,
        enders: "jusqu'au jusqu'à jusque se_terminant_le au")

    static let japanese = Surroundings(
        links: "の に は も から まで までに より 、 - – — ~ 〜 ～ +",
        conjunctions: "と か や ・",
        timeWords: """
            以降 以前 以内 前後 前 後 間 中旬 上旬 下旬 初旬 初め 始め はじめ 半ば 前半 後半 中頃 末 頃 ごろ 再来 先週 先月 昨日 一昨日 おととい 昨夜 時間 週間 頭
            終わり ずつ 第 今 毎 月 一時 二時 三時 四時 五時 六時 七時 八時 九時 十時 十一時 十二時 一日 二日 三日 四日 五日 六日 七日 八日 九日 十日 一回 二回 三回
            一週 二週 三週
            """,
        exceptions: "以外 を除 除く 除き のぞく ただし 但し 抜き じゃなく ではなく",
        limits: "まで", zones: zones + " est ist 日本時間 現地時間 米国時間 東部時間 太平洋時間 標準時 世界時",
        numbered: "第 # $ € £ ¥",
        startersAfter: "から からは より スタート から開始", endersAfter: "まで")
}
