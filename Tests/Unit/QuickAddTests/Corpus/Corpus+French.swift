extension Corpus {
    static let french = """
        Loyer le troisième vendredi de décembre | 2026-12-18 | Loyer
        Réunion le premier lundi de décembre à 9h | 2026-12-07 09:00 | Réunion
        Colis le dernier vendredi de novembre | 2026-11-27 | Colis
        Dentiste lundi dans 2 semaines | 2026-12-07 | Dentiste
        Coiffeur vendredi en huit | 2026-12-04 | Coiffeur
        Garagiste jeudi en quinze | 2026-12-10 | Garagiste
        Facture le 15 du mois prochain | 2026-12-15 | Facture
        Relance le mois prochain le 5 | 2026-12-05 | Relance
        Ménage ce week-end | 2026-11-28 | Ménage
        Randonnée le week-end prochain | 2026-12-05 | Randonnée
        Bilan d'ici la fin du mois | 2026-11-30 | Bilan
        TVA fin du mois prochain | 2026-12-31 | TVA
        Appeler Luc demain à deux heures et demie | 2026-11-24 14:30 | Appeler Luc
        Gare vendredi à huit heures moins le quart | 2026-11-27 07:45 | Gare
        Rendu du mémoire vendredi à minuit | 2026-11-28 00:00 | Rendu du mémoire
        Repas avec Inès demain à midi et demi | 2026-11-24 12:30 | Repas avec Inès
        Atelier demain de 9h à 11h | 2026-11-24 | Atelier de 9h à 11h
        Garde vendredi 14:00 - 22:00 | 2026-11-27 | Garde 14:00 - 22:00
        Poubelles toutes les 2 semaines à partir de jeudi | 2026-11-26 FREQ=WEEKLY;INTERVAL=2 | Poubelles
        Vitamines tous les jours à 8h dès demain | 2026-11-24 08:00 FREQ=DAILY | Vitamines
        Yoga tous les lundis à partir du 7 décembre | 2026-12-07 FREQ=WEEKLY;BYDAY=MO | Yoga
        Kiné vendredi toutes les 2 semaines | 2026-11-27 FREQ=WEEKLY;INTERVAL=2 | Kiné
        Filtre tous les 3 mois une fois fait | 2026-11-23 FREQ=MONTHLY;INTERVAL=3 when done | Filtre
        Chorale le troisième jeudi de chaque mois à 19h | 2026-12-17 19:00 FREQ=MONTHLY;BYDAY=3TH | Chorale
        Pizza le dernier vendredi de chaque mois | 2026-11-27 FREQ=MONTHLY;BYDAY=-1FR | Pizza
        Brocante tous les premiers samedis du mois | 2026-12-05 FREQ=MONTHLY;BYDAY=1SA | Brocante
        Lire le chapitre 3 d'ici vendredi | 2026-11-27 | Lire le chapitre 3
        Table pour 4 à 20h | 2026-11-23 20:00 | Table pour 4
        Courir 5 km demain matin | 2026-11-24 09:00 | Courir 5 km
        Virement 50 € demain | 2026-11-24 | Virement 50 €
        Voir Léa vendredi 27 | 2026-11-27 | Voir Léa
        Acheter du pain demain | 2026-11-24 | Acheter du pain
        Courses aujourd'hui | 2026-11-23 | Courses
        Médecin mardi 24 novembre à 10h30 | 2026-11-24 10:30 | Médecin
        Lessive tous les deux jours | 2026-11-23 FREQ=DAILY;INTERVAL=2 | Lessive
        Rappeler maman ce soir | 2026-11-23 20:00 | Rappeler maman
        Thé dans 5 minutes | 2026-11-23 10:05 | Thé
        Passeport le 3 mars 2027 | 2027-03-03 | Passeport
        Sortir le chat demain soir | 2026-11-24 20:00 | Sortir le chat
        Bricolage samedi après-midi | 2026-11-28 15:00 | Bricolage
        Réserver le train d'ici demain | 2026-11-24 | Réserver le train
        Piscine tous les mercredis à 17h | 2026-11-25 17:00 FREQ=WEEKLY;BYDAY=WE | Piscine
        Impôts le 31 mai | 2027-05-31 | Impôts
        Signer le devis vendredi à 14h | 2026-11-27 14:00 | Signer le devis
        Piano un jeudi sur deux | 2026-11-26 FREQ=WEEKLY;INTERVAL=2;BYDAY=TH | Piano
        Anniversaire de Zoé le 12 janvier | 2027-01-12 | Anniversaire de Zoé
        Prendre le bus 42 demain | 2026-11-24 | Prendre le bus 42
        Acheter du lait demain et du beurre | 2026-11-24 | Acheter du lait et du beurre
        Sport chaque lundi et jeudi à 18h | 2026-11-23 18:00 FREQ=WEEKLY;BYDAY=MO,TH | Sport
        Poser les congés la semaine prochaine | 2026-11-30 | Poser les congés
        Appel 17h heure de Montréal | nothing | a zone
        Appel demain 18:00 UTC | nothing | a zone
        Visio vendredi à 15h (CET) | nothing | a zone
        Direct 20h heure locale | nothing | a zone
        Réunion demain 14h GMT | nothing | a zone
        Poubelles tous les jours sauf le dimanche | nothing | an exception
        Sport chaque matin sauf samedi | nothing | an exception
        Arroser tous les jours, pas le week-end | nothing | an exception
        Chaque jour sortir le chien sauf s'il pleut | nothing | an exception apart from the phrase
        Deuxième vendredi réunion | nothing | an ordinal without a month
        Le troisième mardi poterie | nothing | an ordinal without a month
        Le cinquième vendredi de décembre inventaire | nothing | there are four
        Du lundi au vendredi bureau | nothing | a range of days
        Salon du 3 au 5 décembre | nothing | a range of days
        Vacances de lundi à mercredi | nothing | a range of days
        Stage lundi-vendredi 9h | nothing | a range of days
        Dîner demain à 6 | nothing | a number
        Demain 8 dentiste | nothing | a number
        Réunion vendredi 3 | nothing | no Friday is the next 3rd
        Voir Lisa 5 demain | nothing | a number
        Hôtel demain 3 nuits | nothing | a number
        Vendredi 3 chemises à repasser | nothing | a number
        Début de la semaine prochaine faire le devis | nothing | a word of time
        Fin de semaine prochaine rendre le dossier | nothing | a word of time
        Mi-semaine prochaine faire le point | nothing | a word of time
        Demain tôt appeler le plombier | nothing | a word of time
        Vendredi tard train de retour | nothing | a word of time
        Une heure demain de sport | nothing | a word of time
        Demain week-end prolongé à préparer | nothing | a word of time
        Traitement tous les jours jusqu'à Noël | nothing | an end of a repetition
        Antibiotiques chaque jour jusqu'à vendredi | nothing | an end of a repetition
        Cours chaque vendredi de décembre | nothing | only a month of it
        La veille de vendredi acheter du pain | nothing | a day before it
        3 jours après lundi payer Tim | nothing | days after it
        Demain ou vendredi appeler la banque | nothing | two days
        Lundi prochain ou mardi médecin | nothing | two days
        École demain avant 18h | nothing | before a time
        Rapport demain après 5 | nothing | after a time
        Gouttes chaque jour matin et soir | nothing | two times
        Cachets tous les jours à 8:00 et 20:00 | nothing | two times
        Demain à 20h ou 21h ciné | nothing | two times
        Gouttes toutes les 8 heures | nothing | hours
        Sirop tous les jours trois fois | nothing | how often a day
        Fête le 31 novembre | nothing | no such day
        Lundi 16 rendez-vous | nothing | no such Monday
        Gâteau pour vendredi 15h | nothing | what it is for
        Toutes les 2 semaines le vendredi yoga | nothing | two repetitions
        Le 5 du mois payer le loyer | nothing | one month, or each
        Un mardi sur trois poterie | nothing | each third one
        Vendredi dernier compte rendu | nothing | a day that is over
        """
}
