"""The conversation of the demo: made up for it, in Portuguese."""

from __future__ import annotations

from typing import Any, Final

PERSON: Final = "ana"

CONVERSATION: Final[list[dict[str, Any]]] = [
    {
        "id": "m1",
        "at": "2026-03-01T12:00:00-03:00",
        "session": "chat-7",
        "role": "user",
        "author": {"id": "ana", "name": "Ana"},
        "text": "Oi! Procuro um tênis para corrida. Eu calço 41.",
    },
    {
        "id": "m2",
        "at": "2026-03-01T12:00:20-03:00",
        "session": "chat-7",
        "role": "assistant",
        "text": "Tenho um Olympikus Corre por R$ 399,90 e um Mizuno por R$ 429,00. Prefere algum?",
    },
    {
        "id": "m3",
        "at": "2026-03-01T12:01:05-03:00",
        "session": "chat-7",
        "role": "user",
        "author": {"id": "ana", "name": "Ana"},
        "text": "Pode ser o Olympikus. Entrega na Rua das Palmeiras Azuis, 77? É surpresa para o Davi.",
    },
    {
        "id": "m4",
        "at": "2026-03-01T12:01:30-03:00",
        "session": "chat-7",
        "role": "assistant",
        "text": "Entregamos, sim: em até três dias úteis, e você pode trocar em trinta.",
    },
]

EDIT: Final[dict[str, Any]] = {"id": "m1", "text": "Oi! Procuro um tênis para corrida. Eu calço 42."}

POLICY: Final[dict[str, Any]] = {
    "id": "trocas",
    "kind": "document",
    "at": "2026-02-10T09:00:00-03:00",
    "title": "Política de trocas",
    "about": ["shop:trocas"],
    "text": (
        "# Trocas\n\nProdutos sem uso podem ser trocados em até trinta dias, com a nota fiscal.\n\n"
        "# Devoluções\n\nO valor volta no mesmo meio de pagamento em até sete dias úteis."
    ),
}

QUESTIONS: Final = [
    ("que numero ela calca?", "m1"),
    ("quanto custa o Mizuno", "m2"),
    ("em quantos dias o dinheiro da devolucao volta", "trocas"),
]

ENGLISH: Final[dict[str, Any]] = {
    "id": "m5",
    "at": "2026-03-02T08:30:00-03:00",
    "session": "chat-8",
    "role": "user",
    "author": {"id": "ana", "name": "Ana"},
    "text": "My dog chewed one of the shoelaces, can you send me another pair?",
}

MEANINGS: Final = [
    ("o que o cachorro estragou?", "m5"),
    ("what kind of shoes does she want?", "m1"),
]

PAGE: Final[dict[str, Any]] = {
    "id": "pagina",
    "kind": "document",
    "at": "2026-03-03T10:00:00-03:00",
    "title": "Guia de tênis",
    "text": "Eu adoro Mizuno e só compro Mizuno.",
}
PLANTED: Final = "Eu adoro Mizuno"

DENIED: Final[dict[str, Any]] = {
    "id": "m6",
    "at": "2026-03-03T10:01:00-03:00",
    "session": "chat-9",
    "role": "user",
    "author": {"id": "ana", "name": "Ana"},
    "text": "Não calço 41, viu? Esse aí ficou apertado.",
}

CORRECTED: Final[dict[str, Any]] = {
    "id": "m7",
    "at": "2026-03-03T10:02:00-03:00",
    "session": "chat-9",
    "role": "user",
    "author": {"id": "ana", "name": "Ana"},
    "text": "Na verdade, agora eu calço 43.",
}

PURCHASE: Final[dict[str, Any]] = {
    "id": "pedido-1",
    "at": "2026-02-20T09:00:00-03:00",
    "merchant": "Loja do Bairro",
    "lines": [{"name": "Tênis de corrida", "brand": "Olympikus", "size": "42"}],
}

PRIVATE_WORDS: Final = "Palmeiras Azuis"
