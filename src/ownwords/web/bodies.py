"""Bodies: JSON read strictly, so that no two readers of one body can disagree about it."""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

from ownwords.domain import limits
from ownwords.domain.errors import InvalidJson


class NumberTooLarge:
    """Stands in a parsed body for a number that can not be kept as it was sent; no schema takes it."""


TOO_LARGE: Final = NumberTooLarge()


def parse(body: bytes) -> Any:
    """Read UTF-8 JSON.

    Raises:
        InvalidJson: it is not JSON, nests too deeply, names a key twice, or holds NaN or Infinity.
    """
    try:
        return json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_without_duplicates,
            parse_constant=_refuse,
            parse_int=_integer,
            parse_float=_decimal,
        )
    except (ValueError, RecursionError):
        raise InvalidJson from None


def canonical(value: Any) -> bytes:
    """Write parsed JSON so that equal JSON gives equal bytes, whatever the order of keys and the escapes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _integer(digits: str) -> int | NumberTooLarge:
    return int(digits) if len(digits) <= limits.INTEGER_DIGITS else TOO_LARGE


def _decimal(digits: str) -> float | NumberTooLarge:
    number = float(digits)
    return number if math.isfinite(number) else TOO_LARGE
