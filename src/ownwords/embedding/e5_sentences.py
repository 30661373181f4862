"""The same things said and asked in Portuguese, English and Spanish: what differs between them is the language.

From them the embedder learns, when it is built, which part of a vector only tells the language. Each line of one
language says what the same line of the others says. A change here changes every vector: it makes a new model.
"""

from __future__ import annotations

from typing import Final

SAID: Final = {
    "pt": """
Ontem fui ao mercado e comprei frutas frescas.
Minha irmã trabalha como enfermeira num hospital.
Eu gosto muito de caminhar na praia de manhã cedo.
O trem chegou com meia hora de atraso.
Meu filho tem sete anos e adora dinossauros.
Estamos planejando uma viagem para as montanhas em julho.
Ela me ligou para dizer que a reunião foi cancelada.
Não consigo dormir bem quando faz muito calor.
Vendi meu carro velho e agora ando de bicicleta.
O professor explicou a matéria com muita paciência.
Na semana passada terminei de ler um romance policial.
Tenho medo de altura desde criança.
Meus avós moram numa fazenda longe da cidade.
A loja da esquina fecha às nove da noite.
Prefiro chá a café depois do jantar.
Estou aprendendo a tocar piano há dois anos.
O computador quebrou e perdi todas as minhas fotos.
Meu chefe aprovou o projeto novo hoje de manhã.
Comemos pizza e assistimos a um filme em casa.
A gata dorme o dia inteiro em cima do sofá.
Ele se mudou para outro país por causa do trabalho.
Quero economizar dinheiro para comprar uma casa.
Fiz uma cirurgia no joelho no ano passado.
Minha melhor amiga vai se casar na primavera.
O restaurante novo é caro, mas a comida é excelente.
Preciso renovar meu passaporte antes do fim do mês.
Oi! Tudo bem? Quanto tempo a gente não se fala!
Que legal, parabéns pela conquista!
Obrigado pela ajuda, foi muito importante para mim.
Acho que vai chover, é melhor levar um guarda-chuva.
Corro cinco quilômetros três vezes por semana.
Deixei as chaves em cima da mesa da cozinha.
Meu número de sapato é quarenta e dois.
Sou alérgico a camarão desde pequeno.
O bebê nasceu na terça-feira e pesa três quilos.
Cancelei a assinatura porque quase não usava.
Nosso time ganhou o jogo nos últimos minutos.
Plantei tomates e manjericão na varanda.
Hoje não estou me sentindo bem, acho que é gripe.
A senha do wifi está escrita no caderno azul.
""",
    "en": """
Yesterday I went to the market and bought fresh fruit.
My sister works as a nurse in a hospital.
I really like walking on the beach early in the morning.
The train arrived half an hour late.
My son is seven years old and loves dinosaurs.
We are planning a trip to the mountains in July.
She called me to say that the meeting was cancelled.
I can't sleep well when it is very hot.
I sold my old car and now I ride a bicycle.
The teacher explained the subject very patiently.
Last week I finished reading a crime novel.
I have been afraid of heights since I was a child.
My grandparents live on a farm far from the city.
The shop on the corner closes at nine in the evening.
I prefer tea to coffee after dinner.
I have been learning to play the piano for two years.
The computer broke and I lost all my photos.
My boss approved the new project this morning.
We ate pizza and watched a film at home.
The cat sleeps all day long on the sofa.
He moved to another country because of his job.
I want to save money to buy a house.
I had knee surgery last year.
My best friend is getting married in the spring.
The new restaurant is expensive, but the food is excellent.
I need to renew my passport before the end of the month.
Hi! How are you? We haven't talked in such a long time!
How nice, congratulations on the achievement!
Thank you for your help, it was very important to me.
I think it's going to rain, better take an umbrella.
I run five kilometres three times a week.
I left the keys on the kitchen table.
My shoe size is forty-two.
I have been allergic to shrimp since I was little.
The baby was born on Tuesday and weighs three kilos.
I cancelled the subscription because I hardly used it.
Our team won the game in the last minutes.
I planted tomatoes and basil on the balcony.
I'm not feeling well today, I think it's the flu.
The wifi password is written in the blue notebook.
""",
    "es": """
Ayer fui al mercado y compré fruta fresca.
Mi hermana trabaja como enfermera en un hospital.
Me gusta mucho caminar por la playa temprano por la mañana.
El tren llegó con media hora de retraso.
Mi hijo tiene siete años y le encantan los dinosaurios.
Estamos planeando un viaje a las montañas en julio.
Ella me llamó para decirme que la reunión se canceló.
No puedo dormir bien cuando hace mucho calor.
Vendí mi coche viejo y ahora voy en bicicleta.
El profesor explicó la materia con mucha paciencia.
La semana pasada terminé de leer una novela policíaca.
Tengo miedo a las alturas desde niño.
Mis abuelos viven en una granja lejos de la ciudad.
La tienda de la esquina cierra a las nueve de la noche.
Prefiero el té al café después de la cena.
Llevo dos años aprendiendo a tocar el piano.
El ordenador se rompió y perdí todas mis fotos.
Mi jefe aprobó el proyecto nuevo esta mañana.
Comimos pizza y vimos una película en casa.
La gata duerme todo el día encima del sofá.
Él se mudó a otro país por el trabajo.
Quiero ahorrar dinero para comprar una casa.
Me operaron de la rodilla el año pasado.
Mi mejor amiga se casa en primavera.
El restaurante nuevo es caro, pero la comida es excelente.
Necesito renovar mi pasaporte antes de fin de mes.
¡Hola! ¿Cómo estás? ¡Cuánto tiempo sin hablar!
¡Qué bien, felicidades por el logro!
Gracias por la ayuda, fue muy importante para mí.
Creo que va a llover, es mejor llevar un paraguas.
Corro cinco kilómetros tres veces por semana.
Dejé las llaves encima de la mesa de la cocina.
Mi número de zapato es el cuarenta y dos.
Soy alérgico a las gambas desde pequeño.
El bebé nació el martes y pesa tres kilos.
Cancelé la suscripción porque casi no la usaba.
Nuestro equipo ganó el partido en los últimos minutos.
Planté tomates y albahaca en el balcón.
Hoy no me siento bien, creo que es gripe.
La contraseña del wifi está escrita en el cuaderno azul.
""",
}
"""What people tell, by language."""

ASKED: Final = {
    "pt": """
Onde eu deixei as chaves?
Quando a minha irmã começou a trabalhar?
Qual é o meu número de sapato?
A que sou alérgico?
Quem vai se casar?
Para onde vamos viajar nas férias?
O que eu comprei no mercado?
Quantos anos tem o meu filho?
Como se chama o cachorro dela?
Por que a reunião foi cancelada?
Que instrumento estou aprendendo?
Qual foi o último livro que eu li?
Onde moram os meus avós?
A que horas fecha a loja?
O que ele disse sobre o trabalho novo?
Quando preciso renovar o passaporte?
Que tipo de comida eu prefiro?
Quantas vezes por semana eu corro?
Qual é a senha do wifi?
O que aconteceu com o computador?
De que cor é o sofá?
Quanto custou o carro?
Com quem eu fui ao cinema?
Em que dia é a consulta do médico?
Que presente ela ganhou de aniversário?
Qual time ganhou o jogo?
O que plantamos no jardim?
Por que ele se mudou?
Quando o bebê nasceu?
Qual é o meu filme favorito?
""",
    "en": """
Where did I leave the keys?
When did my sister start working?
What is my shoe size?
What am I allergic to?
Who is getting married?
Where are we going on holiday?
What did I buy at the market?
How old is my son?
What is her dog's name?
Why was the meeting cancelled?
Which instrument am I learning?
What was the last book I read?
Where do my grandparents live?
What time does the shop close?
What did he say about the new job?
When do I need to renew my passport?
What kind of food do I prefer?
How many times a week do I run?
What is the wifi password?
What happened to the computer?
What colour is the sofa?
How much did the car cost?
Who did I go to the cinema with?
What day is the doctor's appointment?
What present did she get for her birthday?
Which team won the game?
What did we plant in the garden?
Why did he move?
When was the baby born?
What is my favourite film?
""",
    "es": """
¿Dónde dejé las llaves?
¿Cuándo empezó a trabajar mi hermana?
¿Cuál es mi número de zapato?
¿A qué soy alérgico?
¿Quién se va a casar?
¿Adónde vamos de vacaciones?
¿Qué compré en el mercado?
¿Cuántos años tiene mi hijo?
¿Cómo se llama el perro de ella?
¿Por qué se canceló la reunión?
¿Qué instrumento estoy aprendiendo?
¿Cuál fue el último libro que leí?
¿Dónde viven mis abuelos?
¿A qué hora cierra la tienda?
¿Qué dijo él sobre el trabajo nuevo?
¿Cuándo tengo que renovar el pasaporte?
¿Qué tipo de comida prefiero?
¿Cuántas veces por semana corro?
¿Cuál es la contraseña del wifi?
¿Qué pasó con el ordenador?
¿De qué color es el sofá?
¿Cuánto costó el coche?
¿Con quién fui al cine?
¿Qué día es la cita con el médico?
¿Qué regalo recibió ella por su cumpleaños?
¿Qué equipo ganó el partido?
¿Qué plantamos en el jardín?
¿Por qué se mudó él?
¿Cuándo nació el bebé?
¿Cuál es mi película favorita?
""",
}
"""What people ask a memory, by language."""
