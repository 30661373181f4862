"""Diets: what people call them, and the code under which each is known.

A diet is said as what is left out (`sem glúten`, `alergia a leite`) or as a way to eat (`celíaca`, `vegano`). Some
follow from others: who is celiac eats no gluten. Codes and what implies what follow the Brazilian rules on labels
(RDC 727/2022, Lei 10.674/2003) and common use; `lactose_free` is never `milk_free`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from ownwords.domain.words import fold, words


class DietClass(StrEnum):
    """Why somebody eats so; it decides how careful an offer must be."""

    ALLERGY = "allergy"
    MEDICAL = "medical"
    INTOLERANCE = "intolerance"
    RELIGIOUS = "religious"
    ETHICAL = "ethical"
    PREFERENCE = "preference"


@dataclass(frozen=True, slots=True)
class Diet:
    """A diet: `leaves_out` are names of what is not eaten, `ways` are names of the diet or of who keeps it."""

    code: str
    kind: DietClass
    leaves_out: str = ""
    ways: str = ""


_A, _P = DietClass.ALLERGY, DietClass.PREFERENCE
_NAMES: Final = (
    Diet(
        "gluten_free",
        DietClass.MEDICAL,
        "glúten|gluten",
        """
        celíaco|celíaca|celíacos|celíacas|doença celíaca|seliaco|seliaca|ceiaco|ceiaca|celiac|celiacs|coeliac
        celiac disease|coeliac disease|enfermedad celíaca|celiaquia|celiaquía|tacc|sin tacc
        """,
    ),
    Diet("lactose_free", DietClass.INTOLERANCE, "lactose|lactosa|lactoze", "deslactosado"),
    Diet(
        "milk_free",
        _A,
        """
        leite|leites|laticínio|laticínios|lacticínios|derivados de leite|derivados do leite|proteína do leite
        proteínas do leite|proteína de leite|leite de vaca|proteína do leite de vaca|caseína|milk|dairy
        cow's milk|milk protein|milk proteins|casein|leche|lácteo|lácteos|proteína de la leche|leche de vaca
        productos lácteos|dairy products
        """,
        "aplv|alérgico à proteína do leite|aplv positivo",
    ),
    Diet("egg_free", _A, "ovo|ovos|clara de ovo|egg|eggs|huevo|huevos|albumina"),
    Diet(
        "peanut_free",
        _A,
        """
        amendoim|amendoins|mendoim|minduim|amendoin|peanut|peanuts|maní|cacahuate|cacahuates|cacahuete
        cacahuetes|manises
        """,
    ),
    Diet(
        "tree_nut_free",
        _A,
        """
        castanha|castanhas|castanha de caju|castanha do pará|castanha-do-pará|castanha-de-caju
        castanha do brasil|nozes|noz|amêndoa|amêndoas|avelã|avelãs|macadâmia|pistache|oleaginosas|noz-pecã
        pecã|nuts|nut|tree nut|tree nuts|almond|almonds|hazelnut|hazelnuts|cashew|cashews|walnut|walnuts|pecan
        pecans|pistachio|pistachios|frutos secos|nueces|nuez|almendra|almendras|avellana|avellanas|pistacho
        pistachos|anacardo|anacardos
        """,
    ),
    Diet("soy_free", _A, "soja|soya|soy|soybean|soybeans"),
    Diet("wheat_free", _A, "trigo|farinha de trigo|wheat|harina de trigo"),
    Diet("fish_free", _A, "peixe|peixes|pescado|pescados|fish|pez"),
    Diet(
        "crustacean_free",
        _A,
        """
        crustáceo|crustáceos|camarão|camarões|lagosta|caranguejo|siri|crustacean|crustaceans|shrimp|shrimps
        prawn|prawns|crab|lobster|camarón|camarones|langosta|cangrejo|gambas|langostinos
        """,
    ),
    Diet(
        "mollusc_free",
        _A,
        """
        molusco|moluscos|lula|mexilhão|mexilhões|ostra|ostras|marisco|mollusc|molluscs|mollusk|squid|octopus
        mussel|mussels|oyster|oysters|clam|clams|calamar|calamares|pulpo|mejillón|mejillones|almejas
        """,
    ),
    Diet("shellfish_free", _A, "frutos do mar|fruto do mar|mariscos|shellfish|seafood|frutos de mar"),
    Diet("sesame_free", _A, "gergelim|sésamo|sesame|tahine|ajonjolí|tahini"),
    Diet("mustard_free", _A, "mostarda|mustard|mostaza"),
    Diet("celery_free", _A, "aipo|salsão|celery|apio"),
    Diet("lupin_free", _A, "tremoço|lupin|altramuz|altramuces"),
    Diet("sulphite_free", _A, "sulfito|sulfitos|sulphite|sulphites|sulfite|sulfites"),
    Diet("latex_free", _A, "látex|latex"),
    Diet(
        "tartrazine_free",
        _A,
        """
        tartrazina|corante amarelo|corante tartrazina|ins 102|e102|amarelo 5|tartrazine|amarillo 5
        corante amarelo tartrazina
        """,
    ),
    Diet("fructose_free", _A, "frutose|fructose|fructosa"),
    Diet(
        "phenylalanine_free",
        DietClass.MEDICAL,
        "fenilalanina|phenylalanine",
        "fenilcetonúria|fenilcetonúrico|fenilcetonúrica|pku|phenylketonuria|fenilcetonuria|fenilcetonúrica",
    ),
    Diet(
        "vegan",
        DietClass.ETHICAL,
        """
        origem animal|produtos de origem animal|animal products|origen animal|productos animales
        nada de origem animal
        """,
        """
        vegano|vegana|veganos|veganas|vegan|vegans|veganismo|veganism|plant-based|plant based
        estritamente vegetal
        """,
    ),
    Diet(
        "vegetarian",
        DietClass.ETHICAL,
        "",
        """
        vegetariano|vegetariana|vegetarianos|vegetarianas|vegetarian|vegetarians|veggie|vegetarianismo
        vegetarianism
        """,
    ),
    Diet(
        "ovolactovegetarian",
        DietClass.ETHICAL,
        "",
        """
        ovolactovegetariano|ovolactovegetariana|ovo-lacto-vegetariano|ovolactovegetarian|ovo-lacto vegetarian
        ovolacto
        """,
    ),
    Diet(
        "pescatarian",
        DietClass.ETHICAL,
        "",
        """
        pescetariano|pescetariana|pescatariano|pescatariana|piscetariano|piscitariano|pescatarian|pescetarian
        pescetarians|vegetariana mas como peixe|vegetariano mas como peixe|vegetariana, mas como peixe
        vegetariano, mas como peixe|vegetarian but i eat fish|vegetariana pero como pescado
        vegetariano pero como pescado
        """,
    ),
    Diet(
        "no_pork",
        DietClass.RELIGIOUS,
        "porco|carne de porco|carne suína|suíno|suínos|pork|cerdo|carne de cerdo|chancho|puerco",
    ),
    Diet("no_red_meat", _P, "carne vermelha|carnes vermelhas|red meat|carne roja|carnes rojas"),
    Diet("no_beef", DietClass.RELIGIOUS, "carne bovina|carne de vaca|carne de boi|beef|carne de res|res|bife"),
    Diet("halal", DietClass.RELIGIOUS, "", "halal|halál"),
    Diet("kosher", DietClass.RELIGIOUS, "", "kosher|kasher|kashrut|cashrut|caxer|casher|koscher|kóser|cósher"),
    Diet("sugar_free", _P, "açúcar|açúcares|acucar|sugar|sugars|azúcar|azúcares|asúcar"),
    Diet(
        "no_added_sugar",
        _P,
        """
        adição de açúcar|açúcar adicionado|açúcares adicionados|added sugar|added sugars|azúcares añadidos
        azúcar añadido|azúcar agregada
        """,
    ),
    Diet(
        "low_carb",
        _P,
        "carboidrato|carboidratos|carb|carbs|carbohidratos|carbohydrates|hidratos",
        """
        low carb|low-carb|lowcarb|baixo carboidrato|pouco carboidrato|bajo en carbohidratos
        baja en carbohidratos
        """,
    ),
    Diet("keto", _P, "", "cetogênica|cetogênico|keto|ketogenic|cetogénica|cetogénico"),
    Diet(
        "low_sodium",
        _P,
        "sódio|sal|sodium|salt|sodio",
        """
        baixo sódio|pouco sal|hipossódica|low sodium|low-sodium|low salt|bajo en sodio|baja en sodio
        hiposódica
        """,
    ),
    Diet(
        "alcohol_free",
        DietClass.RELIGIOUS,
        "álcool|bebida alcoólica|bebidas alcoólicas|alcohol|alcool|bebidas alcohólicas",
        "abstêmio|abstêmia|teetotal|teetotaler|abstemio|abstemia",
    ),
    Diet("low_fodmap", _P, "fodmaps", "fodmap|low fodmap|fodmaps"),
    Diet("organic", _P, "", "orgânico|orgânica|orgânicos|orgânicas|organic|orgánico|orgánica|orgánicos"),
)

DIETS: Final = {diet.code: diet for diet in _NAMES}

_AROUND: Final = frozenset(
    fold(
        """
        sem sin no non not não without free livre livres isento isentos zero libre libres contém com with con
        alergia alergias alérgico alérgica alérgicos allergy allergic intolerante intolerância intolerant intolerance
        intolerancia severa severe grave dieta diet comida só food only como eat evito evitar avoid nada que
        a à ao aos de do da dos das del la el las los to of from o as os um uma the
        """
    ).split()
)
"""What stands around the name of what is left out."""


@dataclass(frozen=True, slots=True)
class Named:
    """A diet that words name: its code, and whether by what is left out."""

    code: str
    leaves_out: bool


@cache
def vocabulary() -> dict[tuple[str, ...], Named]:
    """Give the folded words of every name of a diet, as `own_words` reads them and a value is coded by."""
    known: dict[tuple[str, ...], Named] = {}
    for diet in _NAMES:
        for names, leaves_out in ((diet.leaves_out, True), (diet.ways, False)):
            for phrase in names.replace("\n", "|").split("|"):
                if phrase.strip():
                    known.setdefault(_words(phrase), Named(diet.code, leaves_out))
    return known


LONGEST: Final = 6
"""How many words a name of a diet has at most."""


def code_of(name: str) -> str | None:
    """Give the code of a restriction as it is named (`sem glúten`, `alergia a leite`, `vegan`); None where unknown."""
    known = vocabulary()
    for one in (_words(name), core_of(name)):
        if one in known:
            return known[one].code
    return None


def core_of(name: str) -> tuple[str, ...]:
    """Give what a restriction is about: its words without those around them that say that it is left out."""
    found = _words(name)
    first, last = 0, len(found)
    while first < last and found[first] in _AROUND:
        first += 1
    while last > first and found[last - 1] in _AROUND:
        last -= 1
    return found[first:last] or found


def named_in(found: list[str]) -> Iterator[tuple[int, int, Named]]:
    """Give the diets that the folded words of a text name, the longest at each place, with their places."""
    known = vocabulary()
    place = 0
    while place < len(found):
        for length in range(min(LONGEST, len(found) - place), 0, -1):
            named = known.get(tuple(found[place : place + length]))
            if named is not None:
                yield place, place + length, named
                place += length
                break
        else:
            place += 1


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(name))
