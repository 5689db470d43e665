import Checklists

extension Measures {
    static let german = Table(
        language: .german,
        units: """
            gramm kilo kilogramm liter pfund stück stücke packung packungen päckchen pack dose dosen flasche
            flaschen bund zehe zehen glas gläser becher beutel tüte tüten kasten kästen kiste kisten scheibe
            scheiben rolle rollen tafel tafeln prise prisen tasse tassen netz netze tube tuben laib esslöffel
            teelöffel messerspitze
            """,
        joiners: "und oder sowie plus dann aber bis",
        rates: "pro je jede jeden jedes täglich wöchentlich monatlich jährlich am an",
        particles: """
            von vom zum zur zu für fürs in im ins auf aus bei beim mit ohne nach vor seit bis um über unter
            gegen durch als ist sind war hat der die das den dem des ein eine einen mein meine nicht kein
            keine mehr weniger übrig fertig los weg zurück noch nur mal ab an leer voll
            """,
        verbs: """
            abnehmen zunehmen trinken essen heben stemmen tragen laufen joggen verlieren kaufen holen
            bestellen besorgen bringen lesen schreiben waschen spülen putzen kochen backen drucken zahlen
            bezahlen tanken wiegen schicken senden leeren füllen gießen machen anrufen anschauen ansehen nähen
            bügeln gehen fahren schwimmen klingeln reparieren tauschen wechseln umtauschen prüfen suchen
            finden packen öffnen
            """,
        notCounted: """
            mal uhr euro cent franken prozent grad meter zentimeter kilometer meilen seite seiten zimmer raum
            gänge gang augen sterne personen person mann leute kinder teile teil stufen stufe punkte plätze
            watt volt fragen gründe dinge sachen folgen staffeln tage nächte
            """,
        notMultiplied: "klingeln klopfen pro täglich wöchentlich schneller so zoom",
        notMeasured: "leer",
        containers: """
            beutel sack säcke tüte tüten eimer topf töpfe rucksack kanister kanne tank motor box boxen flasche
            flaschen dose dosen glas gläser hantel hanteln koffer gewicht gewichte bankdrücken kniebeugen
            kreuzheben paket baby
            """,
        containerEndings: """
            beutel sack säcke säcken tüten eimer topf töpfe rucksack kanister kannen behälter koffer hantel
            hanteln flasche flaschen paket packung
            """,
        titles: """
            musketiere musketiere_lesen zwerge freunde engel frauen blocks hochzeiten haselnüsse geißlein
            brüder bären schwestern cent käse_pizza jahreszeiten raben gebote apostel richtige fragezeichen
            """,
        groceries: """
            milch ei eier brot brote brötchen semmeln butter käse mehl zucker salz pfeffer reis nudeln öl
            wasser saft wein bier kaffee tee apfel äpfel banane bananen orangen zitrone zitronen trauben birne
            birnen beeren erdbeeren avocado avocados tomate tomaten kartoffel kartoffeln zwiebel zwiebeln
            knoblauch karotten möhren gurke gurken salat spinat brokkoli blumenkohl pilze champignons zucchini
            paprika bohnen erbsen mais linsen kichererbsen tofu hähnchen hackfleisch rinderhack speck schinken
            würstchen lachs thunfisch fisch joghurt joghurts quark sahne honig marmelade schokolade kekse
            müsli haferflocken nüsse mandeln petersilie schnittlauch basilikum dill minze ingwer suppe soße
            essig senf pizza pizzen chips sprudel mineralwasser hefe backpulver gulasch servietten klopapier
            toilettenpapier küchenrolle windeln seife zahnpasta waschmittel batterien kerzen glühbirnen
            briefmarken briefumschläge
            """)
}
