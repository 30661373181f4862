"""Words that a query may do without, in pt, en and es: they stand in every text and tell none apart.

They leave queries only, never texts. A word that is empty in one language and means something in another
(`sea`, `son`, `ate`, `once`, `sin`) is not here: in a memory where it is empty, how often it stands there
says so.
"""

from typing import Final

from ownwords.domain.words import fold

_PORTUGUESE: Final = """
a à ao aos as às o os um uma uns umas de da do das dos dum duma em na no nas nos num numa por pela pelo
pelas pelos para pra pro com sem sob sobre entre desde e ou mas que se porque pois como quando onde aonde
quem qual quais quanto quanta quantos quantas eu tu ele ela eles elas nós vós você vocês me te lhe lhes mim
ti si meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas dele dela deles
delas este esta estes estas esse essa esses essas aquele aquela aqueles aquelas isto isso aquilo nisso nisto
disso disto deste desta desse dessa neste nesta nesse nessa naquele naquela daquele daquela já não nem
também só mais muito muita muitos muitas é são era eram foi foram fui ser sendo sido está estão estava
estavam estou estive esteve estar tem têm tinha tinham tenho teve tiveram ter há havia vai vão vou ia
"""

_ENGLISH: Final = """
a an the of in on at to for from with by about into and or but if then than that this these those as so
because while i you he she it we they me him her us them my your his its our their mine yours hers ours
theirs myself yourself himself herself itself ourselves themselves what which who whom whose when where why
how is are was were be been being am do does did doing have has had having will would shall should can could
may might must not no nor don doesn didn isn aren wasn weren hasn haven hadn couldn wouldn shouldn won ain
there here s t re ll ve m d
"""

_SPANISH: Final = """
el la los las lo un una unos unas al del de en por para con sobre entre desde y e o u pero que si porque
pues como cuando donde quien quienes cual cuales cuanto cuanta cuantos cuantas yo tú él ella ello ellos
ellas nosotros vosotros usted ustedes me te se le les nos os mí ti mi mis tu tus su sus mío mía míos mías
tuyo tuya suyo suya nuestro nuestra nuestros nuestras este esta esto estos estas ese esa eso esos esas aquel
aquella aquello aquellos aquellas ya no ni también más muy es era eran fue fueron fui ser siendo sido está
están estaba estaban estoy estuve estuvo estar tiene tienen tenía tenían tengo tuvo tener ha han había voy
va van iba
"""

STOP_WORDS: Final = frozenset(map(fold, f"{_PORTUGUESE} {_ENGLISH} {_SPANISH}".split()))
"""The stop words of the three languages, folded."""

_I: Final = "eu meu minha meus minhas i my mine myself yo mi mis mío mía míos mías"

FIRST_PERSON: Final = frozenset(map(fold, _I.split()))
"""The folded words by which whoever asks means themselves."""

_SAYING: Final = """
disse disseste dissemos disseram digo falei falou falamos falaram falar comentei comentou mencionei mencionou contei
contou conversamos said say says saying told tell tells talk talked mention mentioned dije dijo dijiste dijimos dijeron
hablé habló hablamos comenté comentó mencioné mencionó conté contó
"""

SAYING: Final = frozenset(map(fold, _SAYING.split()))
"""Folded words that only say that something was said: beside a speaker or a time they ask for nothing more."""
