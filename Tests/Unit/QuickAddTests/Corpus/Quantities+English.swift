extension Corpus {
    static let englishQuantities = """
        2 milk | 2 | milk
        3 eggs | 3 | eggs
        12 eggs | 12 | eggs
        3x eggs | 3 | eggs
        3 x eggs | 3 | eggs
        3× eggs | 3 | eggs
        Eggs x3 | 3 | Eggs
        Eggs ×3 | 3 | Eggs
        Eggs 3x | 3 | Eggs
        500 g flour | 500 g | flour
        500g flour | 500 g | flour
        1.5 kg potatoes | 1.5 kg | potatoes
        Flour 1.5 kg | 1.5 kg | Flour
        Milk, 2 l | 2 l | Milk
        2 l milk | 2 l | milk
        2L milk 3.5% | 2 L | milk 3.5%
        250 ml cream | 250 ml | cream
        12 oz cheddar | 12 oz | cheddar
        2 lbs ground beef | 2 lbs | ground beef
        1/2 cup sugar | 0.5 cup | sugar
        ½ cup sugar | 0.5 cup | sugar
        1½ cups flour | 1.5 cups | flour
        1 ½ cups flour | 1.5 cups | flour
        1 1/2 cups flour | 1.5 cups | flour
        2 tbsp olive oil | 2 tbsp | olive oil
        1 tsp. baking powder | 1 tsp. | baking powder
        2 cans tomatoes | 2 cans | tomatoes
        1 can of beans | 1 can | beans
        2 bottles of wine | 2 bottles | wine
        Milk 2 bottles | 2 bottles | Milk
        1 bunch parsley | 1 bunch | parsley
        3 cloves garlic | 3 cloves | garlic
        2 packs of gum | 2 packs | gum
        1 dozen eggs | 1 dozen | eggs
        2 red onions | 2 | red onions
        4 AA batteries | 4 | AA batteries
        2 milk tomorrow !! | 2026-11-24 !! 2 | milk
        Tomorrow: 3x bagels #Groceries | 2026-11-24 #Groceries 3 | bagels
        ２ milk | 2 | milk
        10 envelopes @office | 10 @office | envelopes
        Water the roses @garden | @garden | Water the roses
        @phone call the bank friday | 2026-11-27 @phone | call the bank
        Sort nails @"tool shed" | @tool shed | Sort nails
        Plan trip @Home @home @family | @Home @family | Plan trip
        2 bar stools | 2 | bar stools
        1 box of chocolates | 1 box | chocolates
        Route 66 | nothing | a name
        7 Up | nothing | a name
        7 up | nothing | a name
        7up | nothing | a name
        Windows 11 | nothing | a name
        5 Guys | nothing | a name
        2 Fast 2 Furious | nothing | a name
        12 Years a Slave | nothing | a name
        50 Cent concert | nothing | a name
        8 Mile | nothing | a name
        BMW X3 | nothing | a name
        30 rock | nothing | a name
        2 broke girls | nothing | a name
        bmw x3 | nothing | a name
        5g router | nothing | a network
        Nokia 5 g | nothing | a network
        5 G plan | nothing | a network
        3 bedroom flat | nothing | a description
        2 factor authentication | nothing | a description
        6 pack abs | nothing | a description
        2 piece suit | nothing | a description
        2 l engine | nothing | a description
        4 cheese pizza | nothing | a description
        4x4 tires | nothing | a description
        2x4 lumber | nothing | a description
        3 x 5 cards | nothing | a description
        4 oz jars | nothing | a description
        60 l trash bags | nothing | a description
        Suitcase 23 kg | nothing | a description
        1 can opener | nothing | a tool
        1 bottle opener | nothing | a tool
        1 can only hope | nothing | a verb
        Lose 5 kg | nothing | an aim
        Return 2 bottles | nothing | a verb
        Drink 2 l | nothing | a verb
        Add 2 cups water to the dough | nothing | a step of a recipe
        2 cups per day | nothing | a rate
        2x daily stretching | nothing | a rate
        3 weeks vacation | nothing | a time
        30 minutes run | nothing | a time
        2 or 3 eggs | nothing | two numbers
        2-3 kg apples | nothing | two numbers
        Apples 2-3 kg | nothing | two numbers
        2 kg apples 3 kg pears | nothing | two quantities
        500 g flour and eggs | nothing | two things
        2 milk, 3 eggs | nothing | two things
        2 bottles to recycle | nothing | a verb
        2 cakes for the party | nothing | a number and a purpose
        2026 budget | nothing | a year
        365 days | nothing | a time
        1.500 g flour | nothing | two readings
        1/3 cup oil | nothing | more than three decimals
        0 eggs | nothing | no quantity
        007 movies | nothing | a name
        2nd draft | nothing | an ordinal
        50% off | nothing | a share
        $5 milk | nothing | a price
        2 | nothing | no text
        2 kg | nothing | no text
        Chapter 3 | nothing | a number
        Flight BA 2 | nothing | a number
        Mail ann@example.org | nothing | an address
        Mail @ann@example.org | nothing | an address
        Lunch @ Luigi | nothing | no word after the sign
        Call me @5pm | nothing | a time
        Buy @example.com | nothing | an address
        Write "see @garden now" down | nothing | a quotation
        Read "@garden now" again | nothing | a quotation
        See https://example.org/@ann | nothing | a URL
        Buy mulch @garden, then rest | nothing | in the middle
        Look (@garden) up | nothing | not at the start of a word
        """
}
