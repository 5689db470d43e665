import Checklists

extension Measures {
    static let english = Table(
        language: .english,
        units: """
            gram grams kilo kilos litre litres liter liters pint pints quart quarts gallon gallons ounce
            ounces pound pounds cup cups tablespoon tablespoons teaspoon teaspoons pack packs packet packets
            can cans tin tins bottle bottles bunch bunches box boxes bag bags jar jars carton cartons loaf
            loaves slice slices clove cloves roll rolls tube tubes dozen pinch crate crates
            """,
        linkers: "of",
        joiners: "and or plus vs versus then but",
        rates: "per each every daily weekly monthly yearly hourly a an to",
        particles: """
            of in on at by to for from with without into onto over under up down out off about after before
            since until than as is are was be has have do does not no more less left late later ago away
            only the this that these those my your our his her their we you i it if when go goes good
            """,
        verbs: """
            lose gain drink eat lift burn run walk swim bike cycle row carry weigh return recycle wash clean
            fold pack unpack drop pour refill fill top donate ship send move store squat bench deadlift
            press curl pump change call read write watch check
            """,
        notCounted: """
            am pm bedroom bedrooms bed beds bath factor step steps way ways door doors seat seater star stars
            ring string strings course part parts person people man men woman women kid kids piece digit
            digits inch inches foot feet ft cm mm km m mile miles meter meters yard yards page pages speed
            point points story storey wheel wheel-drive player players car phase stage tier pin channel ply
            percent pct euro euros dollar dollars pound pounds buck bucks cent cents usd eur gbp franken yen
            mb gb tb kb watt watts volt volts amp amps degree degrees kcal cal calories reps rep sets set
            password th st nd rd fold times time more things thing reasons ways questions price marathon off
            gang generation gen bit size season seasons grain layer bean spice day-old year-old
            """,
        notMultiplied: """
            speed faster slower zoom optical leverage engineer engineers return returns growth daily weekly
            larger bigger more less better bmw man
            """,
        notMeasured: """
            opener openers holder holders cutter cutters rack racks cap caps brush brushes cleaner cleaners
            sleeve sleeves warmer lid lids noodles mule office spring seat cover final stool code chart charts
            deal lunch fee game games truck trucks coin coins abs cake cakes
            """,
        containers: """
            jar jars bottle bottles glass glasses mug mugs cup cups bag bags backpack pot pots pan pans bucket
            buckets tank tanks cooler jug kettle container containers box boxes canister bin bins can cans
            dumbbell dumbbells kettlebell kettlebells weight weights suitcase luggage baby engine
            """,
        titles: """
            up guys ball musketeers monkeys amigos idiots samurai nations truths wishes runner chan gag hills
            pines dalmatians dwarfs doors_down little_pigs blind_mice wise_men stooges spartans ninjas rings
            rock cheese_pizza non_blondes broke_girls pilots fast_furious shades commandments lives habits
            """,
        groceries: """
            milk egg eggs bread butter cheese flour sugar salt pepper rice pasta noodles oil water juice wine
            beer coffee tea apple apples banana bananas orange oranges lemon lemons lime limes grape grapes
            pear pears berry berries strawberries blueberries raspberries avocado avocados tomato tomatoes
            potato potatoes onion onions garlic carrot carrots cucumber cucumbers lettuce spinach broccoli
            cauliflower mushrooms courgettes zucchini peppers beans peas corn lentils chickpeas tofu chicken
            beef pork ham bacon sausages salmon tuna fish shrimp yogurt yoghurt yogurts cream honey jam
            chocolate cookies biscuits crackers cereal oats nuts almonds parsley basil cilantro mint ginger
            soup sauce vinegar mustard ketchup mayo bagels baguette baguettes buns pizza pizzas chips crisps
            soda cola lemonade wipes diapers nappies soap shampoo toothpaste detergent napkins batteries
            candles bulbs envelopes stamps
            """)
}
