# SPDX-License-Identifier: MIT
"""What the machine code of GPUs does in its innermost loops, and on the way of a thread that does whole packs of
values: NVIDIA's (sm_70 and later) is read from cubins, AMD's from what llvm-objdump prints.

NVIDIA's instructions are 16 bytes: bits 0-8 the operation, 9-11 the form of its operands, 12-15 the predicate (7:
always), 73-75 the size of a memory access; a branch has its offset, in units of 4 bytes and relative to the next instruction, in bits
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
    goes_on: bool = True  # to the next one, always or sometimes
    ends: bool = False  # the thread, always or sometimes


class Loop(typing.NamedTuple):
    start: int
    end: int
    counts: collections.Counter  # of instructions by name
    is_innermost: bool = True

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
    always = (low >> 12) & 0xf == 7
    if operation != BRANCH:
        return Instruction(offset, name, None, not (name in ("EXIT", "RET") and always), name == "EXIT")
    distance = ((low >> 34) | (high << 30)) & ((1 << 48) - 1)
    if distance >> 47:
        distance -= 1 << 48
    if architecture >= SPLIT_OFFSETS_FROM:
        distance = (distance << 8) | ((low >> 16) & 0xff)
    return Instruction(offset, name, offset + 16 + 4 * distance, not always)


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
                                    int(offset or "0", 16) if is_branch else None,
                                    operation not in ("s_branch", "s_endpgm"), operation == "s_endpgm"))
        yield name, code


def all_loops(code):
    """The loops, each from a branch's target back to the branch, several of one target as one. An innermost one
    holds no other."""
    ends = {}
    for one in code:
        if one.target is not None and 0 <= one.target < one.offset:
            ends[one.target] = max(one.offset, ends.get(one.target, 0))
    spans = sorted(ends.items())
    for start, end in spans:
        inside = [one.name for one in code if start <= one.offset <= end]
        yield Loop(start, end, collections.Counter(inside),
                   not any((start, end) != (s, e) and start <= s and e <= end for s, e in spans))


def innermost_loops(code):
    return [loop for loop in all_loops(code) if loop.is_innermost]


WIDE_STORES = {"STG.128": 16, "STG.64": 8, "global_store_dwordx4": 16, "global_store_dwordx2": 8}  # bytes


def pack_way(code):
    """The instructions that a thread executes at least if it writes whole packs: the shortest way from the first
    instruction to an end that meets each of the widest stores. Sums with slow ways for some values take the fast one."""
    widest = next((name for name in WIDE_STORES if any(one.name == name for one in code)), None)
    at = {one.offset: k for k, one in enumerate(code)}
    stores = {k: 1 << n for n, k in enumerate(k for k, one in enumerate(code) if one.name == widest)}
    every, came_from = (1 << len(stores)) - 1, {(0, stores.get(0, 0)): None}
    reached = collections.deque(came_from)
    while stores and reached:
        state = reached.popleft()
        k, met = state
        if code[k].ends and met == every:
            way = []
            while state is not None:
                way.append(code[state[0]])
                state = came_from[state]
            return way[::-1]
        following = [k + 1] if code[k].goes_on and k + 1 < len(code) else []
        following += [at[code[k].target]] if code[k].target in at else []
        for n in following:
            if (n, met | stores.get(n, 0)) not in came_from:
                came_from[n, met | stores.get(n, 0)] = state
                reached.append((n, met | stores.get(n, 0)))
    return []


def values_of(way, name):
    """How many values the packs have that a thread writes, of the type in `each_pack<float, `."""
    size = {"short": 2, "float": 4, "double": 8}[re.search(r"each_pack<(\w+)", name)[1]]
    return sum(WIDE_STORES.get(one.name, 0) for one in way) / size


def mix(counts):
    """"FFMA 128, IADD3, ISETP, BRA": the counts of instructions, most first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(name if count == 1 else f"{name} {count}" for name, count in ordered)


# Kernels but those that work on packs; an element; and for NVIDIA's GPUs and for AMD's an instruction of which each
# element takes so many, and the most instructions per element in the innermost loop that has most of it, or where none
# has it in the shortest loop around one, ways that few values take included. AMD's v_pk_ instructions do two elements.
# 1 over what a multiply-add takes is the share of those. ALL: the whole kernel.
ALL = None
BUDGETS = (
    (r"RowPieces<float, .*HardwareSine", "point", ("MUFU", 1, 4.25), ("v_sin_f32", 1, 3.5)),
    (r"RowPieces<float, .*HybridSine", "point", ("FMUL", 1, 5.4), ("v_pk_mul_f32", 0.5, 4.1)),  # AMD's: the polynomial
    (r"RowPieces<float, .*Polynomial<float>", "point", ("FMUL", 1, 7.4), ("v_pk_mul_f32", 0.5, 4.1)),
    (r"RowPieces<double, .*Polynomial<double>", "point", ("DMUL", 1, 11.4), ("v_mul_f64", 1, 10.6)),
    (r"RowPieces<float, .*Reinsch<float>", "point", ("FFMA", 1, 3.2), ("v_pk_fma_f32", 0.5, 2.2)),
    (r"RowPieces<double, .*Reinsch<double>", "point", ("DADD", 2, 3.3), ("v_add_f64", 2, 4.4)),
    (r"RowPieces<float, .*Rotation<float>", "point", ("FADD", 1, 5.3), ("v_pk_fma_f32", 1.75, 4.6)),
    (r"RowPieces<double, .*Rotation<double>", "point", ("DADD", 1, 5.4), ("v_fma_f64", 4, 7.4)),
    (r"(NaiveRows|SharedBlocks)<float", "point", ("FFMA", 10, 145), ("v_alignbit_b32", 10, 129)),
    (r"(NaiveRows|SharedBlocks)<double", "point", ("DFMA", 13, 54), ("v_trig_preop_f64", 3, 156)),
    (r"RowPieces<float, \S*Libm", "point", ("FFMA", 10, 105), ("v_alignbit_b32", 10, 132)),
    (r"RowPieces<double, \S*Libm", "point", ("DFMA", 13, 58), ("v_trig_preop_f64", 3, 159)),
    (r"FoldPieces<float", "piece", ("FADD", 4, 7.5), ("v_sub_f32", 3, 13)),
    (r"FoldPieces<double", "piece", ("DADD", 4, 7.4), ("v_add_f64", 4, 13)),
    (r"ChunkHits", "point", ("IMAD.WIDE", 10.5, 33.5), ("v_mad_u64_u32", 11.5, 36)),
    (r"TunedProduct<float, true>", "multiply-add", ("FFMA", 1, 1.12), ("v_pk_fma_f32", 0.5, 0.71)),
    (r"TunedProduct<float, false>", "multiply-add", ("FFMA", 1, 1.18), ("v_pk_fma_f32", 0.5, 0.71)),
    (r"TunedProduct<double, true>", "multiply-add", ("DFMA", 1, 1.26), ("v_fmac_f64", 1, 1.26)),
    (r"TunedProduct<double, false>", "multiply-add", ("DFMA", 1, 1.34), ("v_fmac_f64", 1, 1.26)),
    (r"TiledProduct<float", "multiply-add", ("FFMA", 1, 4.9), ("ds_read2_b32", 1, 6.3)),
    (r"TiledProduct<double", "multiply-add", ("DFMA", 1, 5.1), ("ds_read2_b64", 1, 5.9)),
    (r"NaiveProduct<float", "multiply-add", ("FFMA", 1, 7.1), ("v_fmac_f32", 1, 17)),
    (r"NaiveProduct<double", "multiply-add", ("DFMA", 1, 7.1), ("v_fmac_f64", 1, 17)),
    (r"SegmentsByTeams<float>", "value in packs of 16 bytes", ("LDG.128", 0.25, 2.2), ("global_load_dwordx4", 0.25, 3.1)),
    (r"SegmentsByTeams<float>", "value in packs of 8 bytes", ("LDG.64", 0.5, 3.4), ("global_load_dwordx2", 0.5, 5.7)),
    (r"SegmentsByTeams<float>", "value by itself", ("LDG", 1, 5.4), ("global_load_dword", 1, 9.6)),
    (r"SegmentsByTeams<double>", "value in packs of 16 bytes", ("LDG.128", 0.5, 2.9), ("global_load_dwordx4", 0.5, 5.2)),
    (r"SegmentsByTeams<double>", "value by itself", ("LDG.64", 1, 5.6), ("global_load_dwordx2", 1, 9.6)),
    (r"RowByThread<float>", "value", ("FFMA", 1, 2.6), ("v_fmac_f32", 1, 9)),
    (r"RowByThread<double>", "value", ("DFMA", 1, 2.6), ("v_fmac_f64", 1, 9)),
    (r"FoldByTeams<", "segment", ("DADD", 1, 5.3), ("v_add_f64", 1, 12)),
    (r"DotBlock<float>", "product", ("LDG.128", 0.5, 5.3), ("global_load_dwordx4", 0.5, 9.6)),
    (r"DotBlock<double>", "product", ("LDG.128", 1, 6.5), ("global_load_dwordx4", 1, 12)),
    (r"ComplexProduct<float>", "product", ("FFMA", 4, 16), ("v_pk_fma_f32", 2, 42)),
    (r"ComplexProduct<double>", "product", ("DFMA", 4, 17.6), ("v_fmac_f64", 3, 39)),
    (r"AddOne<", "thread", (ALL, 1, 147), (ALL, 1, 194)),
    (r"CountLaunch<", "thread", (ALL, 1, 20), (ALL, 1, 23)),
    (r"FmaChains<float>", "multiply-add", ("FFMA", 1, 1.03), ("v_pk_fma_f32", 0.5, 0.55)),
    (r"FmaChains<double>", "multiply-add", ("DFMA", 1, 1.03), ("v_fma_f64", 1, 1.04)),
    (r"CosineChains<float>", "cosine", ("MUFU", 1, 3.2), ("v_cos_f32", 1, 1.9)),
    (r"CosineChains<double>", "cosine", ("DFMA", 13, 50), ("v_trig_preop_f64", 3, 140)),
    (r"MatrixChains<float>", "product", ("FFMA", 1, 1.8), ("v_mfma_f32_32x32x2f32", 1, 2.3)),  # NVIDIA's have none
    (r"MatrixChains<double>", "product", ("DMMA", 1, 2.1), ("v_mfma_f64_16x16x4f64", 1, 1.7)),
)
# They make what is computed with, or check it, and are not timed.
NOT_TIMED = r"PointValues|Weighed|Fill"


# What follows `each_pack<` in a kernel's name, and the most instructions for each value of whole packs on NVIDIA's GPUs
# and on AMD's: all of a thread's, from its first to its last, those of memory, addresses and bounds included.
PACK_BUDGETS = (
    (r"float, gpujob::CopyValues", 3.6, 4.7), (r"double, gpujob::CopyValues", 7.2, 9.4),
    (r"float, gpujob::stream::Scale", 4.7, 5.5), (r"double, gpujob::stream::Scale", 8.3, 11),
    (r"float, gpujob::(AddValues|stream::Triad)", 8.8, 9.1), (r"double, gpujob::(AddValues|stream::Triad)", 16.6, 18.7),
    (r"float, \S*Pass<float, \S*(Magnitude|Twice)>", 4.7, 5.9), (r"double, \S*Pass<double, \S*(Magnitude|Twice)>", 8.3, 11),
    (r"float, \S*Pass<float, \S*Root>", 14, 20), (r"double, \S*Pass<double, \S*Root>", 26, 33),
    (r"float, \S*Pass<float, \S*Sine>", 29, 37), (r"double, \S*Pass<double, \S*Sine>", 36, 65),
    (r"float, \S*Pass<float, \S*Whole>", 44, 53), (r"double, \S*Pass<double, \S*Whole>", 58, 89),
    (r"float, \S*gaussian_pdf::Fast<float,", 14.3, 9.8), (r"float, \S*gaussian_pdf::Library<float,", 17.7, 21.8),
    (r"float, \S*gaussian_pdf::\w+<double,", 37, 41), (r"double, \S*gaussian_pdf::", 43, 47),
    (r"float, \S*hidden_layer::FusedFast<float,", 30.7, 25.8), (r"float, \S*hidden_layer::Fused<float,", 38, 44),
    (r"float, \S*hidden_layer::Activate<float,", 31.5, 45), (r"float, \S*hidden_layer::Weigh", 8.1, 8.4),
    (r"float, \S*hidden_layer::Normalise", 14.6, 17.2), (r"float, \S*hidden_layer::FusedFast<double,", 62, 62),
    (r"float, \S*hidden_layer::Fused<double,", 76, 185), (r"float, \S*hidden_layer::Activate<double,", 97, 73),
    (r"double, \S*hidden_layer::FusedFast", 74, 76), (r"double, \S*hidden_layer::Fused<", 82, 200),
    (r"double, \S*hidden_layer::Activate", 98, 80), (r"double, \S*hidden_layer::Weigh", 15.1, 16.7),
    (r"double, \S*hidden_layer::Normalise", 26.5, 22.4),
    (r"float, \S*Distances<float, \S*HalfAngle", 30.7, 33), (r"double, \S*Distances<double, \S*HalfAngle", 76, 118),
    (r"float, \S*Distances<float, \S*Cartesian", 118, 144), (r"double, \S*Distances<double, \S*Cartesian", 161, 247),
    (r"float, \S*pulses::Fused", 34.6, 42.5), (r"double, \S*pulses::Fused", 51, 72),
    (r"float, \S*pulses::MakePulses", 33.4, 40.5), (r"double, \S*pulses::MakePulses", 47.5, 70),
    (r"short, \S*zero_suppress::Suppress", 7.4, 8.4),
    (r"float, \S*l2_norm::PairNorms", 19.3, 27.4))  # of a norm, that is of two values


def over_pack_budget(backend, ways, short):
    """The same of each kernel that works on packs, whose ways are in `ways`. All loads stand before the first store.
    A kernel without a row is over."""
    for (name, architecture), way in sorted(ways.items()):
        kernel = f"{architecture} {short(name)}"
        rows = [most[backend == "hip"] for pattern, *most in PACK_BUDGETS
                if re.search("each_pack<" + pattern, short(name))]
        if len(rows) != 1:
            yield f"{kernel}: {len(rows)} budgets for packs, not one"
            continue
        took = len(way) / values_of(way, short(name))
        print(f"{kernel}: {took:.2f} instructions per value of whole packs, at most {rows[0]}")
        if took > rows[0]:
            yield f"{kernel}: {took:.2f} instructions per value of whole packs, not {rows[0]}"
        memory = [one.name.split(".")[0].split("_dword")[0] for one in way
                  if one.name.startswith(("LDG", "STG", "global_"))]
        if memory != sorted(memory):
            yield f"{kernel}: a store stands before a load ({', '.join(memory)})"


def most_of(code, marker):
    """The loop that BUDGETS speaks of, or None."""
    loops = [loop for loop in all_loops(code) if loop.counts[marker]]
    inner = [loop for loop in loops if loop.is_innermost]
    return max(inner, key=lambda loop: loop.counts[marker]) if inner else min(loops, key=lambda loop: loop.length, default=None)


def over_budget(backend, codes, short):
    """A text for each kernel without packs that takes more instructions per element than it may, has no such loop or no
    budget; prints what the others take. `codes`: {(mangled name, "sm_80"): [Instruction]}."""
    for (name, architecture), code in sorted(codes.items()):
        kernel = f"{architecture} {short(name)}"
        if "each_" not in kernel or "each_pack<" in kernel or re.search(NOT_TIMED, kernel):
            continue
        rows = [(element, *budget[backend == "hip"]) for pattern, element, *budget in BUDGETS if re.search(pattern, kernel)]
        if not rows:
            yield f"{kernel}: no budget"
        for element, marker, per_element, most in rows:
            whole = Loop(0, 0, collections.Counter(one.name for one in code if one.name not in ("NOP", "s_nop")))
            loop = whole if marker is ALL else most_of(code, marker)
            if loop is None:
                yield f"{kernel}: no loop with {marker}"
                continue
            took = loop.length * per_element / (loop.counts[marker] or 1)
            print(f"{kernel}: {took:.2f} instructions per {element}, at most {most}")
            if took > most:
                yield f"{kernel}: {took:.2f} instructions per {element}, not {most}"


def table(found, ways, compiler, short):
    """The loops of each kernel, and its way over whole packs: a line each, architectures with the same ones together.
    `found`: {(mangled name, "sm_80"): [Loop]}; `ways` the same to instructions; `short`: a readable name of a mangled
    one."""
    lines = [compiler + ": instructions of the innermost loops"]
    by_name = {}
    for (name, architecture), loops in found.items():
        texts = tuple(f"{loop.length:5}: {mix(loop.counts)}" for loop in loops)
        if ways.get((name, architecture)):
            way = ways[name, architecture]
            texts += (f"{len(way):5} in all, for whole packs of {values_of(way, short(name)):g}: "
                      + mix(collections.Counter(one.name for one in way)),)
        if texts:
            by_name.setdefault(short(name), {}).setdefault(texts, []).append(architecture)
    for name in sorted(by_name):
        lines.append(re.sub(r"^void ", "", name))
        for texts, architectures in by_name[name].items():
            lines.append("  " + " ".join(architectures))
            lines += ["  " + text for text in texts]
    return "\n".join(lines) + "\n"
