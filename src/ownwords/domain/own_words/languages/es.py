"""Spanish, of America and of Spain."""

from typing import Final

from ownwords.domain.own_words.cues import Cue
from ownwords.domain.own_words.languages.language import Language
from ownwords.domain.own_words.numbers import Numerals

SPANISH: Final = Language(
    name="es",
    cues={
        Cue.ME: "yo|para mí|pa mí|a mí|por mí|conmigo|en mí|en mi caso|por mi parte|pa' mí",
        Cue.FITS: """
            uso|soy|me queda|me quedan|me queda bien|llevo|gasto|tengo|soy una|soy un|la mía|el mío|es la mía
            es el mío|mía|compro|pido|me va|me va bien|ando en|estoy en|me sirve|voy por|entro en|me entra|me viene
            me viene bien|me va perfecto|me calza|usamos|somos|estoy usando|vengo usando|calzo|visto|calzamos|vestimos
            sigo usando|sigo siendo|sigo calzando
        """,
        Cue.SHOES: """
            calzo|calzamos|estoy calzando|zapato|zapatos|zapatilla|zapatillas|tenis|calzado|pie|pies|sandalia
            sandalias|bota|botas|botín|botines|tacones|tacón|chanclas|mocasines|sneakers|championes|ojotas|alpargatas
            deportivas|bambas|mi pie|mis pies|mis zapatos|mi zapato|mi calzado
        """,
        Cue.CLOTHES: """
            visto|vestimos|ropa|camisa|camisas|camiseta|camisetas|playera|playeras|remera|remeras|polera|poleras|blusa
            blusas|pantalón|pantalones|vestido|vestidos|chaqueta|chaquetas|chamarra|chamarras|campera|abrigo|abrigos
            falda|faldas|pollera|short|shorts|jeans|vaqueros|suéter|sudadera|buzo|traje|trajes|saco|cintura|uniforme
            bóxer|calzoncillo|calzoncillos|sostén|sujetador|corpiño|pijama|leggings|calza|calzas|chaleco|prendas
            prenda|jersey|polo|chompa|mi ropa|mis camisetas|mi camiseta|mis camisas|mi camisa
        """,
        Cue.SIZE: """
            mi talla|mi número|mi numero|mi talle|mi medida|mi tamaño|nuestra talla|mi talla de siempre
            la talla que uso|el número que uso|el número que calzo|el talle que uso|mi número de calzado
            mi número de zapato|mi talla de zapato|mi talla de ropa|mi pie|mis pies|mis zapatos|mi zapato|mi calzado
            mi ropa|mis camisetas|mi camiseta|mis camisas|mi camisa
        """,
        Cue.LIKE: """
            me gusta|me gustan|me encanta|me encantan|amo|adoro|prefiero|preferimos|nos gusta|nos encanta|me fascina
            me fascinan|me late|me laten|me copa|me copan|me va la|confío|confiamos|soy fan|soy fanático|soy fanática
            soy fiel|fiel a|soy cliente|soy cliente fiel|soy más de|soy de|soy muy de|me quedo con|no cambio
            no vivo sin|no puedo vivir sin|no puedo estar sin|no suelto|nada supera|nada como|no hay como
            no hay nada como|no hay mejor|es la mejor|son las mejores|es lo mejor|son los mejores|recomiendo
            apuesto por|me inclino por|estoy enamorado de|estoy enamorada de|me tiene enamorado|me tiene enamorada
            me chifla|me flipa|me mola|molan|me apasiona|me enloquece|me vuelve loco|me vuelve loca|nunca me falla
            nunca me fallan|nunca me ha fallado|nunca me decepciona|no me canso de|la rompe|le voy a|les voy a
            solo quiero|elijo|siempre elijo|valoro|hincha de|fan|fans|súper fan|no uso otra cosa que|no uso otro
            no uso otra|debilidad|cariño|le tengo cariño|no puedo evitar|no puedo dejar de
        """,
        Cue.AVOID: """
            evito|evitamos|odio|odiamos|detesto|detestamos|aborrezco|boicoteo|boicoteamos|estoy boicoteando|no soporto
            no soportamos|no aguanto|no trago|no banco|rechazo|dejé de|dejamos de|ya no compro|ya no uso|paso de
            huyo de|huyo|me niego|me cae mal|me caen mal|me choca|me chocan|nunca más|jamás|estoy harto de
            estoy harta de|harto de|harta de|me harté de|me cansé de|abandoné|descarto|lejos de mí|no confío
            me decepcionó|me da asco|me dan asco|ni loco|ni loca|ni muerto|ni muerta|ni regalado|ni regalada
            ni de broma|ni a palos|ni en pedo|ni de coña|basta de|lista negra|estoy en contra|no quiero saber nada
            le saco la vuelta|le tengo manía|le tengo bronca|le tengo tirria|me repatea|no entra en mi casa
            no entra en casa|corté con|fuera|es mala|es malísima|es horrible|es una porquería|son malas|me pudre
            me enferma la|ni cerca|lejos de la|vetada|vetadas|vetado|vetados|prohibida|prohibidas|bloqueada|bloqueadas
            no le doy ni un peso|ni un peso|no piso
        """,
        Cue.USE: """
            uso|usamos|llevo|calzo|visto|tomo|bebo|consumo|consumimos|estoy usando|vengo usando|voy de|voy con|gasto
            me pongo
        """,
        Cue.SHOP: """
            compro|compramos|hago las compras|hago mis compras|hago la compra|hago el súper|suelo comprar|pido|pedimos
            encargo|mis compras|mi súper|voy a|vamos a|cliente|clienta|soy cliente|soy clienta|comprar
            prefiero comprar|me gusta comprar|me encanta comprar|mis pedidos|compro todo|compro siempre|todo lo compro
            recurro a|me surto|me abastezco|mercar|merco|hago el mercado|hago mercado|hago mandado|hago el mandado
            busco en|prefiero
        """,
        Cue.FAVOURITE: """
            mi marca|mis marcas|mi favorita|mis favoritas|mi favorito|mis favoritos|favorita|favoritas|favorito
            favoritos|mi preferida|mis preferidas|mi preferido|preferida|preferidas|preferido|preferidos|mi tienda
            mis tiendas|mi súper|mi supermercado|mi farmacia|de cabecera|mi tienda favorita|de confianza|mi elección
            mi primera opción|primera opción|marca de siempre|tienda de siempre|número uno|para mí es|para mí son
            la que más me gusta|el que más me gusta|mi tienda de cabecera|mi predilecta|predilecta|mi sitio
        """,
        Cue.BRAND_NOUN: "marca|marcas|fabricante",
        Cue.SHOP_NOUN: """
            tienda|tiendas|súper|supermercado|farmacia|sitio|web|app|mercado|almacén|negocio|local|comercio
        """,
        Cue.AM: """
            soy|somos|tengo|tenemos|estoy|padezco|padezco de|sufro de|me diagnosticaron|me detectaron
            fui diagnosticado|fui diagnosticada|me volví|me hice|me hago|vivo con|nací con|descubrí que soy
            descubrí que tengo
        """,
        Cue.EAT: """
            como|comemos|puedo comer|puedo tomar|puedo beber|puedo consumir|puedo con|puedo|bebo|tomo|tomamos|consumo
            consumimos|ingiero|pruebo|comer|tomar|beber|consumir|me llevo a la boca
        """,
        Cue.TOLERATE: """
            tolero|digiero|aguanto|soporto|me sienta bien|me sientan bien|me cae bien|me caen bien|proceso
        """,
        Cue.DIET: """
            sigo|dieta|mi dieta|hago dieta|sigo una dieta|alimentación|mi alimentación|mi comida|restricción
            restricciones|llevo una dieta|llevo una alimentación|llevo|practico|estoy a dieta|régimen|estilo de vida
            respeto|guardo|hago|mantengo
        """,
        Cue.ALLERGY: """
            alergia|alergias|alérgico|alérgica|alérgicos|alérgicas|intolerante|intolerantes|intolerancia|intolerancias
            sensible|sensibilidad|me hace mal|me hacen mal|me hace daño|me hacen daño|me da alergia|me dan alergia
            me sienta mal|me sientan mal|me cae mal al estómago|me cae pesado|me cae mal|me caen mal|me cae fatal
            me provoca|reacción|reacciones|anafilaxia|anafiláctico|me mata|me hincha|me enferma|me brota|me broto
            me saca ronchas|me salen ronchas|me da urticaria|me cierra la garganta|me manda al hospital
            termino en el hospital
        """,
        Cue.WITHOUT: """
            sin|sin nada de|libre de|libres de|cero|nada de|nada con|ni una gota de|exento de|exenta de|eliminé|dejé
            corté|evito|quité|saqué|bajo en|bajo|poco|baja en|dejé de comer|dejé de tomar|prescindo de
        """,
        Cue.HABIT: """
            siempre|solo|sólo|solamente|únicamente|suelo|normalmente|generalmente|habitualmente|por lo general
            toda la vida|desde siempre|cada vez|todo el tiempo|en todo|para todo|hace años|desde hace años
            de toda la vida|a diario|todos los días|todas las semanas|de verdad|exclusivamente|nada más|por defecto
            cada mes|para siempre|en general|por lo regular|desde chico|desde chica|desde niño|desde niña|en adelante
            siempre fue|siempre fui|siempre ha sido
        """,
        Cue.NOW: """
            ahora|actualmente|hoy en día|hoy por hoy|a partir de ahora|de ahora en adelante|últimamente|ya
            en la actualidad|desde ahora
        """,
        Cue.CHANGE: """
            pasé a|me pasé a|pasé al|pasé a la|cambié a|me cambié a|subí a|subí al|bajé a|bajé al|bajé a la|subí a la
            me volví|me hice|ahora soy|me mudé a|cambié por|eliminé|dejé|corté|dejé de comer|dejé de tomar|quité|saqué
        """,
        Cue.KEEP: """
            apunta|apunta que|anota|anota que|apúntalo|anótalo|anotá|apuntá|guarda|guardá|guarda que|graba|registra
            registrá|recuerda|recuerda que|acordate|acuérdate|acuérdate de que|acordate que|ten en cuenta
            tené en cuenta|tenga en cuenta|toma nota|tomá nota|no olvides|no te olvides|corrige|corregí|actualiza
            actualizá|para que sepas|que conste|que sepas|te aviso|te comento|te cuento|pon que|ponme|poné|agenda
            memoriza|guárdalo|queda anotado|considera|por si sirve|anótame|apúntame|anotame|apuntame|lo correcto es
            en mi ficha|en mi perfil
        """,
        Cue.PUT: """
            pon|ponle|poné|agrega|agregá|añade|añadí|prioriza|priorizá|primero|dale prioridad|da prioridad
            dale preferencia|da preferencia|coloca|incluye|incluí|suma|sumá|en mis favoritas|a mis favoritas
            a favoritos|en favoritos|como favorita|como favorito|muéstrame primero|mostrame primero|mete|meté
        """,
        Cue.NOT: """
            ~no|nunca|jamás|ni|tampoco|ya no|de ninguna manera|en absoluto|dejé de|incapaz de|imposible|no más
            me queda chico|me queda chica|me queda grande|me queda corto|me queda ajustado|me aprieta|me aprietan
            demasiado chico|demasiado grande
        """,
        Cue.UNTRUE: """
            no es cierto|no es verdad|es mentira|es falso|mentira|falso|lejos de|qué va|no es que|niego que
            quién dijo que|no dije que|nunca dije que|no significa que|no quiere decir que|dudo que|dudo mucho
        """,
        Cue.WOULD: """
            sería|usaría|compraría|calzaría|me gustaría|preferiría|tendría|comería|consumiría|tomaría|elegiría
            recomendaría
        """,
        Cue.NONE: "ningún|ninguna|ninguno|nada|para nada",
        Cue.BETTER: "mejor que",
        Cue.REMOVE: """
            quita|quitá|quitar|saca|sacá|elimina|eliminá|borra|bloquea|bloqueá|oculta|ocultá|esconde|escondé
            no me muestres|no me mostrés|no muestres|no mostrés|no me enseñes|no me ofrezcas|no me recomiendes
            no me sugieras|no me pongas|deja de mostrar|dejá de mostrar|deja de mostrarme|dejá de mostrarme|excluye
            excluí|filtra|filtrá|no quiero ver|descarta|descartá|ignora|fuera|retira|tacha|tachá|cambia|cambiá|cambio
            cambié|reemplaza|reemplazá|sustituye|de mis resultados|de mis búsquedas|de mis favoritas|de mis favoritos
            de mi lista|de mi perfil
        """,
        Cue.FORGET: """
            olvida|olvida que|olvidá|olvidá que|olvídate|olvidate|olvídate de|olvida mi|borra|borrá|borra mi|borra que
            elimina mi|elimina que|está mal|está equivocado|está equivocada|estaba mal|es incorrecto|incorrecto
            equivocado|deshaz|cancela|cancelá|no guardes|no recuerdes|no anotes|no registres|desestima|ignora que
        """,
        Cue.ALLOW: """
            ya puedes mostrar|ya podés mostrar|puedes mostrar|podés mostrar|puedes volver|vuelve a mostrar
            volvé a mostrar|ya no evito|ya no odio|ya no boicoteo|no tengo nada contra|no tengo nada en contra
            nada contra|nada en contra|no me molesta|no me molestan|no me importa|me da igual|hice las paces
            desbloquea|desbloqueá|deja de evitar|dejá de evitar|deja de ocultar|dejá de ocultar|no es que|sin problema
            sin problemas|tranquilamente|sin drama|normal|de la lista negra|de las bloqueadas|ya se me pasó
        """,
        Cue.EXCEPT: """
            menos|excepto|salvo|a menos que|que no sea|que no sean|quitando|exceptuando|con excepción de
            a excepción de
        """,
        Cue.RATHER: """
            en vez de|en lugar de|antes que|que a|más que|comparado con|frente a|a cualquier otra|a cualquier otro
        """,
        Cue.UNDO: """
            es broma|era broma|broma|bromeo|estoy bromeando|digo|quiero decir|quise decir|perdón|me equivoqué|ups
            ironía|es chiste|chiste|miento|mejor dicho|no, no|o sea no|perdona
        """,
        Cue.ASK: """
            será que|cuál|cuáles|qué|quién|quiénes|dónde|cuánto|cuántos|cuándo|por qué|cómo|sabes si|sabés si
            recuerdas si|te acuerdas si|te acordás si|debo|debería|tendrá|habrá|me dices si|me decís si|quisiera saber
            quiero saber|me pregunto|acaso|alguien sabe|qué tal|qué te parece|qué talla|qué número|vale la pena
            crees que|creés que
        """,
        Cue.SEEK: """
            quiero|quisiera|busco|buscando|estoy buscando|ando buscando|necesito|hay|tienes|tenés|tienen|tiene
            muéstrame|mostrame|enséñame|dame|deme|mándame|mandame|manda|mandá|busca|buscá|encuentra|encontrame
            consígueme|conseguime|compra|comprá|cómprame|comprame|recomiéndame|recomendame|recomienda|sugiéreme
            sugerime|voy a comprar|voy a llevar|voy a pedir|me llevo|me das|me da|tráeme|traeme|reserva|reservá|separa
            agrega al carrito|pon en el carrito|antojo|se me antoja|tengo ganas|ganas de|vi un|vi una|vi unas
            cuánto cuesta|cuánto vale|compara|compará|pienso comprar|quiero probar|voy a probar|me gustaría|a ver si
            fíjate si|fijate si|puede ser|necesitamos
        """,
        Cue.OTHER: """
            él|ella|ellos|ellas|alguien|hombre|mujer|niño|niña|niños|niñas|bebé|bebés|recién nacido|hijo|hija|hijos
            hijas|hijito|hijita|nene|nena|nenes|chico|chica|chicos|chicas|hijastro|hijastra|ahijado|ahijada|nieto
            nieta|nietos|nietas|sobrino|sobrina|sobrinos|sobrinas|hermano|hermana|hermanos|hermanas|primo|prima|primos
            tío|tía|tíos|padre|madre|padres|papá|mamá|papi|mami|viejo|vieja|viejos|abuelo|abuela|abuelos|abuelito
            abuelita|suegro|suegra|suegros|yerno|nuera|cuñado|cuñada|esposo|esposa|marido|mi mujer|mi hombre|novio
            novia|pareja|compañero|compañera|prometido|prometida|ex|amigo|amiga|amigos|amigas|colega|colegas|jefe|jefa
            vecino|vecina|vecinos|padrino|madrina|profesor|profesora|profe|médico|médica|doctor|doctora|nutricionista
            nutri|entrenador|entrenadora|influencer|bloguero|bloguera|youtuber|vendedor|vendedora|todo el mundo|todos
            la gente|nadie|familia|mi familia|en casa todos|en mi casa|empresa|mi empresa|el usuario|usuario|usuaria
            el cliente|invitado|invitada|invitados|alumno|alumna|alumnos|paciente|equipo|los demás|otra persona
            adolescente|muchacho|muchacha|muchachos|peque|peques|gemelos|quinceañera|tipo|tipa|empleada|niñera
            compadre|comadre|carnal|cuate|pibe|piba|gurí|chamaco|chamaca|mucha gente
        """,
        Cue.ANIMAL: """
            perro|perra|perros|perrito|cachorro|gato|gata|gatos|gatito|mascota|mascotas|caballo|conejo|hámster|loro
            pájaro|michi|pañal|pañales
        """,
        Cue.THEY: """
            calza|calzan|viste|visten|usa|usan|le gusta|les gusta|le gustan|le encanta|les encanta|le encantan
            prefiere|prefieren|adora|adoran|ama|aman|compra|compran|odia|odian|detesta|evita|evitan|come|comen|bebe
            toma|confía|lleva|llevan|gasta|quiere|quieren
        """,
        Cue.OURS: "nosotros|nosotras|los dos|las dos|ambos|somos|usamos|calzamos|compramos|vestimos",
        Cue.GIFT: """
            regalo|regalos|de regalo|para regalar|para regalo|regalar|regalito|obsequio|cumpleaños|cumple
            amigo invisible|amigo secreto|día de la madre|día del padre|navidad para|baby shower|para un|para una
            voy a regalar|quiero regalar|donar|donación|aniversario|detalle para|invité|viene a cenar|vienen a cenar
        """,
        Cue.REPORT: """
            dice|dice que|dicen|dijo|dijeron|cree que mi|piensa|piensan|escribió|escribieron|contó|cuenta que|preguntó
            preguntaron|asegura|aseguró|afirma|afirmó|insiste|comentó|recomendó|recomienda|recomendaron|sugirió
            sugiere|según|de acuerdo con|diciendo|leí que|leí|oí que|oí|escuché que|escuché|me dijeron|me dijo|pidió
            pidieron|publicó|posteó|ponía|pone que|aparece|figura|consta|está escrito|jura que|mandó|vi que|di que
            repite|traduce|finge que|escribe|resume
        """,
        Cue.SOURCE: """
            reseña|reseñas|opinión|opiniones|anuncio|anuncios|publicidad|propaganda|comercial|artículo|noticia|post
            comentario|comentarios|etiqueta|envase|empaque|rótulo|la página|página|el sitio|la web|descripción|título
            texto|correo|email|mensaje|video|vídeo|perfil|tabla|ficha|menú|carta|receta|informe|examen|prompt|enlace
            blog|foro|catálogo|eslogan|canción|película|libro|captura|producto|vitrina|folleto
        """,
        Cue.PAST: """
            era|éramos|fui|ya fui|fue|fueron|tenía|tuve|había|usaba|usábamos|usé|calzaba|calcé|vestía|vestí|me gustaba
            me gustaban|me gustó|me gustaron|me encantaba|me encantó|gustó|gustaba|prefería|preferí|amaba|amé|adoraba
            compraba|comprábamos|evitaba|odiaba|detestaba|boicoteaba|comía|comí|bebía|podía|seguía|hacía|confiaba
            frecuentaba|solía|cuando era|cuando tenía|de niño|de niña|de chico|de chica|de joven|de adolescente
            en la infancia|en la universidad|en la facultad|en el colegio|en la secundaria|en la prepa
            en aquella época|en esa época|antes|antes de|antes del|en el pasado|el año pasado|hace tiempo que no
            años atrás|antiguamente|en los años|durante el embarazo|llevaba|iba a|iba al|era cliente|alguna vez
            hasta el año pasado|en mi juventud|me quedó|me quedaron|quedó
        """,
        Cue.BOUGHT: """
            compré|compramos ayer|gané|recibí|devolví|vendí|vendo|vendemos|estoy vendiendo|en venta|encargué|pedí
            regalé|me regalaron|di|pagué|llegó|llegaron|me llegó|mi pedido|el pedido|pedido|pedidos|última compra
            mi último|mi última|compró|compraron|se rompió|se me rompió|vino|cupón|factura|ticket|me lastimó|me probé
            alquilo|revendo|se atrasó|devolución
        """,
        Cue.ONCE: """
            esta vez|esa vez|por esta vez|solo por esta vez|hoy|mañana|ayer|esta semana|esta noche|este mes
            este fin de semana|este año|por ahora|por el momento|de momento|este|esta|ese|esa|estos|estas|esos|esas
            aquel|aquella|este modelo|ese modelo|para la fiesta|para el viaje|para la boda|para esta|para este
            para hoy|el sábado|el domingo|el lunes|sábado|domingo|fin de semana|la semana que viene|la próxima|próxima
            el mes que viene|temporalmente|hasta la boda|hasta el verano|hasta el viernes|a veces|de vez en cuando
            una vez|en cuaresma|cuaresma|en oferta|oferta|para la cena|cena|almuerzo|el próximo|para mañana
        """,
        Cue.IF: """
            =si|=si yo|si fuera|si fuese|si tuviera|si calzara|fuera|fuese|tuviera|calzara|usara|pudiera|quisiera ser
            me gustaría ser|quiero ser|quiero volverme|quiero hacerme|voy a ser|ojalá|supongamos|supón|suponte
            imagina que|imaginate|en caso de|a menos que|siempre que|siempre y cuando|cuando baje de peso
            cuando adelgace|cuando sea|algún día|depende|dependiendo|según la marca|según el modelo|seré|voy a calzar
            voy a usar|pienso ser|pienso volverme|con tal de que|estoy pensando en|pensando en|quiero empezar
            voy a empezar|pienso empezar
        """,
        Cue.HEDGE: """
            creo que|creo|quizá|quizás|tal vez|a lo mejor|supongo|supongo que|me parece|pienso que|debo ser|debo de
            debe ser|probablemente|posiblemente|más o menos|como un|alrededor de|casi|casi no|cerca de|aproximadamente
            no sé si|no estoy seguro|no estoy segura|si no me equivoco|sospecho|intento|trato de|a veces
            de vez en cuando|cuando puedo|puede que|calculo que|estimo|medio que|no mucho|no muy|no soy muy|un poco
            arriba de|por encima de|debajo de|mayor que|menor que
        """,
        Cue.ELSEWHERE: """
            vivo en|vivo|vive|vivimos|nací|trabajo|trabaja|trabajamos|trabajé|estudio|cerca de|cerca del|al lado de
            al lado del|enfrente de|frente al|detrás de|calle|avenida|departamento|depto|piso|cp|código postal|dni
            pedido número|número de pedido|número de la suerte|número de casa|contraseña|clave|código|años de edad
            edad|cumplí|hincha|patrocinado|patrocina|acciones|invierto|inversor|soy vendedora|soy vendedor
            soy representante|soy gerente|empleado de|empleada de|dueño|dueña|consultora|consultor|revendedora
            franquicia|vacaciones|viaje|viajar|viajo|voy de viaje|visité|pizza|pantalla|tele|televisor|pulgadas
            autobús|camión|línea|página|capítulo|placa|lote|rin|llanta|bicicleta|casco|anillo|colchón|cuero|meta
            presupuesto|gastar|pagar|cuesta|costó|vale|precio|temperatura|fiebre|peso|mido|estatura|altura|sueldo
            entrevista|salario|practicante|pasante
        """,
        Cue.TO: "por|~a|~al|para",
        Cue.AND: "=y|e|&|+|junto con|además de|así como|=y también",
        Cue.BUT: "pero|sino|aunque|sin embargo|porque|pues|así que|entonces|por eso|mientras|en cambio",
        Cue.OR: "~o|o bien|o una|o un|ó",
        Cue.GREETING: """
            hola|buenas|buenos días|buen día|buenas tardes|buenas noches|qué tal|gracias|muchas gracias|por favor
            porfa|porfis|=sí|claro|ok|vale|bueno|bien|exacto|eso|dale|oye|che|mira|jaja|jajaja|jeje|saludos|wey|güey
            tío|amigo|gente|boludo|la verdad|la neta|eh|verdad|cierto|sí|va|sale|si puedes|si podés|si es posible
            si se puede|si no es molestia
        """,
        Cue.FILLER: """
            el|la|los|las|lo|un|una|unos|unas|de|del|en|al|a|con|para|por|es|son|talla|talle|número|numero|tamaño|que
            mi|mis|muy|mucho|mucha|muchos|muchas|más|bien|bastante|todo|toda|también|aquí|acá|ahí|allí|allá|marca
            marcas|tienda|tiendas|productos|producto|cosas|cosa|hombre|mujer|caballero|dama|ancho|grande|pequeño|chico
            justo|exactamente|línea|en línea|cómodo|cómoda|zapato|ropa|tipo|verdad|por nada|por ninguna|por ninguno
            a cualquier otra|a cualquier otro|otra marca|otras marcas|en ese orden|recomendación médica
            por indicación médica|por prescripción médica|tiene que ser|nuestro|nuestra|súper|re
        """,
    },
    numerals=Numerals(
        values={
            "uno": 1,
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
            "dieciseis": 16,
            "diecisiete": 17,
            "dieciocho": 18,
            "diecinueve": 19,
            "veinte": 20,
            "veintiuno": 21,
            "veintidos": 22,
            "veintitres": 23,
            "veinticuatro": 24,
            "veinticinco": 25,
            "veintiseis": 26,
            "veintisiete": 27,
            "veintiocho": 28,
            "veintinueve": 29,
            "treinta": 30,
            "cuarenta": 40,
            "cincuenta": 50,
            "sesenta": 60,
        },
        joins="y",
        halves=(("y", "medio"), ("y", "media")),
    ),
    letters={"eme": "m", "equis": "x"},
    marks={
        "extra chica": "XCH",
        "extrachica": "XCH",
        "chica": "CH",
        "chico": "CH",
        "mediana": "M",
        "mediano": "M",
        "talla mediana": "M",
        "grande": "G",
        "talla grande": "G",
        "extra grande": "EG",
        "extragrande": "EG",
        "pequeña": "S",
        "única": "ÚNICO",
        "talla única": "ÚNICO",
        "único": "ÚNICO",
    },
    systems={
        "europeo": "EU",
        "europea": "EU",
        "europa": "EU",
        "americano": "US",
        "americana": "US",
        "estados unidos": "US",
        "usa": "US",
        "eeuu": "US",
        "gringo": "US",
        "inglés": "UK",
        "británico": "UK",
        "británica": "UK",
        "inglaterra": "UK",
        "mexicano": "MX",
        "mexicana": "MX",
        "méxico": "MX",
        "mex": "MX",
        "argentino": "AR",
        "argentina": "AR",
        "brasileño": "BR",
        "brasil": "BR",
        "española": "ES",
        "español": "ES",
        "españa": "ES",
        "francés": "FR",
        "francia": "FR",
        "italiano": "IT",
        "italia": "IT",
        "alemán": "DE",
        "alemania": "DE",
        "japonés": "JP",
        "japón": "JP",
        "chino": "CN",
        "centímetros": "cm",
    },
    units="""
        años año añitos meses mes días semanas horas hora minutos min segundos pesos peso dólares dólar euros euro
        reales soles bolívares lucas mangos mil millones kg kilos gramos g mg ml l litros km kilómetros metros m
        pulgadas grados % puntos veces x pares piezas cajas personas cuotas pisos cuartos páginas fotos seguidores
        unidades gb mb w v watts voltios centavos pavos
    """,
    before="""
        $ € us$ mx$ s/ calle avenida av depto departamento casa bloque cp teléfono celular página capítulo sala cuarto
        piso camión autobús línea edad clave código pedido artículo versión canal dni km las la_hora hasta puerta lote
        placa iphone galaxy windows
    """,
    abbreviations="sr sra dr dra etc ej av tel",
)
