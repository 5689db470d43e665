import Checklists

extension Measures {
    static let french = Table(
        language: .french,
        units: """
            gramme grammes kilo kilos litre litres boîte boîtes bouteille bouteilles paquet paquets tranche
            tranches sachet sachets botte bottes pot pots gousse gousses brique briques barquette barquettes
            plaquette plaquettes pincée pincées tasse tasses verre verres canette canettes bocal bocaux
            rouleau rouleaux tube tubes filet filets douzaine pack packs cuillère_à_soupe cuillères_à_soupe
            cuillère_à_café cuillères_à_café cuillerée cuillerées
            """,
        linkers: "de d'",
        joiners: "et ou puis plus",
        rates: "par chaque quotidien",
        particles: """
            à au aux en dans sur sous pour par avec sans chez vers du des le la les un une ce cet cette ces
            mon ma mes ton ta tes son sa ses notre nos votre vos leur est sont pas ne que qui se si
            perdu perdus
            """,
        verbs: """
            perdre prendre boire manger courir porter soulever peser rendre ramener laver ranger vider remplir
            acheter commander chercher appeler envoyer poster lire écrire jeter recycler déposer récupérer
            payer faire donner
            """,
        notCounted: """
            euro euros centime centimes pour_cent mètre mètres kilomètres étoiles pièces places personne
            personnes enfants gens pages chambres degrés points parties fois roues fantastiques saisons
            fromages mousquetaires nains
            """,
        notMultiplied: "fois plus vite",
        notMeasured: "vie départ",
        containers: """
            sac sacs seau seaux bidon casserole réservoir cocotte marmite haltère haltères valise bocal bocaux
            bouteille bouteilles boîte boîtes colis poids bébé
            """,
        titles: """
            femmes petits_cochons nains mousquetaires fantastiques frères lieues mille mille_lieues sens
            péchés péchés_capitaux mariages
            """,
        groceries: """
            lait œuf œufs oeuf oeufs pain pains beurre fromage farine sucre sel poivre riz pâtes huile eau jus
            vin bière bières café thé pomme pommes banane bananes orange oranges citron citrons raisin poires
            poire fraises framboises avocat avocats tomate tomates oignon oignons ail carotte carottes
            concombre concombres laitue salade épinards brocoli champignons courgette courgettes poivrons
            haricots pois maïs lentilles poulet bœuf boeuf porc jambon lardons saucisses saumon thon poisson
            crevettes yaourt yaourts crème miel confiture chocolat biscuits céréales noix amandes persil
            basilic menthe gingembre soupe vinaigre moutarde baguette baguettes croissants pizza pizzas chips
            limonade cidre levure couches savon dentifrice lessive piles bougies ampoules timbres enveloppes
            """)
}
