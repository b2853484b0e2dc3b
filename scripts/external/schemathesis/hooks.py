"""Puts ids and codes that exist into some of the requests, and notes how each operation answers."""

import json
import os

import schemathesis
from hypothesis import strategies as st

PLACES = json.loads(os.environ["SIEGEL_PLACES"])
NOTES = os.environ["SIEGEL_NOTES"]
_turns = {}

schemathesis.openapi.media_type(
    "application/pdf",
    st.one_of(st.binary(max_size=500), st.just(b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF")),
)


def _known(operation, name):
    """The next known value for a name of a path, or None where it is the turn of what was generated."""
    label = operation.label
    values = PLACES.get(f"{label} {name}") or PLACES.get(name)
    if not values:
        return None
    turn = _turns.get((label, name), 0)
    _turns[(label, name)] = turn + 1
    # One time of as many as there are values and one more, what was generated stays.
    position = turn % (len(values) + 1)
    return values[position] if position < len(values) else None


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if not path_parameters:
        return path_parameters
    replaced = dict(path_parameters)
    for name in path_parameters:
        known = _known(context.operation, name)
        if known is not None:
            replaced[name] = known
    return replaced


def _is_padded(value):
    return isinstance(value, str) and value != value.strip()


@schemathesis.hook
def filter_body(context, body):
    """White space at the ends of a text is taken away and then counted by nobody: neither legal nor illegal."""
    return not isinstance(body, dict) or not any(_is_padded(value) for value in body.values())


def _is_legal(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def before_call(context, case, kwargs):
    """Codes and ids that exist, in legal requests only; and a key of its own for each of them."""
    if not _is_legal(case):
        return
    key = (case.headers or {}).get("Idempotency-Key")
    if key:
        # With another request behind it, the service would say that the key was used before.
        _turns["keys"] = _turns.get("keys", 0) + 1
        case.headers["Idempotency-Key"] = f"{key}-{_turns['keys']}"
    for name in ("voucherCode", "paymentIntentId"):
        if isinstance(case.body, dict) and name in case.body:
            known = _known(case.operation, name)
            if known is not None:
                case.body = {**case.body, name: known}


@schemathesis.hook
def after_call(context, case, response):
    with open(NOTES, "a", encoding="utf-8") as notes:
        notes.write(json.dumps([case.operation.label, response.status_code]) + "\n")
