# SPDX-License-Identifier: MIT
"""What the machine code of GPUs does in its innermost loops: NVIDIA's (sm_70 and later) is read from cubins,
AMD's from what llvm-objdump prints.

NVIDIA's instructions are 16 bytes: bits 0-8 the operation, 9-11 the form of its operands, 73-75 the size of a
memory access; a branch has its offset, in units of 4 bytes and relative to the next instruction, in bits
34-81, from sm_90 on with its lowest 8 bits in 16-23. NVIDIA publishes their names, not their
bits: these were found by assembling PTX whose instructions are known, and machine_code_test.py does that
again. An operation that is not listed appears by its number, so that none is lost."""
import collections
import re
import struct
import typing

OPERATIONS = {
    0x02: "MOV", 0x04: "R2P", 0x05: "CS2R", 0x06: "VOTE", 0x07: "SEL", 0x08: "FSEL", 0x09: "FMNMX",
    0x0b: "FSETP", 0x0c: "ISETP", 0x10: "IADD3", 0x11: "LEA", 0x12: "LOP3", 0x13: "IABS",
    0x16: "PRMT", 0x17: "IMNMX", 0x18: "NOP", 0x19: "SHF", 0x1c: "PLOP3", 0x20: "FMUL",
    0x21: "FADD", 0x23: "FFMA", 0x24: "IMAD", 0x25: "IMAD.WIDE", 0x27: "IMAD.HI", 0x28: "DMUL",
    0x29: "DADD", 0x2a: "DSETP", 0x2b: "DFMA", 0x31: "HFMA2", 0x35: "HFMA2.MMA", 0x36: "VIADD",
    0x3c: "HMMA", 0x3f: "DMMA", 0x45: "I2FP", 0x82: "UMOV", 0x8c: "UISETP", 0x90: "UIADD3",
    0x91: "ULEA", 0x92: "ULOP3", 0x99: "USHF", 0xa4: "UIMAD", 0xa5: "UIMAD.WIDE", 0xb9: "ULDC",
    0xca: "R2UR", 0x100: "FLO", 0x102: "FCHK", 0x104: "F2F", 0x105: "F2I", 0x106: "I2F",
    0x107: "FRND", 0x108: "MUFU", 0x109: "POPC", 0x110: "F2F", 0x111: "F2I", 0x112: "I2F",
    0x113: "FRND", 0x118: "NOP", 0x119: "S2R", 0x11a: "DEPBAR", 0x11d: "BAR", 0x141: "BSYNC",
    0x144: "CALL", 0x145: "BSSY", 0x147: "BRA", 0x14d: "EXIT", 0x150: "RET", 0x181: "LDG",
    0x182: "LDC", 0x183: "LDL", 0x184: "LDS", 0x186: "STG", 0x187: "STL", 0x188: "STS",
    0x189: "SHFL", 0x1ae: "LDGSTS", 0x1af: "LDGDEPBAR", 0x1b9: "ULDC", 0x1c3: "S2UR",
}
BRANCH = 0x147
WIDTHS = {0: ".U8", 1: ".S8", 2: ".U16", 3: ".S16", 4: "", 5: ".64", 6: ".128"}
SIZED = {"LDG", "STG", "LDS", "STS", "LDL", "STL"}
SPLIT_OFFSETS_FROM = 90


class Instruction(typing.NamedTuple):
    offset: int
    name: str
    target: typing.Optional[int]  # of a branch


class Loop(typing.NamedTuple):
    start: int
    end: int
    counts: collections.Counter  # of instructions by name

    @property
    def length(self):
        return sum(self.counts.values())


def sections(cubin):
    """Name and bytes of each section of an ELF file of 64 bits."""
    table, = struct.unpack_from("<Q", cubin, 0x28)
    count, names = struct.unpack_from("<HH", cubin, 0x3c)
    heads = [struct.unpack_from("<IIQQQQIIQQ", cubin, table + 64 * i) for i in range(count)]
    text = heads[names][4]
    for head in heads:
        name = cubin[text + head[0]:cubin.index(b"\0", text + head[0])].decode()
        yield name, cubin[head[4]:head[4] + head[5]]


def instruction(offset, low, high, architecture):
    operation = low & 0x1ff
    name = OPERATIONS.get(operation, f"0x{operation:03x}")
    if name in SIZED:
        name += WIDTHS.get((high >> 9) & 7, ".?")
    if operation != BRANCH:
        return Instruction(offset, name, None)
    distance = ((low >> 34) | (high << 30)) & ((1 << 48) - 1)
    if distance >> 47:
        distance -= 1 << 48
    if architecture >= SPLIT_OFFSETS_FROM:
        distance = (distance << 8) | ((low >> 16) & 0xff)
    return Instruction(offset, name, offset + 16 + 4 * distance)


def nvidia_kernels(path, architecture):
    """Instructions of each kernel by its mangled name; `architecture` is 80 for sm_80."""
    with open(path, "rb") as file:
        cubin = file.read()
    for name, code in sections(cubin):
        if name.startswith(".text."):
            words = struct.iter_unpack("<QQ", code)
            yield name[len(".text."):], [instruction(16 * i, low, high, architecture)
                                         for i, (low, high) in enumerate(words)]


# "\ts_cbranch_scc1 65500   // 0000000021C8: BF85FFDC <kernel+0x20c>"
AMD_LINE = re.compile(r"^\t(\S+).*// ([0-9A-F]{12}): [0-9A-F ]+(?:<(\S+?)(?:\+0x([0-9a-f]+))?>)?\s*$")


def amd_kernels(listing):
    """Instructions of each kernel by its mangled name, from `llvm-objdump -d`; the ends that tell
    encodings apart are left out of their names."""
    for start, name, text in re.findall(r"\n([0-9a-f]+) <(\S+)>:\n(.*?)(?=\n\n|\Z)", listing, re.S):
        code = []
        for line in text.split("\n"):
            if line.strip() in ("", "..."):
                continue
            found = AMD_LINE.match(line)
            assert found, f"not understood: {line}"
            operation, address, symbol, offset = found.groups()
            is_branch = operation.startswith(("s_cbranch", "s_branch")) and symbol == name
            code.append(Instruction(int(address, 16) - int(start, 16),
                                    re.sub(r"_(e32|e64|sdwa|dpp)$", "", operation),
                                    int(offset or "0", 16) if is_branch else None))
        yield name, code


def innermost_loops(code):
    """The loops that hold no other: from a branch's target back to the branch, several of one target as one."""
    ends = {}
    for one in code:
        if one.target is not None and 0 <= one.target < one.offset:
            ends[one.target] = max(one.offset, ends.get(one.target, 0))
    spans = sorted(ends.items())
    for start, end in spans:
        if any((start, end) != (s, e) and start <= s and e <= end for s, e in spans):
            continue
        inside = [one.name for one in code if start <= one.offset <= end]
        yield Loop(start, end, collections.Counter(inside))


def mix(counts):
    """"FFMA 128, IADD3, ISETP, BRA": the counts of instructions, most first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(name if count == 1 else f"{name} {count}" for name, count in ordered)


# Workload, kernels, an instruction of which each element takes so many, what an element is, and the most
# instructions per element in the loop that has most of it. AMD's v_pk_ instructions do two elements.
BUDGETS = {
    "cuda": (
        ("integrate2d", r"128, \S*RowPieces<float, .*HardwareSine", "MUFU", 1, "point", 4.3),
        ("integrate2d", r"128, \S*RowPieces<float, .*HybridSine", "FMUL", 1, "point", 5.5),
        ("integrate2d", r"128, \S*RowPieces<float, .*Polynomial<float>", "FMUL", 1, "point", 7.5),
        ("integrate2d", r"128, \S*RowPieces<float, .*Reinsch<float>", "FFMA", 1, "point", 3.2),
        ("integrate2d", r"128, \S*RowPieces<float, .*Rotation<float>", "FADD", 1, "point", 5.3),
        ("monte_carlo_pi", r"ChunkHits", "IMAD.WIDE", 10.5, "point", 33.5),
        ("matmul", r"TunedProduct<float, true>", "FFMA", 1, "multiply-add", 1.12),
        ("matmul", r"TunedProduct<float, false>", "FFMA", 1, "multiply-add", 1.18),
        ("matmul", r"TunedProduct<double, true>", "DFMA", 1, "multiply-add", 1.26),
        ("l2_norm", r"SegmentsByTeams<float>", "FFMA", 1, "value", 2.2),
        ("", r"FmaChains<float>", "FFMA", 1, "multiply-add", 1.03),
        ("", r"FmaChains<double>", "DFMA", 1, "multiply-add", 1.03)),
    "hip": (
        ("integrate2d", r"128, \S*RowPieces<float, .*HardwareSine", "v_sin_f32", 1, "point", 3.5),
        ("integrate2d", r"128, \S*RowPieces<float, .*Polynomial<float>", "v_pk_mul_f32", 0.5, "point", 4.1),
        ("integrate2d", r"128, \S*RowPieces<float, .*Reinsch<float>", "v_pk_fma_f32", 0.5, "point", 2.2),
        ("monte_carlo_pi", r"ChunkHits", "v_mad_u64_u32", 11.5, "point", 36.0),
        ("matmul", r"TunedProduct<float, true>", "v_pk_fma_f32", 0.5, "multiply-add", 0.71),
        ("matmul", r"TunedProduct<double, true>", "v_fmac_f64", 1, "multiply-add", 1.26),
        ("", r"FmaChains<float>", "v_pk_fma_f32", 0.5, "multiply-add", 0.55),
        ("", r"FmaChains<double>", "v_fma_f64", 1, "multiply-add", 1.04)),
}


def over_budget(backend, workload, found, short):
    """A text for each kernel that takes more instructions per element than it may, or has no such loop;
    prints what the others take."""
    for owner, pattern, marker, per_element, element, most in BUDGETS[backend]:
        if owner not in ("", workload):
            continue
        matching = [(key, loops) for key, loops in found.items() if re.search(pattern, short(key[0]))]
        if owner and not matching:
            yield f"no kernel matches {pattern}"
        for (name, architecture), loops in sorted(matching):
            best = max(loops, key=lambda loop: loop.counts[marker], default=None)
            if best is None or best.counts[marker] == 0:
                yield f"{architecture} {short(name)}: no loop with {marker}"
                continue
            took = best.length * per_element / best.counts[marker]
            print(f"{architecture} {short(name)}: {took:.2f} instructions per {element}, at most {most}")
            if took > most:
                yield f"{architecture} {short(name)}: {took:.2f} instructions per {element}, not {most}"


def table(found, compiler, short):
    """The loops of each kernel: a line per loop, architectures with the same loops together.
    `found`: {(mangled name, "sm_80"): [Loop]}; `short`: a readable name of a mangled one."""
    lines = [compiler + ": instructions of the innermost loops"]
    by_name = {}
    for (name, architecture), loops in found.items():
        texts = tuple(f"{loop.length:5}: {mix(loop.counts)}" for loop in loops)
        if texts:
            by_name.setdefault(short(name), {}).setdefault(texts, []).append(architecture)
    for name in sorted(by_name):
        lines.append(re.sub(r"^void ", "", name))
        for texts, architectures in by_name[name].items():
            lines.append("  " + " ".join(architectures))
            lines += ["  " + text for text in texts]
    return "\n".join(lines) + "\n"
