# SPDX-License-Identifier: MIT
"""A JSON Schema (draft-07) checker for the keywords that our schemas use; an unknown one is an error,
so that no rule is passed over in silence."""
import re

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool) and v == int(v),
}
IGNORED = {"$schema", "$id", "title", "description", "definitions", "then", "else"}


def same(a, b):
    """Equality as JSON means it: true is not 1."""
    return a == b and isinstance(a, bool) == isinstance(b, bool)


def errors(value, schema, root, where="$"):
    """Everything in `value` that `schema` forbids, as texts that start with the place."""
    if schema is True:
        return []
    if schema is False:
        return [f"{where}: not allowed"]
    found = []
    for keyword, rule in schema.items():
        if keyword not in IGNORED:
            found += CHECKS[keyword](value, rule, schema, root, where)
    return found


def check_ref(value, rule, _schema, root, where):
    target = root
    for part in rule.removeprefix("#/").split("/"):
        target = target[part]
    return errors(value, target, root, where)


def check_type(value, rule, _schema, _root, where):
    names = [rule] if isinstance(rule, str) else rule
    ok = any(TYPES[name](value) for name in names)
    return [] if ok else [f"{where}: {value!r} is not {' or '.join(names)}"]


def check_properties(value, rule, _schema, root, where):
    if not isinstance(value, dict):
        return []
    return [e for k, s in rule.items() if k in value for e in errors(value[k], s, root, f"{where}.{k}")]


def check_additional(value, rule, schema, root, where):
    if not isinstance(value, dict):
        return []
    extra = [k for k in value if k not in schema.get("properties", {})]
    return [e for k in extra for e in errors(value[k], rule, root, f"{where}.{k}")]


def check_items(value, rule, _schema, root, where):
    if not isinstance(value, list):
        return []
    return [e for i, v in enumerate(value) for e in errors(v, rule, root, f"{where}[{i}]")]


def check_if(value, rule, schema, root, where):
    branch = "else" if errors(value, rule, root, where) else "then"
    return errors(value, schema.get(branch, True), root, where)


def simple(test, applies):
    """A keyword that is one comparison, for values of one kind."""
    def check(value, rule, _schema, _root, where):
        return [] if not applies(value) or test(value, rule) else [f"{where}: {value!r} against {rule!r}"]
    return check


NUMBER, TEXT, LIST = TYPES["number"], TYPES["string"], TYPES["array"]
CHECKS = {
    "$ref": check_ref,
    "type": check_type,
    "properties": check_properties,
    "additionalProperties": check_additional,
    "items": check_items,
    "if": check_if,
    "required": lambda v, rule, s, root, where: [
        f"{where}: '{k}' is missing" for k in rule if isinstance(v, dict) and k not in v],
    "allOf": lambda v, rule, s, root, where: [e for r in rule for e in errors(v, r, root, where)],
    "anyOf": lambda v, rule, s, root, where: (
        [] if any(not errors(v, r, root, where) for r in rule) else [f"{where}: matches none"]),
    "const": lambda v, rule, s, root, where: [] if same(v, rule) else [f"{where}: {v!r} is not {rule!r}"],
    "enum": lambda v, rule, s, root, where: (
        [] if any(same(v, r) for r in rule) else [f"{where}: {v!r} is not in {rule!r}"]),
    "minimum": simple(lambda v, r: v >= r, NUMBER),
    "exclusiveMinimum": simple(lambda v, r: v > r, NUMBER),
    "minLength": simple(lambda v, r: len(v) >= r, TEXT),
    "minItems": simple(lambda v, r: len(v) >= r, LIST),
    "pattern": simple(lambda v, r: re.search(r, v) is not None, TEXT),
}
