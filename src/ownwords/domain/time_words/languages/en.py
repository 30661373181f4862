"""English."""

from typing import Final

from ownwords.domain.time_words.language import Language
from ownwords.domain.time_words.meanings import Unit

ENGLISH: Final = Language(
    numbers={
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
        "twenty one": 21,
        "twenty two": 22,
        "twenty three": 23,
        "twenty four": 24,
        "twenty five": 25,
        "twenty six": 26,
        "twenty seven": 27,
        "twenty eight": 28,
        "twenty nine": 29,
        "thirty": 30,
        "thirty one": 31,
        "forty": 40,
        "fifty": 50,
        "a? couple of?": (2, 3),
        "a? few|several": (2, 5),
    },
    units={
        Unit.MINUTE: "minute|minutes",
        Unit.HOUR: "hour|hours",
        Unit.DAY: "day|days",
        Unit.WEEKEND: "weekend|weekends",
        Unit.WEEK: "week|weeks",
        Unit.MONTH: "month|months",
        Unit.YEAR: "year|years",
    },
    months="january, february, march, april, may, june, july, august, september, october, november, december",
    short_months="jan, feb, mar, apr, may, jun, jul, aug, sep sept, oct, nov, dec",
    doubtful_months="march may",
    weekdays="monday, tuesday, wednesday, thursday, friday, saturday, sunday",
    thirds=("beginning|start|early", "middle|mid", "end|late"),
    measures="""
        dollars dollar bucks euros pounds pesos usd people times users items units pieces miles meters metres feet
        pounds calories steps points words pages lines hours days weeks months years km kg g mg ml m m2 m² cm mm w kw
        kcal mb gb million thousand percent
    """,
    past_endings=("ed",),
    phrases={
        "today": """
            today
            earlier today
            this morning|afternoon|evening
            tonight
        """,
        "yesterday": """
            yesterday morning|afternoon?
        """,
        "last night": """
            last night|evening
            yesterday evening|night
        """,
        "day before yesterday": """
            the? day before yesterday
        """,
        "tomorrow": "tomorrow morning|afternoon|evening|night?",
        "day after tomorrow": "the? day after tomorrow",
        "ago": "about|around|over|almost|nearly? COUNT UNIT ago|back|earlier",
        "one ago": "about|around|over|almost|nearly? a|an UNIT ago",
        "ahead": """
            in COUNT UNIT
            in? COUNT|a|an UNIT from now
        """,
        "recent": "in|over|during|within|for|of? the|these? last|past|previous COUNT UNIT",
        "recent one": "in|over|during|within|for the last|past UNIT",
        "recent whole": "the last|past UNIT",
        "recent few": "in|over|during|within|for|of? the|these? recent UNIT",
        "this": "during|in|of? this|current UNIT",
        "last": "during|in|of|from|on? last|previous UNIT",
        "before last": "in|of|from? the? UNIT before last",
        "next": "during|in|of? next|coming UNIT",
        "weekend": "on|at|over the UNIT",
        "weekday": """
            on|the|of|from? WEEKDAY morning|afternoon|evening|night?
            on|the|of|from? this|the? last|past WEEKDAY morning|afternoon|evening|night?
        """,
        "this weekday": "on? this WEEKDAY morning|afternoon|evening|night?",
        "next weekday": "on|for? next|coming WEEKDAY morning|afternoon|evening|night?",
        "calendar": """
            in|during|of|from|back NAMED
            in|of|during|the|from? the month of NAMED
            in|of|during|on|from? MONTH of? YEAR
            in|of|during? MONTH /YEAR|SHORTYEAR
            on|of|from|the? DAY of? MONTH of? YEAR
            on|of|from|the? the DAY of? MONTH of? YEAR
            on|of|from|the? DAY /MONTH /YEAR|SHORTYEAR
            on|of|from? DAY -MONTH -YEAR
            on|of|from? the? DAY of? SURE
            on|the DAY of? NAMED
            on? the DAY of NAMED
            on|of|from? MONTH the? DAY of? YEAR
            on|of|from? SURE the? DAY
            on MONTH DAY
            in|of|during|year|circa|from|around YEAR
            back in YEAR
            in|of|during|from|around? the? year of? YEAR
        """,
        "first day": "on? the? first of NAMED of? YEAR?",
        "calendar alone": """
            DAY of? MONTH
            MONTH DAY
            on the DAY
        """,
        "last month": "in|during|of|from? last|past NAMED",
        "this month": """
            this SURE
            in|during|of this NAMED
        """,
        "figures": """
            on DAY /DAY
            on|of|from? DAY /DAY /YEAR
        """,
        "month figures": "in|of DAY /YEAR",
        "christmas": """
            at|on|over|during|last christmas eve|day?
            this christmas
            on|at? christmas eve|day? of|in? YEAR
        """,
        "new year": """
            on|at|over|last new year eve|day?
            on|at|over|last new years eve|day?
        """,
        "joined": """
            DATE of|in|on|from DATE
            NAMED of|from? DATE
        """,
        "part": """
            at|in|by|from? the? PART of|in? DATE
            PART SURE
            in|by|from PART NAMED
            at|in|by|from? the? PART of NAMED
            in|by|from? PART YEAR
            at|in|by|from? the? PART of YEAR
            at|in|by|from? the PART of the|this UNIT
        """,
        "between": """
            between BOUND and BOUND
            from BOUND to|until|till|through BOUND
            between the? DAY and the? BOUND
            from? the? DAY to|until|till|through the? BOUND
            from? DATE to|until|till|through the? DAY
            between DATE and the? DAY
            from? MONTH to|through DATE
            DAY -DATE
            from? DATE to|until|till|through the? DAY of? YEAR
            DATE -DAY YEAR?
            in YEAR and|or|to YEAR
            in YEAR -YEAR
        """,
        "since": """
            ever? since the? BOUND
            from BOUND on|onwards|onward
        """,
        "before": "before|prior to? the? BOUND",
        "until": """
            until|till|til|by the? BOUND
            up to|until|till BOUND
        """,
        "after": "after the? BOUND",
        "nothing": """
            every|each|most|a|any|some other? WEEKDAY
            every|each DATE
            on? the DAY of every|each month
            black|good|ash|cyber|casual|super WEEKDAY
            from? WEEKDAY to|through|thru WEEKDAY
            to this day
            before|after|by|until may i|we|he|she|they|you
        """,
        "now": """
            now|currently|presently|nowadays
            at the moment
            at this moment
            at present
            these days
            right now
            latest
            most recent|recently
            the|my|your|his|her|our|their current
        """,
        "now of a noun": "the|my|your|his|her|our|their last",
        "not now": """
            until|till|by|before|from|just now
            up to? now
            now and then|again
            now that
            the|my|your|his|her|our|their last name|names|minute|resort|word|words|one
            at the latest
        """,
    },
)
"""English."""
