"""English."""

from typing import Final

from ownwords.domain.own_words.cues import Cue
from ownwords.domain.own_words.languages.language import Language
from ownwords.domain.own_words.numbers import Numerals

ENGLISH: Final = Language(
    name="en",
    cues={
        Cue.ME: """
            i|for me|i'm|i am|i've|i'd always|in my case|on me|myself|suits me|personally|as for me|to me
        """,
        Cue.FITS: """
            i wear|i take|i'm a|i am a|i'm an|i am an|i'm|i am|i use|i go with|i go for|i buy|i need|i'm usually a
            i'm always a|i fit|fits me|fit me|suits me|works for me|i run|i order|i always order|i always get|i get
            wear|i'm wearing|it's always|i'm in a|we both wear|we wear|we're both|make me a|put me down as
            put me down for|i'm down to|i'm up to|i normally take|i normally wear|i usually take|i usually wear
            i always wear|i always take|my usual is|is mine|is me|i'm now|i'm currently|i'm down to a|i'm up to a
            i measure|for me|take|buy|i always buy|i usually buy|always buy|i'm still a|still a|i still wear
            i still take
        """,
        Cue.SHOES: """
            shoe|shoes|foot|feet|sneaker|sneakers|trainer|trainers|boot|boots|sandal|sandals|heels|footwear|cleats
            loafers|slippers|running shoes|in shoes|shoe size|kicks
        """,
        Cue.CLOTHES: """
            clothes|clothing|shirt|shirts|t-shirt|t-shirts|tee|tees|blouse|blouses|dress|dresses|jacket|jackets|coat
            coats|hoodie|hoodies|sweater|sweaters|jumper|jumpers|skirt|skirts|shorts|trousers|pants|jeans|top|tops
            suit|suits|underwear|bra|bras|waist|inseam|leggings|blazer|knitwear|outfit|outfits|uniform|garments
            apparel|polo|vest|cardigan
        """,
        Cue.SIZE: """
            my size|my shoe size|my clothing size|my number|my usual size|size is|my dress size|my shirt size
            my sizing|our size|my measurements|the size i wear|the size i take|the size i use|my feet are|my foot is
            my feet measure
        """,
        Cue.LIKE: """
            i like|i love|i prefer|i adore|i enjoy|i trust|i'm a fan|i'm a big fan|i'm a huge fan|big fan|huge fan
            fan of|i'm loyal|loyal to|i swear by|swear by|i'm into|i'm more of|i'm all about|i'm partial to|i favor
            i favour|i'm fond of|i'm obsessed with|obsessed with|can't live without|cannot live without
            couldn't live without|can't do without|can't get enough|never go back|i'd never go back|never let me down
            never lets me down|never fails me|nothing beats|no one beats|nobody beats|hard to beat|is the best
            are the best|i stick with|i stick to|sticking with|i rely on|i recommend|i lean toward|i lean towards
            you can't beat|can't beat|i wouldn't trade|wouldn't trade|won't part with|i don't mind|my heart belongs
            i'm devoted to|i'm crazy about|crazy about|i'm sold on|i tend to like|i really like|i really love
            i always liked|i've always loved|i've always liked|i've always trusted|i've always preferred|we love
            we like|we prefer|has my heart|i gravitate toward|i gravitate towards|i'm a believer in|is my jam
            hooked on|my thing is|love|like|prefer|i live in|i dig|i rate|a soft spot|soft spot|a thing for
            can't help buying|can't stop buying|wouldn't swap
        """,
        Cue.AVOID: """
            i avoid|avoid|avoiding|i hate|hate|i detest|i despise|i loathe|i can't stand|can't stand|cannot stand
            i boycott|i'm boycotting|boycott|boycotting|i refuse|refuse|i steer clear|steer clear|stay away from
            stay away|i stay away from|i'm done with|done with|i'm through with|i quit|i stopped|stopped buying
            stopped using|stopped wearing|i gave up|gave up on|i've sworn off|swore off|sworn off|no more|never again
            not for me|isn't for me|are not for me|aren't for me|i dislike|dislike|i reject|blacklist|i ditched
            ditched|i dumped|i'm over|fed up with|sick of|i'd rather not|rather not|i'd rather die than|won't touch
            wouldn't touch|keep away from|keep it away|anything but|i'm against|i skip|i pass on|over my dead body
            allergic to the brand|i distrust|i can't bear|can't bear|wouldn't be caught dead in|i'm not having
            i won't have|i wouldn't wear|is awful|is terrible|is garbage|is trash|are awful|are terrible|sucks
            turns me off|away from me|far away from me|out of my sight|i steer clear of|steer clear of|banned|blocked
            off limits|off-limits|i wouldn't touch|not a penny|get lost
        """,
        Cue.USE: """
            i use|i wear|i only use|i only wear|i always use|i always wear|i drink|i go for|i go with|we use|we wear
            i run in|i'm using|i've been using|wear|use|i choose|i pick|i take
        """,
        Cue.SHOP: """
            i shop|i shop at|i buy|i buy from|i order|i order from|i get my|i get everything|i purchase
            i do my shopping|i do my groceries|i go to|we shop|we buy|buy from|buy there|shop at|shop from|shop there
            order from|my purchases|i tend to shop|i like to shop|i like to buy|i like shopping|i love shopping
            i prefer shopping|i prefer buying|i like buying|prefer to buy|prefer to shop|my groceries|my orders
            i subscribe|i head to|i stock up|i'm a regular|regular at|customer|member|stick to|use|buy|shop|order
            i prefer|i only buy|only buy|i always buy|i always shop|my shopping|do my shopping|most of my shopping
            i do most of my shopping|i get all my|i get most of my|i always order|i usually order|i order everything
            i always order from
        """,
        Cue.FAVOURITE: """
            my favorite|my favourite|my favorites|my favourites|favorite|favourite|favorites|favourites|my brand
            my brands|my go-to|go-to|my store|my stores|my shop|my shops|my preferred|preferred|my supermarket
            my pharmacy|my default|my first choice|first choice|my top pick|top pick|my pick|number one|my choice
            my number one|my grocery store|my retailer|my preference|my preferences|brand of choice|store of choice
            shop of choice|my usual|my usual brand|brand for me|store for me|shop for me|place for me|fave|faves
            my fave|my faves
        """,
        Cue.BRAND_NOUN: "brand|brands|label|maker",
        Cue.SHOP_NOUN: """
            store|stores|shop|shops|supermarket|pharmacy|site|website|app|retailer|merchant|marketplace
        """,
        Cue.AM: """
            i'm|i am|i have|i've got|i've|i got|i suffer from|i was diagnosed with|i was diagnosed|diagnosed with
            diagnosed as|i live with|we're|we are|i went|i turned|i became|i've become|i've been|i identify as
            i have been|i'm a|i'm an|i found out i'm|turns out i'm|been
        """,
        Cue.EAT: """
            i eat|eat|i drink|drink|i consume|consume|i can eat|i can have|can have|can eat|i have|have|do|i do|touch
            i touch|ingest|i can drink|put in my mouth|i take|eating|eaten|be around|go near
        """,
        Cue.TOLERATE: """
            tolerate|handle|digest|process|i tolerate|stomach|agree with me|agrees with me|sit well with me|cope with
        """,
        Cue.DIET: """
            i keep|i follow|i'm on|on a|diet|diets|my diet|i observe|i do|i'm doing|strictly|dietary|i stick to
            lifestyle|my food|my meals|meals|my religion|restriction|restrictions|i maintain|i go|i've gone|i practice
            i eat
        """,
        Cue.ALLERGY: """
            allergy|allergies|allergic|intolerant|intolerance|sensitive to|sensitivity|anaphylaxis|anaphylactic
            makes me sick|make me sick|makes me ill|make me ill|upsets my stomach|upset my stomach|hurts my stomach
            i react to|reaction|reactions|bad for me|gives me hives|give me hives|gives me cramps|bloats me|kills me
            could kill me|will kill me|disagrees with me|doesn't agree with me|don't agree with me|swell up
            swells my throat|epipen|doesn't sit well with me|don't sit well with me|sends me to hospital
            sends me to the er|makes me break out
        """,
        Cue.WITHOUT: """
            without|free of|free from|free|zero|none of|nothing with|nothing containing|avoid|i avoid|cut out
            i cut out|i've cut out|gave up|i gave up|i quit|off|i'm off|low|low in|stay away from|i stay away from
            steer clear of|i steer clear of|skip|exclude|omit|i can't stand|minus|quit|less|stopped eating
            stopped drinking|~no
        """,
        Cue.HABIT: """
            always|only|usually|normally|generally|typically|by default|every time|all the time|in general|exclusively
            mostly|for years|for life|since forever|for ages|whenever possible|whenever you can|every day|every week
            consistently|regularly|tend to|as a rule|forever|ever|for everything|in everything|across the board
            everyday|my whole life|all my life|strictly|ever since|nothing but|always been|has always been|always was
        """,
        Cue.NOW: """
            now|nowadays|currently|these days|from now on|lately|at present|going forward|as of now|today i'm
            anymore i'm|presently
        """,
        Cue.CHANGE: """
            switched i switched|switched|moved to|i moved to|went to|i went i went i'm now|changed to|i changed to
            converted to|turned|became|i've become|i went|gone|i've gone|i've moved to|i've switched to|up to|down to
            dropped to|to|put first|i cut out|i quit|i gave up|i stopped eating|i stopped drinking|i eliminated
            i went off
        """,
        Cue.KEEP: """
            remember|remember that|please remember|note|note that|please note|make a note|save|save that|store|record
            keep in mind|write down|jot down|bear in mind|update|log|for the record|just so you know|fyi|put down
            put me down|mark|mark me down|don't forget|never forget|set my|set|correct|correction|you should know
            know that|let it be known|heads up|save this|add|noting|note down|on my profile|in my profile|on file
            the right one is|it should be
        """,
        Cue.PUT: """
            put|prioritize|prioritise|favor|favour|show me first|at the top|top of|top of my list|give priority to
            priority|include|rank|boost|start with|default to|to my favorites|to my favourites|on my list|first
        """,
        Cue.NOT: """
            not|don't|dont|doesn't|doesnt|didn't|isn't|isnt|aren't|wasn't|weren't|won't|wont|wouldn't|can't|cant
            cannot|can not|couldn't|shouldn't|never|~no|nor|neither|none|nobody|haven't|hasn't|hadn't|no longer
            not anymore|hardly|barely|unable to|i'm no|no way|ain't|too tight|too small|too big|too large|too loose
            too short
        """,
        Cue.UNTRUE: """
            it's not true|it is not true|it isn't true|not true|false|untrue|it's false|far from|as if|i deny|deny
            i doubt|wrong to say|by no means|who says|who said|i never said|i didn't say|it's a lie|a lie|i doubt that
        """,
        Cue.WOULD: "would|i'd|would be|would have|wouldn't be",
        Cue.NONE: "anything|nothing|at all",
        Cue.BETTER: "better than|beats",
        Cue.REMOVE: """
            remove|hide|block|exclude|don't show|do not show|never show|stop showing|filter out|take off|take out
            get rid of|drop|leave out|don't suggest|never suggest|don't recommend|never recommend|don't want to see
            no more|skip|ban|mute|stop suggesting|stop recommending|don't offer|don't bring up|keep out|strike
            cross off|cross out|blacklist|weed out|replace|swap|switch|from my results|from my searches
            off my favourites|off my favorites|off my list|from my favourites|from my favorites|from my list
            from my profile|scrub
        """,
        Cue.FORGET: """
            forget|forget that|forget my|forget about|delete|erase|clear|wipe|discard|disregard|scratch that
            ignore that|undo|cancel|that's wrong|is wrong|was wrong|it's wrong|incorrect|don't save|don't remember
            do not remember|do not save|don't store|don't keep|stop remembering|unlearn|wrong|scrub
        """,
        Cue.ALLOW: """
            you can show|you may show|show me again|can show|stop avoiding|stop hiding|stop blocking|unblock
            i don't mind|don't mind|i don't hate|nothing against|have nothing against|no problem with|i'm fine with
            i'm okay with|i'm ok with|it's okay to|it's fine to|bring back|give another chance|another chance
            made peace with|no longer avoid|no longer hate|no longer boycott|not avoiding|i don't dislike|i outgrew
            outgrew|doesn't bother me|don't bother me|is fine|are fine|just fine|no problem|normally fine
            off my blocked|off the blocked|off the blacklist|got over it
        """,
        Cue.EXCEPT: """
            except|but not|apart from|other than|aside from|anything but|everything but|all but|excluding|bar|save for
        """,
        Cue.RATHER: """
            instead of|rather than|than|over|in place of|compared to|as opposed to|versus|vs|switched from|moved from
            changed from|went from
        """,
        Cue.UNDO: """
            just kidding|kidding|jk|as a joke|joke|joking|i'm joking|sarcasm|sarcastic|i mean|i meant|scratch that
            oops|sorry|wait|not really|just messing|my bad|or rather|psych|make that
        """,
        Cue.ASK: """
            what|what's|which|who's|why|how much|how many|do i|am i|are you|do you|can you tell|could you tell|is it
            is this|is there|is that|are there|are these|does it|does this|would you|should i|would i|could i|have i
            did i|was i|do we|do they|do people|what size|wondering|wonder if|not sure if|tell me if|tell me whether
            let me know if|any good|is the|are the|which is|what if|any idea|remind me|isn't|aren't
        """,
        Cue.SEEK: """
            looking for|i'm looking for|looking to buy|find|find me|show me|show|search|search for|get me|get|grab
            grab me|order me|buy me|i need|i want|i'd like|i would like|want|wants|need|needs|give me|send|send me
            bring me|check|check out|check if|do you have|have you got|got any|is there|any|recommend|suggest|browse
            shopping for|in the market for|pick up|pick me up|reserve|i'll take|i'll have|i'll get|i'll go with
            i'm thinking of|thinking about|considering|feel like|i feel like|craving|in the mood for|compare
            interested in|saw|spotted|add to cart|put in my cart|try|i want to try|want to buy|going to buy|gonna buy
            gonna get|how about|what about|let's get|let's try|wanna|price of
        """,
        Cue.OTHER: """
            he|she|they|him|her|them|his|hers|their|theirs|someone|somebody|everyone|everybody|people|nobody|anyone
            others|other people|guys|girl|girls|boy|boys|kid|kids|child|children|baby|babies|toddler|infant|newborn
            daughter|sons|daughters|stepson|stepdaughter|grandson|granddaughter|grandkids|grandchild|nephew|niece
            brother|sister|brothers|sisters|bro|sis|cousin|cousins|uncle|aunt|auntie|dad|daddy|father|mom|mum|mommy
            mummy|mother|parents|grandpa|grandma|granddad|grandmother|grandfather|nan|nana|granny|wife|husband|hubby
            wifey|spouse|partner|boyfriend|girlfriend|fiancé|fiancée|bf|gf|ex|friend|friends|mate|mates|buddy|pal
            colleague|coworker|coworkers|boss|neighbor|neighbour|roommate|flatmate|teacher|doctor|nutritionist
            dietitian|trainer|coach|influencer|reviewer|blogger|youtuber|seller|clerk|salesman|saleswoman|the user
            user|customer says|the customer|in-laws|mother-in-law|father-in-law|brother-in-law|sister-in-law|family
            household|team|crew|company|my company|guest|guests|date|student|students|patient|patients|client|clients
            employee|employees|godson|goddaughter|twins|teen|teenager|men|women|man|woman|lady|most people|the guys
            bridesmaid|groomsmen|in this house|the missus|my old man|staff|~son|my son|our son
        """,
        Cue.ANIMAL: """
            dog|dogs|puppy|cat|cats|kitten|pet|pets|horse|rabbit|hamster|bird|parrot|pup|kitty|ferret|guinea pig
            diapers|nappies
        """,
        Cue.THEY: """
            wears|takes|likes|loves|prefers|hates|avoids|eats|drinks|uses|buys|shops|wants|swears|trusts|boycotts
            needs|has|keeps
        """,
        Cue.OURS: "we|we both|both of us|the two of us|us",
        Cue.GIFT: """
            gift|gifts|present|presents|a gift|as a gift|for a gift|birthday|christmas present|stocking stuffer
            surprise for|secret santa|wedding gift|baby shower|valentine|mother's day|father's day|hosting|having over
            coming over|donation|donating|donate|buying for|to give|shower gift
        """,
        Cue.REPORT: """
            says|said|say|told|tells|tell|wrote|writes|written|claims|claimed|thinks|thought|believes|according to
            reportedly|apparently|supposedly|asked|asks|insists|mentions|mentioned|recommended|recommends|suggested
            suggests|advised|read that|i read|heard|i heard|saying|reviewed|posted|tweeted|quote|quoting|calls me
            called me|reads|listed as|lists|states|stated|describes|stands there|it says|words of|pretend|pretend that
            translate|repeat after me|repeat|summarize|summarise|say that
        """,
        Cue.SOURCE: """
            review|reviews|the review|here's the review|article|ad|advert|ads|advertisement|commercial|label|the label
            package|packaging|website says|page|the page|site says|description|title|post|comment|email|e-mail|message
            caption|video|profile says|profile|chart|table|menu|recipe|report|test|prompt|link|blog|forum|catalog
            catalogue|slogan|lyrics|song|movie|book|screenshot|listing|product|tool|output|document|text
        """,
        Cue.PAST: """
            was|were|used to|used to be|had been|had|wore|took|loved|liked|preferred|hated|avoided|boycotted|ate|drank
            shopped|trusted|enjoyed|swore by|i've been to|formerly|previously|back then|back when|in college
            in high school|at school|at university|in my twenties|in my 20s|in my teens|as a kid|as a child
            as a teenager|when i was|when younger|when i lived|growing up|in the past|years ago|last year|once
            before the baby|before|before i|before covid|ago|in the 90s|in the nineties|until last|until recently
            for a while|at one point|once upon|during pregnancy|when pregnant|old days|no more than|fitted|was too
            were too
        """,
        Cue.BOUGHT: """
            bought|purchased|ordered|got a|got the|i got|received|returned|sent back|sold|selling|i sell|sell|i own
            own|owned|given|gave|won|inherited|borrowed|my order|order number|order|orders|my last|my new|my old
            the last|paid|delivered|arrived|broke|refund|refunded|coupon|voucher|receipt|invoice|tried|i tried
            last pair|shipped|tracking|parcel
        """,
        Cue.ONCE: """
            this time|this once|just this once|for once|today|tonight|tomorrow|this week|this month|this weekend
            this year|on saturday|on sunday|on monday|saturday|sunday|weekend|for now|right now|at the moment
            for the moment|temporarily|this one|that one|next week|next month|next time|for dinner|for lunch
            for the party|for the wedding|for the trip|for a party|for a trip|for a wedding|for this|just for
            until the|until friday|sometimes|occasionally|every now and then|now and then|one-off|for lent|lent
            january|dry january|this season|on sale|the occasion|run small|runs small|run large|runs large|sized up
            sizing up|size up|thick socks|in this style|in this model|in this brand|this pair|these shoes|this shirt
            this jacket|this dress|that pair|just today|only today|this brand
        """,
        Cue.IF: """
            if|if i|if only|unless|suppose|supposing|let's say|say i|imagine|assuming|assume|were i|i wish|wish
            hope to|hopefully|hoping to|want to be|want to become|might|might be|could be|when i lose|when i gain
            once i lose|once i|going to be|i'll be|will be|someday|one day|planning to|plan to|in case|depending
            depends|provided|as long as|whether|whenever i|should i|may be|thinking of going|thinking of becoming
            aspire|in theory|hypothetically|i'm thinking of|i'm thinking about|i'm planning|i want to start
            about to start
        """,
        Cue.HEDGE: """
            maybe|perhaps|i think|i guess|i believe|i suppose|probably|possibly|i might|might|about|around|roughly
            approximately|kinda|kind of|sort of|somewhat|not sure|i'm not sure|unsure|or so|ish|i feel like i|seems
            seem|presumably|likely|mostly|almost|nearly|sometimes|usually an|i reckon|reckon|if i remember|suspect
            i suspect|try to|trying to|i try|when i can|more or less|not a huge|not a big|not huge|not big|not much of
            not really a|above|below|more than|less than|bigger than|smaller than
        """,
        Cue.ELSEWHERE: """
            live at|i live|live in|live near|lives|i work|work at|work for|works|working at|worked at|i'm employed
            employee|employed at|intern|internship|my job|manager|cashier|years old|year old|years|age|aged|turned
            born|phone number|my number's|call me at|apartment|apt|floor|street|avenue|house number|zip|address
            order number|order no|pin|password|code|bus|route|line|page|chapter|seat|gate|flight|platform|temperature
            degrees|price|cost|costs|budget|dollars|bucks|spend|pay|goal|aim|target is|shares|stock|invest|invested
            investor|sponsored|sponsor|team sponsored|near the|next to|across from|behind the|opposite|vacation
            trip to|travel|traveling|pizza|fries|drink size|coffee|latte|soda|screen|tv|monitor|inch|inches|wheel|tire
            bike|helmet|ring|mattress|leather|bag|lens|font|target practice|practice|fast fashion|lottery|lucky
            highway|exit|interview|salary|franchise|consultant|rep|representative|supplier|weigh|weight|height
            shirt number|jersey number|payroll
        """,
        Cue.TO: "to|for|with",
        Cue.AND: "and|&|+|as well as|plus|n|along with|together with|also",
        Cue.BUT: "but|however|though|although|because|since|so|cause|cuz|while|whereas|yet|then|which|who",
        Cue.OR: "or|or maybe|or a|or an|either",
        Cue.GREETING: """
            hi|hello|hey|hiya|yo|good morning|good afternoon|good evening|thanks|thank you|thx|ty|cheers|please|pls
            yes|yeah|yep|yup|sure|ok|okay|right|exactly|correct|well|oh|ah|lol|haha|hahaha|lmao|btw|by the way
            actually|honestly|obviously|of course|indeed|good luck|guys|mate|dude|alright|got it|if possible
            if you can|if you could|if you please|if you don't mind|kindly
        """,
        Cue.FILLER: """
            a|an|the|of|in|at|on|for|is|are|it|its|it's|size|sizes|sized|number|men's|mens|women's|womens|men|women
            unisex|regular|standard|very|really|so|much|too|just|all|that|my|shoe|shoes|clothing|clothes|brand|brands
            store|stores|from|by|with|to|there|here|stuff|things|anything|everything|products|product|made|online
            pretty|quite|super|definitely|absolutely|totally|big|small|wide|narrow|tall|petite|everything else|most
            more|person|kind|type|fit|comfortable|comfy|comfortably|in that order|in this order|no matter what|guy|gal
            when it comes to|when|our|also
        """,
    },
    numerals=Numerals(
        values={
            "one": 1,
            "two": 2,
            "three": 3,
            "four": 4,
            "five": 5,
            "six": 6,
            "seven": 7,
            "eight": 8,
            "nine": 9,
            "ten": 10,
            "eleven": 11,
            "twelve": 12,
            "thirteen": 13,
            "fourteen": 14,
            "fifteen": 15,
            "sixteen": 16,
            "seventeen": 17,
            "eighteen": 18,
            "nineteen": 19,
            "twenty": 20,
            "thirty": 30,
            "forty": 40,
            "fourty": 40,
            "fifty": 50,
            "sixty": 60,
        },
        joins="",
        halves=(("and", "a", "half"), ("and", "half"), ("1", "/", "2")),
    ),
    marks={
        "extra small": "XS",
        "extra-small": "XS",
        "small": "S",
        "medium": "M",
        "large": "L",
        "extra large": "XL",
        "extra-large": "XL",
        "double xl": "2XL",
        "double extra large": "2XL",
        "triple xl": "3XL",
        "one size": "ÚNICO",
        "one-size": "ÚNICO",
        "xlarge": "XL",
        "x-large": "XL",
        "xxlarge": "2XL",
        "x-small": "XS",
        "xsmall": "XS",
    },
    systems={
        "european": "EU",
        "europe": "EU",
        "eur": "EU",
        "american": "US",
        "usa": "US",
        "u.s.": "US",
        "america": "US",
        "british": "UK",
        "britain": "UK",
        "england": "UK",
        "u.k.": "UK",
        "brazilian": "BR",
        "brazil": "BR",
        "mexican": "MX",
        "mexico": "MX",
        "argentine": "AR",
        "argentina": "AR",
        "australian": "AU",
        "australia": "AU",
        "italian": "IT",
        "italy": "IT",
        "french": "FR",
        "france": "FR",
        "german": "DE",
        "germany": "DE",
        "spanish": "ES",
        "spain": "ES",
        "japanese": "JP",
        "japan": "JP",
        "chinese": "CN",
        "china": "CN",
        "centimeters": "cm",
        "centimetres": "cm",
    },
    units="""
        years year yrs yo months month days day weeks hours hour am pm minutes mins seconds dollars dollar bucks usd
        euros euro pounds lbs lb kg kilos stone grams g oz ml l liters litres km miles mile feet ft inches inch cm mm
        % percent degrees points times x pairs pieces items boxes people persons rooms floors pages gb mb tb volts v
        watts w mph waist inseam cents quid grand k thousand million followers goals kids packs bottles
    """,
    before="""
        $ £ € us$ street avenue ave apt apartment room floor page chapter seat gate flight bus route line zip pin code
        password order no. phone number age aged iphone windows galaxy xbox ps pegasus nimbus at version channel
        platform highway exit about:blank lot plate
    """,
    abbreviations="dr mr mrs ms st vs etc jr sr approx inc co u.s u.k",
)
