"""Portuguese, as it is spoken in Brazil first."""

from typing import Final

from ownwords.domain.own_words.cues import Cue
from ownwords.domain.own_words.languages.language import Language
from ownwords.domain.own_words.numbers import Numerals

PORTUGUESE: Final = Language(
    name="pt",
    cues={
        Cue.ME: """
            eu|pra mim|para mim|por mim|comigo|em mim|a mim|pra mim mesmo|pra mim mesma|no meu caso|de minha parte
            da minha parte|cá pra nós|euzinha|euzinho|pra minha pessoa
        """,
        Cue.FITS: """
            uso|sou|fico com|fico bem com|me serve|me servem|serve em mim|veste em mim|cabe em mim
            fica certinho em mim|fica bom em mim|fica ótimo em mim|fica perfeito em mim|me veste bem|cabe certinho
            levo|pego|peço sempre|compro|tô usando|estou usando|tô no|estou no|tô na|estou na|meu é|o meu é|a minha é
            é o meu|é a minha|vou de|fico no|fico na|fui pro|fui para o|entro no|entro em|encomendo|peço|é meu
            tenho usado|ando usando|venho usando|me cai bem|vai bem em mim|dá certo em mim|dá certinho em mim
            serve certinho|cai bem em mim|me cabe|calço|calco|calso|kalço|kalco|visto|vistoo|calçamos|vestimos
            tô calçando|estou calçando|tô vestindo|estou vestindo|fico bem|fico melhor|me sinto bem|continuo
            continuo usando|continuo vestindo|continuo calçando|sigo usando|sigo vestindo
        """,
        Cue.SHOES: """
            calço|calco|calso|kalço|kalco|calçamos|tô calçando|estou calçando|calçando|ando calçando|venho calçando|pé
            pés|pezão|pezinho|pezinhos|sapato|sapatos|tênis|sandália|sandálias|chinelo|chinelos|bota|botas|calçado
            calçados|sapatênis|sapatilha|sapatilhas|chuteira|chuteiras|salto|tamanco|mocassim|pisante|pisantes
            rasteirinha|scarpin|coturno|alpargata|papete|crocs|tenis|patins|sapateira|meu pé|meus pés|meu sapato
            meus sapatos|meu calçado|meus calçados|meu tênis|meus tênis
        """,
        Cue.CLOTHES: """
            visto|vestimos|vistoo|roupa|roupas|camisa|camisas|camiseta|camisetas|blusa|blusas|calças|vestido|vestidos
            jaqueta|jaquetas|casaco|casacos|moletom|moletons|saia|saias|short|shorts|bermuda|bermudas|jeans
            minha calça|uma calça|de calça|a calça|calça jeans|calça social|calça de|uniforme|cueca|cuecas|calcinha
            calcinhas|sutiã|sutiãs|biquíni|maiô|pijama|pijamas|regata|regatas|legging|macacão|terno|ternos|paletó
            blazer|malha|cintura|manequim|vestuário|look|looks|camisola|sunga|body|colete|suéter|cardigã|parka|peças
            peça de roupa|polo|tô vestindo|estou vestindo|uso calça|visto calça|compro calça|na calça|da calça
            em calça|minhas calças|essa calça|venho vestindo|ando vestindo|vestindo|na parte de cima|na parte de baixo
            minha camiseta|minhas camisetas|minha camisa|minhas camisas|minha blusa|minhas blusas|minha roupa
            minhas roupas|meus vestidos|meu vestido
        """,
        Cue.SIZE: """
            meu número|meu numero|meu tamanho|minha numeração|meu manequim|minha medida|meu nº|meu n°|meu tam
            minha forma|meu num|número do meu|tamanho do meu|tamanho da minha|numeração do meu|numeração da minha
            nossa numeração|nosso número|nosso tamanho|o tamanho que uso|o tamanho que eu uso|o número que uso
            o número que eu uso|o número que calço|o número que eu calço|meu tamanho de sempre|meu pé|meus pés
            meu sapato|meus sapatos|meu calçado|meus calçados|meu tênis|meus tênis|minha camiseta|minhas camisetas
            minha camisa|minhas camisas|minha blusa|minhas blusas|minha roupa|minhas roupas|meus vestidos|meu vestido
        """,
        Cue.LIKE: """
            gosto|gosto mesmo|curto|curto demais|adoro|amo|prefiro|amamos|adoramos|gostamos|preferimos|curtimos|confio
            confiamos|confiei|me amarro|piro|sou fã|somos fãs|sou fanático|sou fanática|fanático por|fanática por
            fã de carteirinha|fã|fãs|sou apaixonado|sou apaixonada|apaixonada por|apaixonado por|sou viciado em
            sou viciada em|sou doido por|sou doida por|sou louco por|sou louca por|sou cliente|sou cliente fiel
            cliente fiel|sou fiel|fiel à|fiel a|sou mais|sou muito mais|sou do time|sou time|time|sou team|me dou bem
            me dou muito bem|me identifico|não vivo sem|não fico sem|não vivo sem a|não troco|não abro mão|não largo
            não dispenso|não resisto|não passo sem|não consigo viver sem|não consigo ficar sem|nada supera|nada bate
            ninguém bate|nenhuma bate|nada se compara|não existe melhor|não tem melhor|não tem igual
            não tem pra ninguém|é imbatível|é a melhor|são as melhores|é o melhor|são os melhores|é tudo de bom|é vida
            é tudo pra mim|não deixo de comprar|não deixo de usar|não canso|nunca me decepcionou
            nunca me deixou na mão|nunca decepciona|nunca tive problema|não me decepciona|não me deixa na mão
            tenho preferência|dou preferência|minha preferência|minhas preferências|de coração|mora no meu coração
            me ganhou|me conquistou|me encanta|me agrada|me agradam|boto fé|ponho fé|meu xodó|minha queridinha
            meu queridinho|minhas queridinhas|queridinha|queridinho|é top|são top|recomendo|aprovo|sempre confiei
            fecho com|tô com|sou de|sou da|sou do|por aqui só|só se for|só serve|só presta|só quero|tenho carinho
            morro de amores|morro por|caio matando|não saio da|não saio do|não mudo|não mudo de|dou prioridade
            priorizo|simpatizo|valorizo|não uso outra coisa|não uso outra|não uso outro|não compro outra
            não quero outra|minha paixão|carinho|um amor|paixão|um fraco|tenho um fraco|queda|tenho uma queda
            tenho um amor|meu crush|não posso evitar|não consigo evitar|não consigo parar de
        """,
        Cue.AVOID: """
            evito|evitamos|tô evitando|estou evitando|venho evitando|ando evitando|odeio|odiamos|detesto|detestamos
            boicoto|boicotamos|tô boicotando|estou boicotando|fujo|tô fugindo|passo longe|tenho ranço|tenho raiva
            tenho nojo|tenho pavor|tenho horror|tenho trauma|peguei ranço|peguei raiva|peguei nojo|peguei trauma
            peguei birra|tenho birra|rejeito|recuso|me recuso|dispenso|deixei de|parei de|parei com|larguei|abandonei
            cansei|desisti|cortei|corto|tirei da minha vida|risquei da minha vida|risca|riscar|não suporto
            não suportamos|não aguento|não tolero marca|não confio|não entra na minha casa|não entra aqui em casa
            não entra em casa|não passa pela minha porta|não piso|não ponho os pés|me decepcionei|me decepcionou
            nunca mais|jamais|tô|estou fora|to fora|quero distância|quero é distância|distância da|distância de
            longe de mim|deus me livre|cruz credo|sai fora|me livre de|abomino|repudio|não vejo graça|não desce
            não me desce|sou contra|sou contrária|sou contrário|fora|lista negra|nem a pau|nem pensar|nem morta
            nem morto|nem de graça|nem pintada de ouro|nem pintado de ouro|nem amarrado|nem amarrada|nem sob tortura
            nem por decreto|nem fodendo|nem ferrando|tenho implicância|não curto|não simpatizo|não recomendo|chega de
            ranço|pulo fora|passo reto|não presta|não prestam|é ruim|é péssima|é péssimo|é horrível|são ruins
            me irrita|me irritam|me enoja|tô de mal com|estou de mal com|dispenso qualquer coisa da|longe da|longe do
            longe desse|não passo nem perto|não chego nem perto|nem chego perto|nem passo perto|não passo perto
            bloqueada|bloqueadas|bloqueado|bloqueados|banida|banido|banidas|vetada|vetadas|vetado|proibida|proibidas
            proibido|não entra no meu guarda-roupa|não dou um centavo|não dou um real|não dou meu dinheiro
            não gasto um centavo|não boto a mão
        """,
        Cue.USE: """
            uso|usamos|tô usando|estou usando|ando usando|venho usando|só dá|vou de|fico com|fico na|fico no|levo
            visto|calço|tomo|bebo|consumo|consumimos|passo|vou usar|usar
        """,
        Cue.SHOP: """
            compro|compramos|faço compras|faço minhas compras|faço a feira|faço o mercado|faço as compras|faço mercado
            costumo comprar|costumo pedir|peço|pedimos|encomendo|minhas compras|minhas compras do mês|frequento|vou na
            vou no|vou à|vou ao|vamos na|vamos no|cliente|clientes|freguês|freguesa|sou freguês|sou freguesa
            sou cliente|é lá que|compro lá|pego na|pego no|tô sempre na|tô sempre no|estou sempre na|estou sempre no
            gasto na|gasto no|garimpar|resolvo na|resolvo no|recorro|abasteço|prefiro comprar|gosto de comprar
            adoro comprar|amo comprar|curto comprar|gosto de pedir|prefiro pedir|meus pedidos|fecho na|fecho no
            vou direto na|vou direto no|vou direto pra|busco na|busco no|procuro na|procuro no|assino|tenho assinatura
            manda de lá|bato ponto|batendo ponto|prefiro|cpro
        """,
        Cue.FAVOURITE: """
            minha marca|minhas marcas|minha favorita|minhas favoritas|meu favorito|meus favoritos|minha preferida
            minhas preferidas|meu preferido|meus preferidos|favorita|favoritas|favorito|favoritos|preferida|preferidas
            preferido|preferidos|minha loja|minhas lojas|meu mercado|meu supermercado|minha farmácia|meu site
            meus sites|minha loja favorita|marca do coração|loja do coração|marca boa pra mim|marca boa para mim
            marca pra mim|marca que eu uso|marca que uso|marca que mais uso|marca que eu mais uso|marca que eu gosto
            marcas que eu gosto|loja que eu uso|loja que uso|lojas que eu gosto|loja que eu gosto|loja onde compro
            loja em que compro|loja que mais compro|minha padaria|meu açougue|minha livraria|meu sebo|minha papelaria
            meu e-commerce|meu pet shop|minha perfumaria|meu atacado|meu atacadão|meu hortifruti|minha drogaria
            minha queridinha|minhas queridinhas|número um|número 1|pra mim é|para mim é|pra mim são|para mim são
            de confiança|minha escolha|minha primeira opção|primeira opção|minha marca favorita|minha marca preferida
            minha marca do coração|marca da minha vida
        """,
        Cue.BRAND_NOUN: "marca|marcas|grife|fabricante",
        Cue.SHOP_NOUN: """
            loja|lojas|mercado|supermercado|farmácia|site|app|aplicativo|magazine|drogaria|padaria|livraria|pet shop
            petshop|atacado|varejista
        """,
        Cue.AM: """
            sou|somos|tenho|temos|estou|tô|fui diagnosticado|fui diagnosticada|fui diagnosticado com|descobri que sou
            descobri que tenho|convivo com|nasci com|sofro de|sofro com|me tornei|me descobri
        """,
        Cue.EAT: """
            como|comemos|consumo|consumimos|bebo|bebemos|tomo|tomamos|ingiro|posso comer|posso consumir|posso tomar
            posso beber|posso ingerir|posso com|posso|podemos|comer|consumir|ingerir|coloco na boca|ponho na boca
            boto na boca|encosto em|toco em|chego perto de
        """,
        Cue.TOLERATE: "tolero|suporto|digiro|processo bem|aceito|desce|me cai bem|me faz bem",
        Cue.DIET: """
            faço|sigo|dieta|alimentação|minha dieta|minha alimentação|minha comida|minhas refeições|regime|restrição
            restrições|estilo de vida|faço dieta|sigo dieta|sigo uma dieta|sigo uma alimentação|pratico|adoto|mantenho
            respeito|observo|aderi|adepto|adepta|adepto do|adepta do
        """,
        Cue.ALLERGY: """
            alergia|alergias|alergia severa|alergia grave|alérgico|alérgica|alérgicos|alérgicas|intolerante
            intolerantes|intolerância|intolerâncias|hipersensível|hipersensibilidade|sensível|sensibilidade|me faz mal
            me fazem mal|faz mal pra mim|fazem mal pra mim|me dá alergia|me dão alergia|me dá reação|me dá choque
            choque anafilático|anafilaxia|anafilático|me mata|passo mal|não me faz bem|não me fazem bem|me ataca
            me incha|me dá urticária|me empola|fico empolado|fico empolada|me dá diarreia|me dá cólica|me dá gases
            reação alérgica|reação|não me cai bem|não caem bem|fecha a garganta|fecha minha garganta
            minha garganta fecha|me enche de bolinha|me manda pro hospital|me leva pro hospital|vou parar no hospital
            me deixa mal|me deixa doente|me empipoca|não entra no meu prato|não entra na minha boca
            não entra no meu corpo|não entra na minha casa|não passa na minha boca
        """,
        Cue.WITHOUT: """
            sem|sem nada de|sem nenhum|sem nenhuma|zero|livre de|livres de|isento de|isentos de|nada de|nada com
            nada que tenha|nada que leve|nem um pingo de|nem traço de|nem traços de|0%|free|corto|cortei|evito
            eliminei|tirei|retirei|excluí|aboli|parei com|larguei|baixo|pouco
        """,
        Cue.HABIT: """
            sempre|só|somente|apenas|costumo|geralmente|normalmente|em geral|toda vez|todas as vezes|desde sempre
            a vida toda|a vida inteira|há anos|faz anos|há tempos|faz tempo|de longe|de verdade|em tudo|pra tudo
            para tudo|no dia a dia|dia a dia|todo mês|toda semana|todo dia|todos os dias|quase sempre|de praxe
            por padrão|padrão|na maioria das vezes|mesmo|toda a vida|desde criança|desde pequeno|desde pequena
            exclusivamente|unicamente|o resto da vida|pra sempre|para sempre|nunca mais|sempre foi|sempre fui
            sempre foram
        """,
        Cue.NOW: """
            agora|hoje em dia|atualmente|ultimamente|a partir de agora|de agora em diante|daqui pra frente
            daqui pra diante|daqui em diante|no momento|nos últimos tempos|já
        """,
        Cue.CHANGE: """
            passei pro|passei pra|passei a|passei para o|passei para a|passei para|mudei pro|mudei pra|mudei para
            fui pro|fui pra|fui para o|virei|me tornei|troquei pela|subi pro|subi para o|desci pro|desci para o
            aumentei pro|cheguei no|voltei pro|voltei pra|voltei a|migrei pra|migrei para|aderi|me converti|comecei a
            cortei|eliminei|tirei|parei com|larguei|excluí|aboli|retirei|parei de comer|parei de tomar|parei de beber
        """,
        Cue.KEEP: """
            anota|anota aí|anote|anotar|anotado|guarda|guarda aí|guarde|grava|grava aí|grave|registra|registre
            registrar|salva|salve|salvar|lembra que|lembre que|lembra disso|lembre-se|lembrar que|não esquece que
            não esqueça que|nunca esquece que|pode guardar|pode anotar|pode salvar|pode gravar|memoriza|memorize
            marca aí|marca que|deixa anotado|deixa salvo|deixa registrado|bota aí|põe aí|fica sabendo|saiba que
            fique sabendo|atualiza|atualize|atualizar|corrige|corrija|cadastra|cadastre|só pra constar|pra constar
            para constar|informo que|informo|considera|considere|leva em conta|leve em conta|pra você saber|aviso que
            já aviso|aviso logo|fica a dica|pra registro|não vai esquecer que|não vai esquecer|não esquecer que
            o certo é|o correto é|na minha ficha|no meu cadastro|no meu perfil
        """,
        Cue.PUT: """
            dá prioridade|dê prioridade|dar prioridade|prioriza|priorize|pode priorizar|priorizar|dá preferência
            dê preferência|dar preferência|coloca|coloque|põe|ponha|bota|adiciona|adicione|acrescenta|acrescente
            inclui|inclua|em primeiro lugar|como preferida|como favorita|nas favoritas|nas minhas favoritas
            nas preferidas|nas minhas preferidas|pode mandar|me mostra primeiro|mostra primeiro|mostre primeiro
            favorita aí|em primeiro|primeiro na lista
        """,
        Cue.NOT: """
            não|nao|ñ|nunca|jamais|nem|num|tampouco|deixei de|incapaz de|impossível|apertado demais|apertada demais
            grande demais|pequeno demais|pequena demais|largo demais|larga demais|me aperta|aperta meu pé
            fica apertado|fica apertada|fica largo|fica larga|fica grande em mim|fica pequeno em mim|fica curto
            fica folgado
        """,
        Cue.UNTRUE: """
            não é verdade|não é verdade que|é mentira|mentira|mentira que|é falso|quem disse que|quem falou que
            longe de|até parece|magina|não é que|não quer dizer que|não significa que|nego que|negativo
            não é certo que|não procede|nunca disse que|não disse que|não falei que|nunca falei que|imagina que
            imagina se eu|duvido|duvido que|duvido muito
        """,
        Cue.WOULD: """
            usaria|compraria|calçaria|vestiria|gostaria de usar|adoraria|preferiria|seria|teria|comeria|consumiria
            beberia|pisaria|entraria|escolheria|recomendaria|gostaria
        """,
        Cue.NONE: "nenhum|nenhuma|nada|de jeito nenhum|de forma alguma|de maneira nenhuma|em hipótese alguma",
        Cue.BETTER: "melhor que|melhor do que|melhor q",
        Cue.REMOVE: """
            tira|tire|tirar|remove|remova|remover|retira|retire|exclui|exclua|excluir|bloqueia|bloqueie|bloquear
            esconde|esconda|esconder|oculta|oculte|filtra|filtre|elimina|elimine|some com|não me mostra|não me mostre
            não mostra|não mostre|não me indica|não me indique|não me recomenda|não me recomende|não me oferece
            não me ofereça|não sugere|não me sugere|não me sugira|não me manda|não me mande|para de mostrar
            pare de mostrar|para de me mostrar|pare de me mostrar|não quero ver|não quero nem ver|não quero saber
            deixa de fora|deixe de fora|descarta|descarte|ignora|ignore|corta|corte|risca|risque|bane|bana|banir|pula
            troca|troque|troco|troquei|trocar|substitui|substitua|substituir|das minhas buscas|dos meus resultados
            das minhas opções|das minhas preferidas|das minhas favoritas|das favoritas|das preferidas|da minha lista
            do meu perfil|do meu cadastro|da lista
        """,
        Cue.FORGET: """
            esquece que|esqueça que|esquece isso|esqueça isso|esquece meu|esquece minha|esqueça meu|esqueça minha
            esquece o|esquece a|esqueça o|esqueça a|esquece aquilo|apaga|apague|apagar|deleta|delete|deletar
            desconsidera|desconsidere|tá errado|está errado|tão errados|estão errados|tava errado|estava errado
            anotou errado|errado|desfaz|desfaça|cancela|cancele|remove meu|tira meu|não precisa lembrar|não guarde
            não guarda|não anota|não anote|não salva|não salve|não registra|não registre|não grava|não grave
        """,
        Cue.ALLOW: """
            pode voltar a mostrar|pode mostrar|pode me mostrar|pode voltar|volta a mostrar|volte a mostrar
            não evito mais|não odeio mais|não boicoto mais|fiz as pazes|não tenho nada contra|nada contra|não ligo
            não me importo|tanto faz|não é que eu não|libera|libere|desbloqueia|desbloqueie|parei de evitar
            não sou contra|não precisa evitar|não precisa esconder|sem problema|numa boa|de boa|normalmente|à vontade
            sem problemas|tranquilo|tranquilamente|da lista de bloqueadas|da lista de bloqueados|das bloqueadas
            da lista negra|desbanir|tira da lista negra|não existe sem|superei|já passou a raiva
        """,
        Cue.EXCEPT: """
            menos|exceto|tirando|salvo|fora|a não ser|que não seja|sem ser|com exceção|com exceção de
            desde que não seja|contanto que não seja
        """,
        Cue.RATHER: """
            em vez de|em vez da|em vez do|ao invés de|ao invés da|ao invés do|no lugar de|no lugar da|no lugar do
            do que|que nem|que a|que o|comparado a|à frente de|a qualquer
        """,
        Cue.UNDO: """
            só que não|sqn|brincadeira|brincadeirinha|é zoeira|zoeira|tô zoando|to zoando|tô brincando|estou brincando
            ironia|contém ironia|digo|quer dizer|quis dizer|aliás|ops|opa, não|minto|na verdade não|me enganei
            me confundi|errei|ou melhor|melhor dizendo|desculpa|perdão
        """,
        Cue.ASK: """
            será que|será se|por acaso|qual é|qual|quais|quanto|quantos|quanto que|que número|que tamanho|qual o
            qual a|você lembra|cê lembra|vc lembra|você sabe|cê sabe|vc sabe|sabe se|lembra se|queria saber
            quero saber|gostaria de saber|me diz se|me fala se|me diga se|pode me dizer|devo|deveria|será|onde|por que
            por quê|porque as pessoas|cadê|alguém sabe|alguém tem|tem como|dá pra|o que acha|que acha|o que você acha
            você acha|acha que|vale a pena|que tal
        """,
        Cue.SEEK: """
            quero|queria|quero ver|quero um|quero uma|queremos|procuro|procura|procurando|tô procurando
            estou procurando|preciso|precisava|busco|busca|tô atrás|estou atrás|me mostra|mostra|me vê|vê se tem|vê
            veja|manda|mande|me manda|envia|compra|compre|compra um|pega|pegue|pega um|me arruma|tem|há|existe
            me indica|indica|indique|me recomenda|me sugere|me sugira|me acha|acha um|quanto custa|quanto tá|quanto é
            vou querer|vou levar|vou pegar|vou comprar|quero comprar|quero pedir|quero levar|pode ser|me traz|traz
            separa|reserva|adiciona ao carrinho|põe no carrinho|coloca no carrinho|bota no carrinho|tô a fim
            estou a fim|tô com vontade|estou com vontade|com vontade|deu vontade|me dá|me dê|troca por um|troco por um
            vi um|vi uma|vi umas|achei um|achei uma|gostaria de|gostaria|pretendo|quero experimentar|vou experimentar
            quero testar|vou testar|quero provar|vou provar|pensando em|tô pensando|pesquisa|pesquise|compara|compare
            encontra|encontre
        """,
        Cue.OTHER: """
            ele|ela|eles|elas|dele|dela|deles|delas|alguém|mulher|homem|menino|menina|criança|crianças|bebê|bebês
            neném|recém-nascido|rn|infantil|filho|filha|filhos|filhas|filhinho|filhinha|filhote|enteado|enteada
            afilhado|afilhada|neto|neta|netos|netas|netinho|netinha|sobrinho|sobrinha|sobrinhos|sobrinhas
            sobrinho-neto|irmão|irmã|irmãos|irmãs|mana|caçula|primo|prima|primos|primas|tio|tia|tios|tias|pai|mãe|pais
            papai|mamãe|painho|mainha|coroa|avô|avó|avós|vô|vó|vovô|vovó|bisavó|bisavô|sogro|sogra|sogros|genro|nora
            cunhado|cunhada|marido|esposa|esposo|minha mulher|meu homem|namorado|namorada|noivo|noiva|companheiro
            companheira|parceiro|parceira|conje|conjuge|cônjuge|ex|ficante|crush|amigo|amiga|amigos|amigas|colega
            colegas|chefe|patrão|patroa|vizinho|vizinha|vizinhos|funcionário|funcionária|cliente dela|padrinho
            madrinha|professor|professora|médico|médica|nutricionista|nutri|personal|treinador|influencer|blogueira
            blogueiro|youtuber|vendedor|vendedora|atendente|moçada|galera|pessoal|o pessoal|a galera|povo|o povo|turma
            a turma|minha empresa|a empresa|minha família|família|lá em casa|aqui em casa|todo mundo|as pessoas
            pessoas|ninguém|muita a gente toda|gente|os outros|outra pessoa|outro|outra|bebezinho|menininha|menininho
            guri|guria|piá|moleque|meninos|meninas|adolescente|visita|visitas|convidado|convidada|convidados
            convidadas|o usuário|usuário|usuária|a cliente|o cliente|comprador|compradora|babá|diarista|empregada
            porteiro|motorista|time feminino|equipe|aluno|aluna|alunos|paciente|pacientes|inquilino|genitora|genitor
            gêmeos|trigêmeos|casal|minha gata|meu gato|meu boy|boy|meu parça|parça
        """,
        Cue.ANIMAL: """
            cachorro|cachorra|cachorros|cachorrinho|cão|cães|cadela|dog|doguinho|gato|gata|gatos|gatinho|gatinha|pet
            pets|bichinho|bichano|ração|passarinho|papagaio|peixinho|coelho|hamster|cavalo|golden retriever|poodle
            vira-lata|meu golden|fralda|fraldas
        """,
        Cue.THEY: """
            calça|calçam|veste|vestem|usa|usam|gosta|gostam|adora|adoram|ama|amam|prefere|preferem|curte|curtem|compra
            compram|odeia|odeiam|detesta|detestam|evita|evitam|come|comem|bebe|bebem|confia|confiam|boicota|boicotam
            tão boicotando|estão boicotando|tá boicotando|veste-se
        """,
        Cue.OURS: "nós|nós dois|nós duas|a gente|ambos|somos|usamos|calçamos|vestimos|compramos",
        Cue.GIFT: """
            presente|presentes|presentear|presentinho|lembrancinha|de presente|pra presente|pra dar|para dar
            dar de presente|amigo secreto|amigo oculto|aniversário|vou dar|quero dar|mimo|enxoval|chá de bebê
            dia das mães|dia dos pais|dia dos namorados|dia das crianças|doação|doar|pra doar|vou receber|é pra um
            é pra uma|é para um|é para uma
        """,
        Cue.REPORT: """
            diz|diz que|dizem|disse|disseram|falam|falou|falaram|acha|acham|achou|acharam|escreveu|escreveram|contou
            contaram|perguntou|perguntaram|mandou|mandaram|jura|jurou|garante|garantiu|insiste|insistiu|afirma|afirmou
            comentou|comentaram|explicou|recomendou|recomenda|recomendaram|indicou|indica|sugeriu|sugere|segundo
            conforme|de acordo com|dizendo|falando|vive dizendo|vive falando|pediu|pediram|pede|me chama|postou
            publicou|relatou|li que|vi que|ouvi|ouvi dizer|ouvi falar|ouvi que|soube que|parece que|reza a lenda
            tá escrito|está escrito|tava escrito|estava escrito|consta|consta que|lá diz|aparece|apareceu|saiu que
            deu na|assinado|li numa|li num|li em|vi numa|vi num|leia-se|diga que|diga|repita|repita comigo|traduza
            traduz|finja que|finge que|escreva|escreve|resuma
        """,
        Cue.SOURCE: """
            avaliação|avaliações|resenha|resenhas|anúncio|anúncios|propaganda|comercial|artigo|matéria|notícia|post
            postagem|comentário|comentários|rótulo|embalagem|etiqueta|no site|o site|a loja|na loja|a página|na página
            página|descrição|título|texto|e-mail|email|mensagem|legenda|vídeo|cadastro|o cadastro|tabela|ficha
            planilha|bula|cardápio|receita|exame|laudo|prompt|link|produto|blog|fórum|folheto|panfleto|catálogo
            vitrine|pesquisa|segundo o|slogan|música|letra|filme|novela|livro|meme|print
        """,
        Cue.PAST: """
            era|eram|éramos|fui|já fui|foi|foram|fomos|tinha|tínhamos|tive|já tive|usava|usávamos|usei|já usei|calçava
            calçávamos|calcei|já calcei|vestia|vestíamos|vesti|já vesti|gostava|gostávamos|gostei|já gostei|adorava
            adorei|já adorei|amava|amei|já amei|preferia|preferi|já preferi|curtia|curti|já curti|comprava|comprávamos
            já comprei|costumava|evitava|evitei|já evitei|odiava|odiei|já odiei|detestava|boicotava|boicotei|comia
            comi|já comi|bebia|bebi|não podia|podia|seguia|fazia|fiz|já fiz|confiava|frequentava|pedia|ia na|ia no
            quando era|quando eu era|quando criança|na infância|na adolescência|quando adolescente|na faculdade
            no colégio|na escola|na época|naquela época|na juventude|quando jovem|quando novo|quando nova
            quando mais novo|quando mais nova|antigamente|antes|antes de|antes da|antes do|no passado|ano passado
            anos atrás|tempos atrás|até ano passado|até o ano passado|antes era|um dia|dos meus 15 anos|aos 15
            antes da gravidez|até engravidar|nos anos|em 2010|na gravidez|durante a gravidez|quando grávida
            fui cliente|era cliente|saudade|saudades|bons tempos|chegou a ser|cheguei a|já passou|passou|ficou|ficaram
            serviu|serviram|vestiu bem|veio
        """,
        Cue.BOUGHT: """
            comprei|compramos ontem|ganhei|ganhamos|recebi|devolvi|devolvemos|vendi|vendo|vendemos|tô vendendo
            estou vendendo|à venda|encomendei|pedi|peguei|levei|dei|paguei|chegou|chegaram|veio|vieram|atrasou
            meu pedido|meus pedidos atrasaram|o pedido|pedido|pedidos|última compra|meu último|minha última|último
            última|emprestei|emprestado|achei na promoção|comprou|compraram|aluguei|alugo|revendo|revendi|parcelei
            machucou|quebrou|estragou|deu defeito|cupom|nota fiscal|fatura|boleto|rastreio
        """,
        Cue.ONCE: """
            dessa vez|desta vez|esta vez|essa vez|só dessa vez|só desta vez|hoje|hoje eu|hoje não|amanhã|ontem
            essa semana|esta semana|esse mês|este mês|nesse mês|neste mês|esse ano|no momento não|por enquanto|por ora
            por hoje|só hoje|só por hoje|pra hoje|para hoje|nesse|neste|nessa|nesta|esse|este|essa|esta|aquele|aquela
            desse|deste|dessa|desta|daquele|daquela|naquele|naquela|esse aí|essa aí|pra esse|pra essa|para esse
            para essa|esse modelo|essa marca aí|nesse modelo|pra festa|para a festa|pra viagem|para a viagem
            pro casamento|pro verão|fim de semana|no sábado|sábado|no domingo|domingo|segunda|na segunda|terça|quarta
            quinta|sexta|semana que vem|mês que vem|ano que vem|na quaresma|quaresma|até o casamento|até sexta
            até segunda|até o verão|até o natal|até a prova|temporariamente|provisoriamente|agora mesmo|agora à noite
            hoje à noite|de vez em quando|às vezes|as vezes|uma vez|de novo não|pra minha corrida|pra corrida de
            no churrasco|no jantar|jantar|almoço|antes da cirurgia|pós-operatório|na promoção|promoção|o próximo
            próxima compra|na próxima|vitrine|da vitrine|só agora|agora só|só dessa|só nessa
        """,
        Cue.IF: """
            =se|=se eu|caso|caso eu|se fosse|se eu fosse|se eu tivesse|se um dia|=se a|=se o|suponha|supondo
            suponhamos|imagine que|imagina que|digamos que|faz de conta|fosse|tivesse|calçasse|vestisse|usasse|pudesse
            gostasse|quisesse|queria poder|queria ser|quero ser|quero virar|vou virar|vou ser|pretendo virar
            pretendo ser|penso em virar|penso em ser|virar|a menos que|contanto que|desde que|quando eu emagrecer
            quando emagrecer|quando eu crescer|quando crescer|se deus quiser|quem me dera|oxalá|tomara|vou calçar
            vou vestir|vai ser|serei|depende|dependendo|conforme a marca|se tivesse|se tiver|se for|se não for
            exame de|suspeita de|pediu exame|tô pensando em|estou pensando em|pensando em|vou começar|quero começar
            penso em começar|planejo|tô planejando
        """,
        Cue.HEDGE: """
            acho que|acho|talvez|creio que|creio|penso que|suponho|imagino que|deve ser|devo ser|devo|devo calçar
            devo vestir|devo ter|possivelmente|provavelmente|quem sabe|uns|umas|mais ou menos|por volta de|em torno de
            cerca de|quase|meio que|tipo|não sei se|não tenho certeza|sei lá|se não me engano|salvo engano|suspeito
            desconfio|pode ser que|parece|às vezes|de vez em quando|quando dá|quando posso|tento|tentando|não muito
            não sou muito|até que|nem sempre|chuto|se me lembro|se bem me lembro|vai que|aproximadamente|acima de
            abaixo de|mais de|menos de|maior que|menor que
        """,
        Cue.ELSEWHERE: """
            moro|mora|moramos|vivo|vivo em|vivo no|vivo na|nasci|trabalho|trabalha|trabalhamos|trabalhei|estudo
            estudei|fica na|fica no|perto do|perto da|perto de|ao lado|em frente|na frente|atrás do|rua|avenida|av
            apartamento|apto|casa número|bloco|cep|cpf|rg|pedido número|pedido nº|protocolo|senha|código
            número da sorte|número do pedido|número da casa|número do apartamento|número da rua|meu número é da|idade
            anos de idade|aniversário|torço|time patrocinado|patrocina|ações|invisto|investi|acionista|sou vendedora
            sou vendedor|sou representante|sou gerente|sou funcionária|sou funcionário|sou dono|sou dona|consultora
            consultor|revendedora|revendedor|franquia|franqueado|sócio|férias|viajar|viagem|vou pra|vou para|fui pra
            passear|visitei|visitar|pizza|tela|tv|polegadas|prédio|ônibus|página|capítulo|placa|lote|cômodo|aro|pneu
            bicicleta|bike|capacete|anel|aliança|colchão|sofá|geladeira|couro|perfume pra|natureza|capital|shopping
            passo na frente|passei na frente|meta|orçamento|gastar|pagar|pago|custa|custou|custam|preço|valor|nota
            temperatura|febre|peso|pesando|altura|meço|alvo|juros|salário|entrevista|vaga|estágio|estagiário
            estagiária|meu número da sorte|meu número de telefone|meu número do pedido|meu número de celular
            meu número da casa|olhada
        """,
        Cue.TO: "por|pela|pelo|para|pra|pro|para a|para o",
        Cue.AND: "e|&|+|e também|e tb|junto com|além de|além da|assim como|=e",
        Cue.BUT: """
            mas|porém|contudo|entretanto|só que|porque|pq|pois|então|entao|por isso|já que|aí|daí|enquanto|embora
            apesar|agora
        """,
        Cue.OR: "ou|ou então|ou seja|ou um|ou uma",
        Cue.GREETING: """
            oi|oie|oii|olá|ola|opa|eai|e aí|e ai|bom dia|boa tarde|boa noite|tudo bem|tudo bom|beleza|blz|obrigado
            obrigada|obg|brigado|brigada|valeu|vlw|por favor|pfv|pf|please|sim|claro|ok|okay|certo|isso|isso mesmo
            exato|exatamente|tá|ta|tá bom|ta bom|então|entao|olha|ó|viu|né|tá ligado|ah|ahn|hum|eita|nossa|amém|kk|kkk
            kkkk|kkkkk|rs|rsrs|rsrsrs|haha|hahaha|hehe|hj|querida|querido|moça bonita|gente boa|bb|mano|amigo|amiga
            gente|cara|velho|véi|véio|amor|meu bem|moça|moço|bah|tchê|uai|oxe|parça|bro|combinado|entendeu|fechou|sabe
            se puder|se possível|se for possível|se não for incômodo|se não for pedir muito|por gentileza|por obséquio
            se der
        """,
        Cue.FILLER: """
            o|a|os|as|um|uma|uns|umas|de|da|do|das|dos|em|na|no|nas|nos|à|ao|às|aos|pra|para|pro|por|com|é|são|tamanho
            tam|número|numero|numeração|nº|n°|n|size|muito|muita|muitos|muitas|bem|bastante|demais|mesmo|mesma|msm
            aqui|lá|ali|tudo|todo|toda|todos|todas|certinho|direitinho|grande|pequeno|pequena|sim|também|tb|tbm|que
            isso|produto|produtos|coisa|coisas|da marca|a marca|marca|marcas|loja|lojas|linha|masculino|feminino
            masculina|feminina|adulto|brasileiro|brasileira|br|brasil|social|esportivo|esportiva|confortável|largo
            larga|larguinha|larguinho|apertado|exatamente|exato|aí|viu|né|ué|ó|hein|então|online|pela internet
            no brasil|tem que ser|tem de ser|esse é|essa é|este é|esta é|por nada|por nenhuma|por nenhum
            por nenhuma outra|a qualquer outra|qualquer outra|a qualquer outro|nenhuma outra|outra marca|outras marcas
            outra loja|outras lojas|nessa ordem|nesta ordem|recomendação médica|por recomendação médica|ordem médica
            ordens médicas|por ordem médica|orientação médica|por orientação médica|há muito tempo|meu|minha|meus
            minhas|nosso|nossa|super|hiper|ultra|mega|tipo assim|de vez
        """,
    },
    numerals=Numerals(
        values={
            "um": 1,
            "dois": 2,
            "duas": 2,
            "tres": 3,
            "quatro": 4,
            "cinco": 5,
            "seis": 6,
            "sete": 7,
            "oito": 8,
            "nove": 9,
            "dez": 10,
            "onze": 11,
            "doze": 12,
            "treze": 13,
            "catorze": 14,
            "quatorze": 14,
            "quinze": 15,
            "dezesseis": 16,
            "dezasseis": 16,
            "dezessete": 17,
            "dezassete": 17,
            "dezoito": 18,
            "dezenove": 19,
            "dezanove": 19,
            "vinte": 20,
            "trinta": 30,
            "quarenta": 40,
            "cinquenta": 50,
            "cincoenta": 50,
            "sessenta": 60,
        },
        joins="e",
        halves=(("e", "meio"), ("e", "meia")),
    ),
    letters={"pê": "p", "eme": "m", "gê": "g", "ge": "g", "xis": "x"},
    marks={
        "tamanho pequeno": "P",
        "pequeno": "P",
        "pequena": "P",
        "tamanho médio": "M",
        "médio": "M",
        "média": "M",
        "tamanho grande": "G",
        "extra grande": "XG",
        "extragrande": "XG",
        "único": "ÚNICO",
        "unico": "ÚNICO",
        "tamanho único": "ÚNICO",
        "extra pequeno": "PP",
    },
    systems={
        "brasileiro": "BR",
        "brasileira": "BR",
        "brasil": "BR",
        "nacional": "BR",
        "europeu": "EU",
        "europeia": "EU",
        "europa": "EU",
        "americano": "US",
        "americana": "US",
        "eua": "US",
        "estados unidos": "US",
        "gringo": "US",
        "britânico": "UK",
        "inglês": "UK",
        "inglesa": "UK",
        "inglaterra": "UK",
        "reino unido": "UK",
        "mexicano": "MX",
        "méxico": "MX",
        "argentino": "AR",
        "argentina": "AR",
        "espanha": "ES",
        "espanhol": "ES",
        "frança": "FR",
        "francês": "FR",
        "itália": "IT",
        "italiano": "IT",
        "alemanha": "DE",
        "alemão": "DE",
        "japão": "JP",
        "japonês": "JP",
        "china": "CN",
        "chinês": "CN",
        "australiano": "AU",
        "austrália": "AU",
        "centímetros": "cm",
    },
    units="""
        anos ano aninhos meses mês dias dia semanas horas hora h min minutos segundos reais real conto contos pila
        pilas mangos mil milhão dólares dólar euros euro pesos centavos vezes x kg quilos quilo kilos gramas g mg ml l
        litro litros km quilômetros metros m² polegadas pol cv volts v w watts gb mb tb % graus pontos unidades pares
        peças itens caixas pessoas parcelas prestações andares quartos cômodos páginas fotos caracteres seguidores
        jogos gols cada minutinhos
    """,
    before="""
        r$ rs$ us$ $ € £ rua avenida av apto apartamento casa bloco cep telefone celular página capítulo sala quarto
        andar ônibus linha aro idade senha código protocolo pedido artigo versão canal rg cpf ddd km nota aos às as
        das até ano porta lote placa iphone galaxy windows ps xbox gel-nimbus nimbus pegasus
    """,
    abbreviations="tam nº sr sra dr dra st sta av ex obs etc apto pág tel",
)
