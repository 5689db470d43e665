extension Corpus {
    static let germanQuantities = """
        Mehl 1,5 kg | 1.5 kg | Mehl
        1,5 kg Mehl | 1.5 kg | Mehl
        500 g Mehl | 500 g | Mehl
        500g Mehl Type 405 | 500 g | Mehl Type 405
        2 Milch | 2 | Milch
        6 Eier | 6 | Eier
        10 Eier | 10 | Eier
        2 Hafermilch | 2 | Hafermilch
        2 rote Zwiebeln | 2 | rote Zwiebeln
        2 große Tomaten | 2 | große Tomaten
        4 Brötchen | 4 | Brötchen
        3x Eier | 3 | Eier
        3 x Klopapier | 3 | Klopapier
        Eier x10 | 10 | Eier
        Joghurt 4x | 4 | Joghurt
        2 l Milch | 2 l | Milch
        2 l Milch 3,5 % | 2 l | Milch 3,5 %
        0,5 l Sahne | 0.5 l | Sahne
        0,125 l Sahne | 0.125 l | Sahne
        250 ml Sahne | 250 ml | Sahne
        2 EL Öl | 2 EL | Öl
        1 TL Salz | 1 TL | Salz
        2 el öl | 2 el | öl
        1 Pck. Backpulver | 1 Pck. | Backpulver
        2 Stk Butter | 2 Stk | Butter
        2 Stk. Butter | 2 Stk. | Butter
        3 Stück Kuchen | 3 Stück | Kuchen
        2 Dosen Tomaten | 2 Dosen | Tomaten
        Tomaten 2 Dosen | 2 Dosen | Tomaten
        1 Dose Mais | 1 Dose | Mais
        3 Flaschen Wasser | 3 Flaschen | Wasser
        1 Bund Petersilie | 1 Bund | Petersilie
        2 Zehen Knoblauch | 2 Zehen | Knoblauch
        1 Packung Nudeln | 1 Packung | Nudeln
        2 Becher Sahne | 2 Becher | Sahne
        ½ Gurke | 0.5 | Gurke
        1 Kasten Bier | 1 Kasten | Bier
        1 kg Zwiebeln morgen | 2026-11-24 1 kg | Zwiebeln
        Morgen: 2 kg Kartoffeln !! | 2026-11-24 !! 2 kg | Kartoffeln
        Butter (Bio) 250 g | 250 g | Butter (Bio)
        3 kerzen | 3 | kerzen
        2 hemden | 2 | hemden
        Rasen mähen @Garten | @Garten | Rasen mähen
        @büro Drucker prüfen | @büro | Drucker prüfen
        6 Eier @Markt #Einkauf | #Einkauf 6 @Markt | Eier
        3 große Pizzen | 3 | große Pizzen
        100 Jahre Einsamkeit | nothing | a name
        7 Zwerge | nothing | a name
        3 Musketiere lesen | nothing | a name
        5 Freunde | nothing | a name
        3 Haselnüsse für Aschenbrödel | nothing | a name
        4 Hochzeiten und ein Todesfall | nothing | a name
        50 Cent | nothing | a name
        Bundesstraße 3 | nothing | a number
        Kapitel 3 | nothing | a number
        Windows 11 | nothing | a name
        5 kg abnehmen | nothing | an aim
        Abnehmen 5 kg | nothing | an aim
        2 l trinken | nothing | a verb
        2 l Wasser trinken | nothing | a verb
        2 Flaschen zurückgeben | nothing | a verb
        2 Kinder abholen | nothing | a verb
        2 pizzen bestellen | nothing | a verb
        2 freunde einladen | nothing | a verb
        2 hemden waschen | nothing | a verb
        10 Liegestütze | nothing | a noun that is not known
        Öl nachfüllen 1 l | nothing | a verb
        60 l Müllbeutel | nothing | a description
        Koffer 23 kg | nothing | a description
        2 l Flasche Cola | nothing | a description
        500 g Packung Nudeln | nothing | a description
        2 zimmer wohnung | nothing | a description
        2er Pack Socken | nothing | a description
        5g Vertrag | nothing | a network
        5 G Vertrag | nothing | a network
        3 Tage Urlaub | nothing | a time
        2 Stunden lernen | nothing | a time
        2x klingeln | nothing | how often
        2x täglich Tropfen | nothing | how often
        2 mal klopfen | nothing | how often
        50 Euro abheben | nothing | a price
        20 % Rabatt | nothing | a share
        2. Milch | nothing | an ordinal
        2-3 Äpfel | nothing | two numbers
        2 bis 3 Äpfel | nothing | two numbers
        ca. 2 kg Äpfel | nothing | about a number
        Äpfel ca. 2 kg | nothing | about a number
        2 kg Äpfel und Birnen | nothing | two things
        2 Milch, 6 Eier | nothing | two things
        1 Bund fürs Leben | nothing | a saying
        1.500 g Mehl | nothing | two readings
        2026 Steuern | nothing | a year
        2 Karten für Freitag | nothing | a number and a purpose
        2 Leute vom Verein | nothing | persons
        Tisch für 4 | nothing | persons
        2 stuck doors | 2 | stuck doors
        Mail an anna@example.org | nothing | an address
        Treffen @ Anna | nothing | no word after the sign
        Lies „Post @garten an“ vor | nothing | a quotation
        """
}
