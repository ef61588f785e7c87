# SPDX-License-Identifier: MIT
"""Options of a Python twin: those of the C++ programs, with the same messages."""
import math
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Parameter:
    """A number that the user can set. `default` "drawn": drawn at run time unless given."""
    name: str
    kind: str  # "integer" or "real"
    default: str
    minimum: float
    maximum: float
    unit: str = ""


@dataclass(frozen=True)
class Variant:
    """One way to compute the answer. Class P: each value from its own input; R: by a recurrence."""
    name: str
    algorithm_class: str = "P"
    precisions: tuple = ()  # empty: all that the program has
    data: str = "resident"  # "host": the time includes the copies


@dataclass(frozen=True)
class Spec:
    """What a twin offers; the same as its manifest says for its backend."""
    name: str
    backend: str
    variants: tuple
    precisions: tuple
    parameters: tuple

    def variant(self, name):
        return next(variant for variant in self.variants if variant.name == name)

    def precisions_of(self, variant):
        return self.variant(variant).precisions or self.precisions


@dataclass
class Options:
    variant: str
    precision: str = ""
    data: str = "resident"  # the variant's
    parameters: dict = field(default_factory=dict)  # texts, defaults filled in
    max_seconds: float = 60.0
    noise: float = 0.005
    min_samples: int = None
    max_samples: int = None
    seed: int = None
    report: str = None
    action: str = "measure"


NAMES = ("--variant", "--precision", "--param", "--max-seconds", "--noise", "--min-samples",
         "--max-samples", "--seed", "--report", "--describe", "--check-packages", "--help")


class Wrong(Exception):
    pass


def edit_distance(one, other):
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        diagonal, row[0] = row[0], i
        for k, b in enumerate(other, 1):
            replaced = diagonal + (a != b)
            diagonal = row[k]
            row[k] = min(replaced, row[k] + 1, row[k - 1] + 1)
    return row[-1]


def suggestion(word, known):
    """"; did you mean 'x'?" for the nearest known word if it is near enough."""
    near = [(edit_distance(word, one), k) for k, one in enumerate(known)
            if edit_distance(word, one) < min(3, len(one))]
    return f"; did you mean '{known[min(near)[1]]}'?" if near else ""


def one_of(what, text, known):
    if text not in known:
        raise Wrong(f"no {what} '{text}' (it has {', '.join(known)}){suggestion(text, known)}")
    return text


def number(where, text, minimum, maximum, whole=False):
    try:
        value = float(text) if text.strip() == text and "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if minimum <= value <= maximum and (not whole or value == math.floor(value)):
        return value
    kind = "whole number" if whole else "number"
    raise Wrong(f"{where} '{text}' is not a {kind} from {minimum:.17g} to {maximum:.17g}")


def set_parameter(spec, options, text):
    name, equals, value = text.partition("=")
    if not equals:
        raise Wrong(f"--param '{text}' has no '='; write --param name=value")
    known = [parameter.name for parameter in spec.parameters]
    if name not in known:
        raise Wrong(f"no parameter '{name}' (it has {', '.join(known)}){suggestion(name, known)}")
    parameter = spec.parameters[known.index(name)]
    if value != parameter.default:
        whole = parameter.kind == "integer"
        read = number(f"parameter '{name}':", value, parameter.minimum, parameter.maximum, whole)
        value = str(int(read)) if whole else value
    options.parameters[name] = value


def set_option(spec, options, name, text):
    where = f"option '{name}':"
    if name == "--variant":
        options.variant = one_of("variant", text, [variant.name for variant in spec.variants])
    elif name == "--precision":
        options.precision = one_of("precision", text, list(spec.precisions))
    elif name == "--param":
        set_parameter(spec, options, text)
    elif name == "--report":
        if not text:
            raise Wrong("option '--report' needs a path")
        options.report = text
    elif name == "--max-seconds":
        options.max_seconds = number(where, text, 0, 1e7)
    elif name == "--noise":
        options.noise = number(where, text, 0, 1)
    elif name == "--min-samples":
        options.min_samples = int(number(where, text, 1, 1000000, whole=True))
    elif name == "--max-samples":
        options.max_samples = int(number(where, text, 1, 1000000, whole=True))
    else:
        options.seed = int(number(where, text, 0, 4294967295, whole=True))


def settle(spec, options):
    """Checks that concern several options."""
    options.data = spec.variant(options.variant).data
    offered = spec.precisions_of(options.variant)
    if not options.precision:
        options.precision = offered[0]
    if options.precision not in offered:
        raise Wrong(f"variant '{options.variant}' has no precision '{options.precision}' "
                    f"(it has {', '.join(offered)})")
    if options.max_samples and (options.min_samples or 0) > options.max_samples:
        raise Wrong(f"--min-samples {options.min_samples} is more than "
                    f"--max-samples {options.max_samples}")


def note_given(given, name, text):
    """An option given twice: one value would silently win."""
    what = f"parameter '{text.partition('=')[0]}'" if name == "--param" else f"option '{name}'"
    if what in given:
        raise Wrong(f"{what} is given twice")
    given.add(what)


def parse_options(spec, arguments):
    """Options, or the text of what is wrong with them."""
    options = Options(spec.variants[0].name)
    options.parameters = {parameter.name: parameter.default for parameter in spec.parameters}
    words = iter(arguments)
    given = set()
    try:
        for name in words:
            if name in ("--describe", "--check-packages", "--help"):
                options.action = name[2:]
            elif name not in NAMES:
                hint = suggestion(name, NAMES) or "; see --help"
                raise Wrong(f"unknown option '{name}'{hint}")
            else:
                text = next(words, None)
                if text is None:
                    raise Wrong(f"option '{name}' needs a value")
                note_given(given, name, text)
                set_option(spec, options, name, text)
        settle(spec, options)
    except Wrong as problem:
        return f"{spec.name}: {problem}"
    return options


def usage(spec):
    variants = ", ".join(variant.name for variant in spec.variants)
    text = f"usage: {spec.name} [options]\n\n"
    text += f"  --variant V       {variants} ({spec.variants[0].name})\n"
    text += f"  --precision P     {', '.join(spec.precisions)} (the variant's first)\n"
    for one in spec.parameters:
        text += (f"  --param {one.name}=N{' ' * max(1, 8 - len(one.name))}"
                 f"{one.minimum:.17g} to {one.maximum:.17g} ({one.default})\n")
    return text + """\
  --max-seconds S   stop taking samples when the next would end later (60)
  --noise X         stop when the relative standard error of the mean is below X (0.005)
  --min-samples N   but not before N samples (5; on GPUs 20, and half a second of them)
  --max-samples N   stop after N samples (100; on GPUs 2000, then batches of runs, until it is half a second)
  --seed N          of what is drawn at run time (drawn itself)
  --report PATH     write the timing report there (standard output)
  --describe        print what this program can do, as JSON
  --check-packages  end with 0 if the package that this program needs is here, else with 77
exit status: 0 done, 1 failed or answer wrong, 2 wrong usage, 77 no device
"""
