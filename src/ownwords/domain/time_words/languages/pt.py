"""Portuguese, as it is spoken in Brazil first."""

from typing import Final

from ownwords.domain.time_words.language import Language
from ownwords.domain.time_words.meanings import Unit

PORTUGUESE: Final = Language(
    numbers={
        "um|uma": 1,
        "dois|duas": 2,
        "três": 3,
        "quatro": 4,
        "cinco": 5,
        "seis|meia": 6,
        "sete": 7,
        "oito": 8,
        "nove": 9,
        "dez": 10,
        "onze": 11,
        "doze": 12,
        "treze": 13,
        "catorze|quatorze": 14,
        "quinze": 15,
        "dezesseis|dezasseis": 16,
        "dezessete|dezassete": 17,
        "dezoito": 18,
        "dezenove|dezanove": 19,
        "vinte": 20,
        "vinte e um|uma": 21,
        "vinte e dois|duas": 22,
        "vinte e três": 23,
        "vinte e quatro": 24,
        "vinte e cinco": 25,
        "vinte e seis": 26,
        "vinte e sete": 27,
        "vinte e oito": 28,
        "vinte e nove": 29,
        "trinta": 30,
        "trinta e um": 31,
        "quarenta": 40,
        "cinquenta": 50,
        "um par de": (2, 3),
        "uns|umas|alguns|algumas|poucos|poucas": (2, 5),
    },
    units={
        Unit.MINUTE: "minuto|minutos",
        Unit.HOUR: "hora|horas",
        Unit.DAY: "dia|dias",
        Unit.WEEKEND: """
            fim|final|fins|finais de semana
            fds
        """,
        Unit.WEEK: "semana|semanas",
        Unit.MONTH: "mês|meses",
        Unit.YEAR: "ano|anos",
    },
    months="janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro",
    short_months="jan, fev, mar, abr, mai, jun, jul, ago, set, out, nov, dez",
    weekdays="segunda, terça, quarta, quinta, sexta, sábado, domingo",
    ordinal_weekdays="segunda quarta quinta sexta",
    thirds=("começo|início|princípio|comecinho", "meio|meados", "fim|final|finzinho|finalzinho"),
    names="Marco",
    measures="""
        reais real dólares dólar euros pesos mil milhões pessoas vezes unidades itens peças metros quilômetros quilos
        gramas litros calorias passos pontos palavras páginas linhas horas km kg g mg ml m m2 m² cm mm w kw kcal mb gb
    """,
    past_endings=("ei", "i", "ou", "eu", "mos", "ram"),
    phrases={
        "today": """
            de? hoje cedo?
            hoje de|a|pela manhã|tarde|noite
            esta|nesta|essa|nessa manhã|tarde|noite
            no? dia de hoje
        """,
        "yesterday": """
            de? ontem cedo?
            ontem de|a|pela manhã|tarde
            no? dia de ontem
        """,
        "last night": """
            ontem de|a|pela noite
            na|a|da? noite passada
            na|a noite de ontem
        """,
        "day before yesterday": """
            anteontem|antontem
            antes de ontem
        """,
        "tomorrow": "amanhã",
        "day after tomorrow": "depois de amanhã",
        "ago": """
            há|havia cerca|mais|menos? de? uns|umas? COUNT UNIT atrás?
            faz uns|umas? COUNT UNIT que|atrás
            COUNT UNIT atrás
        """,
        "ago but no age": "faz uns|umas? COUNT UNIT",
        "ahead": """
            daqui a? uns|umas? COUNT UNIT
            dentro de COUNT UNIT
        """,
        "recent": """
            nos|nas|os|as|dos|das? últimos|últimas COUNT UNIT
            nos|nas|os|as|dos|das? COUNT últimos|últimas UNIT
        """,
        "recent one": "na|no última|último UNIT",
        "recent whole": "o|a|do|da? última|último UNIT",
        "recent few": "nos|nas|os|as|dos|das? últimos|últimas UNIT",
        "this": """
            esta|este|essa|esse|nesta|neste|nessa|nesse|desta|deste|dessa|desse UNIT
            na|no|da|do UNIT atual
        """,
        "last": "na|no|da|do|a|o|em|de? UNIT passada|passado",
        "before last": "na|no|da|do|a|o|em|de? UNIT retrasada|retrasado",
        "next": """
            na|no|da|do|a|o? UNIT que vem
            na|no|da|do|a|o? próxima|próximo UNIT
        """,
        "weekend": "no|nesse UNIT",
        "weekday": """
            na|no|da|do|a|o|em|de|nessa|nesse|naquela|naquele? SUREDAY feira?
            na|da|a|em|de|naquela? ORDINAL feira
            na|no|da|do|a|o|em|de? WEEKDAY feira? passada|passado
            na|no|da|do|a|o? última|último WEEKDAY feira?
            na|no|da|do|a|o? WEEKDAY feira? de|a|pela manhã|tarde|noite
        """,
        "weekday alone": "na|naquela ORDINAL",
        "this weekday": "esta|este|essa|esse|nesta|neste|nessa|nesse|desta|deste|dessa|desse WEEKDAY feira?",
        "next weekday": """
            na|no|da|do|a|o? próxima|próximo WEEKDAY feira?
            na|no|da|do|a|o? WEEKDAY feira? que vem
        """,
        "calendar": """
            em|de|durante NAMED
            em|de? o|no|do? mês de NAMED
            em|de? MONTH de|do? YEAR
            em|de? MONTH /YEAR|SHORTYEAR
            em|no|do|o? dia? DAY de? MONTH de|do? YEAR
            em|no|do|o? dia? DAY /MONTH /YEAR|SHORTYEAR
            em|no|do|o? dia? DAY -MONTH -YEAR
            em|no|do|o? dia? DAY|COUNT de NAMED
            em|no|do|o? dia? COUNT de MONTH de|do YEAR
            em|de|durante|ano YEAR
            no|do|em|de|durante? o? ano de? YEAR
            por volta de YEAR
        """,
        "first day": "em|no|do|o? dia? primeiro de NAMED de|do? YEAR?",
        "calendar alone": """
            no|do? dia DAY
        """,
        "last month": """
            em? NAMED passado
            no|em? último NAMED
        """,
        "this month": "este|esse|neste|nesse|deste|desse NAMED",
        "figures": """
            em|no|do? dia? DAY /DAY /YEAR
            em|no|do|dia DAY /DAY
            no|do dia DAY /DAY
        """,
        "month figures": "em|de DAY /YEAR",
        "christmas": """
            no|do natal passado?
            natal passado
            no|o? último natal
            no|o? natal de YEAR
        """,
        "new year": """
            no|do ano novo|réveillon
            na virada do ano
        """,
        "joined": """
            DATE da|do|de|na|no|deste|desta DATE
            NAMED do? DATE
        """,
        "part": """
            no|na|do|o|em|ao? PART de|da|do? DATE
            no|na|do|o|em|ao? PART de NAMED
            no|na|do|o|em|ao? PART da|do|desta|deste|dessa|desse UNIT
        """,
        "between": """
            entre o|a|os? BOUND e o|a? BOUND
            de|desde o|a? BOUND a|até|ao o|a? BOUND
            do? BOUND ao BOUND
            entre o|os? dia|dias? DAY e o? dia? BOUND
            de|do|desde? o? dia? DAY a|ao|até o? dia? BOUND
            em YEAR a|e|ou YEAR
            em YEAR -YEAR
            DAY -DATE
        """,
        "since": """
            desde o|a? BOUND
            a partir de|da|do? BOUND
            de|da|do BOUND para|pra cá
            de|da|do? BOUND em diante
        """,
        "before": """
            antes de|da|do BOUND
            antes DATE
        """,
        "until": "até o|a|ao? BOUND",
        "after": """
            depois|após de|da|do? o|a? BOUND
            depois|após DATE
        """,
        "nothing": """
            hoje em dia
            até|ate hoje
            de hoje em diante
            rio de janeiro de?
            rua|r|av|avenida|praça|alameda|largo|travessa|rodovia|ponte|bairro|escola|metrô COUNT|DAY de NAMED de?
            terça parte
            todo|toda|todos|todas|cada os|as|o|a? WEEKDAY feira?
            todo|toda|todos|todas|cada DATE
            um|uma|qualquer|alguma|algum WEEKDAY feira?
            no? dia DAY de cada mês
            de WEEKDAY feira? a WEEKDAY feira?
            WEEKDAY feira? santa|gorda
            de segunda mão
            são|santo domingo
        """,
        "now": """
            agora|atualmente|presentemente
            hoje em dia
            no|neste|nesse momento
            nos dias de hoje|atuais
            mais recente|recentes
            mais recentemente
            por enquanto
        """,
        "now alone": "atual|atuais",
        "now of a noun": """
            meu|minha|meus|minhas|seu|sua|seus|suas|nosso|nossa|nossos|nossas|teu|tua? último|última|últimos|últimas
            o|a|os|as último|última|últimos|últimas
        """,
        "not now": """
            até|ate agora
            agora há|a? pouco
            a partir de agora
            de agora em diante
            por último
            último|última|últimos|últimas nome|nomes|palavra|palavras|lugar|hora
        """,
    },
)
"""Portuguese."""
