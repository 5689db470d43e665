extension Corpus {
    static let frenchQuantities = """
        500 g de farine | 500 g | farine
        500 g farine | 500 g | farine
        1,5 kg de pommes | 1.5 kg | pommes
        Farine 1,5 kg | 1.5 kg | Farine
        2 kg pommes de terre | 2 kg | pommes de terre
        6 œufs | 6 | œufs
        12 oeufs | 12 | oeufs
        2 baguettes | 2 | baguettes
        3 tomates | 3 | tomates
        2 oignons rouges | 2 | oignons rouges
        3x yaourts | 3 | yaourts
        3 x yaourts | 3 | yaourts
        Yaourts x4 | 4 | Yaourts
        Yaourts ×4 | 4 | Yaourts
        2 l de lait | 2 l | lait
        2 L lait | 2 L | lait
        Lait 2 l | 2 l | Lait
        25 cl de crème | 25 cl | crème
        2 dl crème | 2 dl | crème
        2 c. à s. d'huile | 2 c. à s. | huile
        1 c. à c. de sel | 1 c. à c. | sel
        2 cuillères à soupe de sucre | 2 cuillères à soupe | sucre
        1 boîte de thon | 1 boîte | thon
        2 boites de thon | 2 boites | thon
        6 bouteilles d'eau | 6 bouteilles | eau
        Eau 6 bouteilles | 6 bouteilles | Eau
        2 bouteilles d’eau | 2 bouteilles | eau
        2 paquets de pâtes | 2 paquets | pâtes
        4 tranches de jambon | 4 tranches | jambon
        Jambon 4 tranches | 4 tranches | Jambon
        1 botte de persil | 1 botte | persil
        2 gousses d'ail | 2 gousses | ail
        1 sachet de levure | 1 sachet | levure
        1 pot de miel | 1 pot | miel
        1 plaquette de beurre | 1 plaquette | beurre
        ½ baguette | 0.5 | baguette
        1/2 l de lait | 0.5 l | lait
        6 œufs demain | 2026-11-24 6 | œufs
        1 kg de carottes #Courses !! | !! #Courses 1 kg | carottes
        3 timbres @bureau | 3 @bureau | timbres
        Tondre la pelouse @jardin | @jardin | Tondre la pelouse
        @téléphone rappeler Luc demain | 2026-11-24 @téléphone | rappeler Luc
        Trier les photos @été | @été | Trier les photos
        3 billets de train | 3 | billets de train
        1 verre d'eau | 1 verre | eau
        100 ans de solitude | nothing | a name
        3 petits cochons | nothing | a name
        20 mille lieues sous les mers | nothing | a name
        8 femmes | nothing | a name
        1 tranche de vie | nothing | a saying
        12 hommes en colère | nothing | a name
        4 saisons | nothing | a name
        Route 66 | nothing | a name
        Windows 11 | nothing | a name
        Chapitre 3 | nothing | a number
        Bus 42 | nothing | a number
        Perdre 5 kg | nothing | an aim
        Courir 5 km | nothing | an aim
        Boire 2 l | nothing | a verb
        Rendre 2 bouteilles | nothing | a verb
        2 paquets à récupérer | nothing | a verb
        3 boîtes à chaussures | nothing | a description
        Valise 23 kg | nothing | a description
        1 tranche horaire | nothing | a description
        3 étoiles hôtel | nothing | a description
        3 mois de retard | nothing | a time
        2 heures de sport | nothing | a time
        15 minutes de marche | nothing | a time
        2 fois par jour | nothing | how often
        3x par semaine | nothing | how often
        50 euros retrait | nothing | a price
        20 % de remise | nothing | a share
        2e tour | nothing | an ordinal
        2 ou 3 pommes | nothing | two numbers
        2 à 3 kg de pommes | nothing | two numbers
        Pommes 2 à 3 kg | nothing | two numbers
        environ 2 kg de pommes | nothing | about a number
        2 kg de pommes et poires | nothing | two things
        6 œufs, 2 baguettes | nothing | two things
        2 kg de pommes 1 kg de poires | nothing | two quantities
        1 000 g de farine | nothing | two numbers
        2027 budget | nothing | a year
        2 places pour le concert | nothing | a number and a purpose
        Table pour 4 | nothing | persons
        2 personnes en plus | nothing | persons
        0 déchet | nothing | no quantity
        2 | nothing | no text
        Écrire à lea@example.org | nothing | an address
        Voir Léa @ midi | nothing | no word after the sign
        Lire « le mot @jardin » ensuite | nothing | a quotation
        5g forfait | nothing | a network
        """
}
