"""Spanish."""

from typing import Final

from ownwords.domain.time_words.language import Language
from ownwords.domain.time_words.meanings import Unit

SPANISH: Final = Language(
    numbers={
        "un|una|uno": 1,
        "dos": 2,
        "tres": 3,
        "cuatro": 4,
        "cinco": 5,
        "seis": 6,
        "siete": 7,
        "ocho": 8,
        "nueve": 9,
        "diez": 10,
        "once": 11,
        "doce": 12,
        "trece": 13,
        "catorce": 14,
        "quince": 15,
        "dieciséis": 16,
        "diecisiete": 17,
        "dieciocho": 18,
        "diecinueve": 19,
        "veinte": 20,
        "veintiún|veintiuno|veintiuna": 21,
        "veintidós": 22,
        "veintitrés": 23,
        "veinticuatro": 24,
        "veinticinco": 25,
        "veintiséis": 26,
        "veintisiete": 27,
        "veintiocho": 28,
        "veintinueve": 29,
        "treinta": 30,
        "treinta y un|uno|una": 31,
        "cuarenta": 40,
        "cincuenta": 50,
        "un par de": (2, 3),
        "unos|unas|algunos|algunas|pocos|pocas": (2, 5),
    },
    units={
        Unit.MINUTE: "minuto|minutos",
        Unit.HOUR: "hora|horas",
        Unit.DAY: "día|días",
        Unit.WEEKEND: """
            fin|fines de semana
            finde|findes
        """,
        Unit.WEEK: "semana|semanas",
        Unit.MONTH: "mes|meses",
        Unit.YEAR: "año|años",
    },
    months="""
        enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre setiembre, octubre, noviembre, diciembre
    """,
    short_months="ene, feb, mar, abr, may, jun, jul, ago, sep sept set, oct, nov, dic",
    weekdays="lunes, martes, miércoles, jueves, viernes, sábado, domingo",
    thirds=("comienzo|comienzos|inicio|inicios|principio|principios", "mediados", "fin|final|finales|fines"),
    names="Julio",
    measures="""
        pesos dólares dólar euros reales mil millones personas veces unidades artículos piezas metros kilómetros kilos
        gramos litros calorías pasos puntos palabras páginas líneas horas km kg g mg ml m m2 m² cm mm w kw kcal mb gb
    """,
    phrases={
        "today": """
            de? hoy
            hoy por|en|a la mañana|tarde|noche
            esta mañana|tarde|noche
        """,
        "yesterday": """
            de? ayer
            ayer por|en|a la mañana|tarde
            ayer de|a mañana|tarde
        """,
        "last night": """
            anoche
            ayer por|en|a la noche
            la noche pasada
            la noche de ayer
        """,
        "day before yesterday": """
            anteayer|antier
            antes de ayer
        """,
        "tomorrow": "mañana",
        "day after tomorrow": "pasado mañana",
        "ago": """
            hace como|unos|unas|casi? COUNT UNIT atrás?
            hace más|menos|cerca de COUNT UNIT
            COUNT UNIT atrás
        """,
        "ahead": "dentro de unos|unas? COUNT UNIT",
        "recent": """
            en|durante|de? los|las? últimos|últimas COUNT UNIT
            en|durante|de? los|las? COUNT últimos|últimas UNIT
            en|durante|de? los|las? pasados|pasadas COUNT UNIT
        """,
        "recent one": "en|durante el|la último|última UNIT",
        "recent whole": "de? el|la|del último|última UNIT",
        "recent few": "en|durante|de? los|las? últimos|últimas UNIT",
        "this": "en|de|durante? este|esta|ese|esa UNIT",
        "last": """
            en|de|durante? el|la|del? UNIT pasado|pasada
            en|de|durante? el|la|del? pasado|pasada UNIT
        """,
        "before last": "en|de|durante? el|la|del? UNIT antepasado|antepasada",
        "next": """
            en|de|durante? el|la|del? UNIT que viene
            en|de|durante? el|la|del? próximo|próxima UNIT
        """,
        "weekend": "en|durante? el UNIT",
        "weekday": """
            el|del|este|de|para? WEEKDAY pasado?
            el|del? pasado|último WEEKDAY
            el|del? WEEKDAY por|en|a la mañana|tarde|noche
        """,
        "this weekday": "este WEEKDAY",
        "next weekday": """
            el|del? próximo WEEKDAY
            el|del? WEEKDAY que viene
        """,
        "calendar": """
            en|durante NAMED
            en|de|durante? el|del mes de NAMED
            en|de? MONTH de|del? YEAR
            en|de? MONTH /YEAR|SHORTYEAR
            el|del|de? día? DAY de? MONTH de|del? YEAR
            el|del|de? día? DAY /MONTH /YEAR|SHORTYEAR
            el|del|de? DAY -MONTH -YEAR
            el|del|de? día? DAY|COUNT de NAMED
            el|del|de? día? COUNT de MONTH de|del YEAR
            en|de|durante|año YEAR
            en|de|durante? el|del? año de? YEAR
        """,
        "first day": "el|del? primero de NAMED de|del? YEAR?",
        "calendar alone": "el|del? día DAY",
        "last month": """
            en|de? el|del? NAMED pasado
            en|de? el|del? pasado|último NAMED
        """,
        "this month": "en|de? este NAMED",
        "figures": """
            el|del|en|día DAY /DAY
            el|del? día? DAY /DAY /YEAR
        """,
        "month figures": "en|de DAY /YEAR",
        "christmas": """
            en|durante la? navidad|navidades|nochebuena pasada?
            la|las? navidad|navidades pasada|pasadas
            la? última navidad
            en? la? navidad de|del YEAR
        """,
        "new year": """
            en nochevieja
            en|el año nuevo
        """,
        "joined": """
            DATE de|del DATE
            NAMED de|del? DATE
        """,
        "part": """
            a|al|en|el|de|desde? PART de|del? DATE
            a|al|en|el|de? PART de NAMED
            a|al|en|el|de? PART del UNIT
            a|al|en|el|de? PART de la|este|esta UNIT
        """,
        "between": """
            entre el|la? BOUND y el|la? BOUND
            de|desde el|la? BOUND a|hasta|al el|la? BOUND
            entre el DAY y el? BOUND
            del|de|desde? el? DAY al|a|hasta el? BOUND
            en YEAR y|o|a YEAR
            en YEAR -YEAR
            DAY -DATE
        """,
        "since": """
            desde el|la? BOUND
            a partir de|del BOUND
            de|del BOUND en adelante
        """,
        "before": "antes de|del el|la? BOUND",
        "until": "hasta el|la? BOUND",
        "after": """
            después de|del el|la? BOUND
            tras el|la? BOUND
        """,
        "nothing": """
            hoy en día
            hasta hoy
            hasta el día de hoy
            los|cada WEEKDAY
            todos los WEEKDAY
            todos los|cada DATE
            un|algún|cualquier WEEKDAY
            el? día? DAY de cada mes
            de WEEKDAY a WEEKDAY
            santo domingo
            WEEKDAY santo
            domingo de ramos
            la|una|cada|de|por|buena mañana
            calle|avenida|av|plaza|barrio|escuela|metro|estación COUNT|DAY de NAMED de?
        """,
        "now": """
            ahora|actualmente
            hoy en día
            en|por este|el momento
            más reciente|recientes|recientemente
            en la actualidad
        """,
        "now alone": "actual|actuales",
        "now of a noun": "mi|mis|tu|tus|su|sus|nuestro|nuestra|el|la|los|las último|última|últimos|últimas",
        "not now": """
            hasta ahora
            a partir de ahora
            de ahora en adelante
            por último
            último|última nombre|palabra|lugar|hora
        """,
    },
)
"""Spanish."""
