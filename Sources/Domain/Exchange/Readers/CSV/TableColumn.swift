import Checklists

/// The meaning of a column of a CSV file, in the order of an export.
enum TableColumn: String, CaseIterable, Sendable {
    case list
    case section
    case text
    case notes
    case checked
    case important
    case due
    case start
    case timeZone
    case recurrence = "repeat"
    case repeatFrom
    case reminders
    case repeatEvery
    case tags
    case quantity
    case unit
    case street
    case postalCode
    case city
    case country
    case latitude
    case longitude
    case created
    case updated
    /// When the item was checked.
    case completed
    /// The name of the item in `parent` of other rows.
    case id
    case parent

    /// The names of the columns of an export.
    static let header = allCases.map(\.rawValue)

    /// The meaning of a column with a name in English, German, French or Japanese; `nil` for an unknown name.
    ///
    /// The rank is 0 for the name that fits best.
    static func named(_ name: String) -> (column: TableColumn, rank: Int)? {
        let letters = Folding.text(of: name).unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return ranks[String(String.UnicodeScalarView(letters))]
    }

    private static let ranks: [String: (column: TableColumn, rank: Int)] = {
        var ranks: [String: (column: TableColumn, rank: Int)] = [:]
        for column in allCases {
            let names =
                [column.rawValue.lowercased()] + column.otherNames.split(separator: " ").map(String.init)
            for (rank, name) in names.enumerated() where ranks[name] == nil { ranks[name] = (column, rank) }
        }
        return ranks
    }()

    /// Further names without case, diacritics and spaces, the best first.
    private var otherNames: String {
        switch self {
        case .list:
            """
            listname lists project projects projectname checklist board boardname folder liste listenname \
            projekt projektname ordner projet nomduprojet nomdelaliste dossier リスト リスト名 プロジェクト プロジェクト名 フォルダ \
            フォルダー 一覧
            """
        case .section:
            """
            sectionname sectioncolumn column columnname heading group bucket aisle abschnitt spalte gruppe \
            bereich rubrique colonne groupe セクション 列 グループ 見出し
            """
        case .text:
            """
            task taskname tasktitle cardname title todo item itemname subject summary name content product \
            aufgabe aufgabenname titel artikel bezeichnung betreff eintrag produkt tache nomdelatache titre \
            intitule libelle objet article element nom produit タスク タスク名 件名 タイトル 項目 やること 品名 商品 \
            商品名 名前 名称 内容 作業
            """
        case .notes:
            """
            note description carddescription details detail comment comments body memo notiz notizen \
            beschreibung kommentar kommentare bemerkung bemerkungen anmerkung anmerkungen commentaire \
            commentaires remarque remarques メモ 備考 説明 詳細 コメント ノート
            """
        case .checked:
            """
            done status state complete duecomplete iscompleted isdone ischecked finished erledigt fertig \
            abgeschlossen abgehakt zustand fait faite termine terminee statut etat coche 完了 状態 ステータス 済 済み チェック
            """
        case .important:
            """
            priority prio importance starred flagged urgent wichtig prioritat dringend priorite urgence \
            重要 優先度 重要度 優先順位 優先
            """
        case .due:
            """
            duedate dueon dueat duetime deadline date when until enddate fallig falligkeit falligkeitsdatum \
            falligam frist termin datum bis echeance datedecheance dateecheance datelimite pourle 期限 期限日 \
            期日 締切 締め切り 締切日 日付
            """
        case .start:
            """
            startdate startson starton begin begindate defer deferdate scheduled beginn startdatum anfang ab \
            debut datededebut datedebut 開始 開始日 開始日時
            """
        case .timeZone: "zone tz zeitzone fuseau fuseauhoraire タイムゾーン 時間帯"
        case .recurrence:
            "repeats recurrence recurring rrule wiederholung wiederholen wiederholt repetition 繰り返し"
        case .repeatFrom: ""
        case .reminders:
            """
            reminder remindat alarm alarms alert erinnerung erinnerungen alarme rappel rappels リマインダー \
            通知 アラーム
            """
        case .repeatEvery: ""
        case .tags:
            """
            tag labels label categories category context contexts keywords schlagworter schlagwort kategorie \
            kategorien etikett etiketten etiquettes etiquette categorie motscles タグ ラベル カテゴリ \
            カテゴリー 分類
            """
        case .quantity: "qty amount menge anzahl quantite qte 数量 個数 量"
        case .unit: "units einheit einheiten unite unites 単位"
        case .street:
            "address location place venue strasse adresse ort rue lieu 住所 場所 番地"
        case .postalCode: "postcode zip zipcode plz postleitzahl codepostal 郵便番号"
        case .city: "town stadt ville 市 市区町村"
        case .country: "land pays 国"
        case .latitude: "lat breitengrad 緯度"
        case .longitude: "lon lng long langengrad 経度"
        case .created:
            """
            createdat createddate createdtime createdon creationdate datecreated dateadded added erstellt \
            erstelltam erstellungsdatum cree creele datedecreation 作成日 作成日時 登録日
            """
        case .updated:
            """
            updatedat lastactivitydate modified modifiedat modifieddate lastmodified geandert geandertam \
            modifiele datedemodification 更新日 更新日時
            """
        case .completed:
            """
            completedat completeddate completedtime completedon completiondate datecompleted finishedat \
            erledigtam abgeschlossenam termineele faitle datederealisation 完了日 完了日時
            """
        case .id: "taskid uid"
        case .parent:
            """
            parentid parenttask subtaskof ubergeordnet ubergeordneteaufgabe teilvon parente tacheparente \
            親 親タスク
            """
        }
    }
}
