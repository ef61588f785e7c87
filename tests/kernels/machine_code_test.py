# SPDX-License-Identifier: MIT
"""machine_code.py reads what ptxas writes: PTX whose instructions are known is assembled and read back.

usage: machine_code_test.py NVCC
"""
import collections
import os
import sys
import tempfile

import kernel_resources
import machine_code
from skip import skip

# PTX of the loop's body, and what it must become; each value depends on the one before, so that nothing
# is folded or left out.
BODY = (
    ("fma.rn.f32 %f1, %f1, %f2, %f3;\n fma.rn.f32 %f1, %f1, %f3, %f2;\n fma.rn.f32 %f1, %f1, %f1, %f2;", {"FFMA": 3}),
    ("ex2.approx.ftz.f32 %f1, %f1;", {"MUFU": 1}),
    ("fma.rn.f64 %d1, %d1, %d1, %d2;\n fma.rn.f64 %d1, %d1, %d2, %d1;", {"DFMA": 2}),
    ("ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%rd1];", {"LDG.128": 1}),
    ("ld.global.v2.f32 {%f8, %f9}, [%rd1+16];", {"LDG.64": 1}),
    ("ld.global.f32 %f10, [%rd1+24];", {"LDG": 1}),
    ("st.global.v4.f32 [%rd1+32], {%f4, %f5, %f6, %f1};", {"STG.128": 1}),
    ("st.global.v2.f32 [%rd1+48], {%f8, %f9};\n st.global.f32 [%rd1+56], %f10;\n st.global.f32 [%rd1+132], %f7;",
     {"STG.64": 1, "STG": 2}),
    ("st.shared.v4.f32 [%r3], {%f4, %f5, %f6, %f1};\n bar.sync 0;\n ld.shared.v2.f32 {%f2, %f3}, [%r3+8];",
     {"STS.128": 1, "BAR": 1, "LDS.64": 1}),
    ("xor.b32 %r4, %r1, %r3;\n shfl.sync.down.b32 %r4, %r4, 4, 31, -1;\n st.global.u32 [%rd1+140], %r4;\n"
     " popc.b32 %r5, %r4;\n st.global.u32 [%rd1+152], %r5;\n cvt.rni.f32.f32 %f11, %f1;\n st.global.f32 [%rd1+164], %f11;",
     {"SHFL": 1, "POPC": 1, "FRND": 1, "STG": 3}),
)
# From sm_80 on: copies to shared memory beside the computation, and matrix units.
BODY_80 = (
    ("cp.async.ca.shared.global [%r3], [%rd1], 16;\n cp.async.commit_group;\n cp.async.wait_group 0;",
     {"LDGSTS": 1, "LDGDEPBAR": 1, "DEPBAR": 1}),
    ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1, %d2}, {%d1}, {%d2}, {%d1, %d2};", {"DMMA": 1}),
    ("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f12, %f13, %f14, %f15}, {%r4, %r5, %r4, %r5},"
     " {%r4, %r5}, {%f1, %f1, %f1, %f1};\n st.global.f32 [%rd1+180], %f12;", {"HMMA": 1, "STG": 1}),
)
PTX = """.version 7.5
.target sm_TARGET
.address_size 64
.visible .entry known(.param .u64 at, .param .u32 count) {
 .reg .f32 %f<16>; .reg .f64 %d<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .pred %p<4>;
 .shared .align 16 .b8 tile[4096];
 ld.param.u64 %rd1, [at]; cvta.to.global.u64 %rd1, %rd1; ld.param.u32 %r1, [count];
 mov.u32 %r2, tile; mov.u32 %r3, %tid.x; and.b32 %r3, %r3, 255; shl.b32 %r3, %r3, 4; add.u32 %r3, %r3, %r2;
 ld.global.f32 %f1, [%rd1]; ld.global.f32 %f2, [%rd1+4]; ld.global.f32 %f3, [%rd1+8];
 ld.global.f64 %d1, [%rd1+64]; ld.global.f64 %d2, [%rd1+72];
again:
 .pragma "nounroll";
 BODY
 add.s32 %r1, %r1, -1; setp.ne.s32 %p1, %r1, 0;
 @%p1 bra again;
 st.global.f64 [%rd1+80], %d1; st.global.f32 [%rd1+88], %f1;
 ret;
}
"""

nvcc = sys.argv[1]
if not os.path.exists(nvcc):
    skip("no nvcc here")
with tempfile.TemporaryDirectory() as scratch:
    source = os.path.join(scratch, "known.ptx")
    for architecture in (75, 80, 86, 89, 90):
        body = BODY if architecture < 80 else BODY + BODY_80
        expected = collections.Counter()
        for _, counts in body:
            expected.update(counts)
        with open(source, "w", encoding="utf-8") as file:
            file.write(PTX.replace("BODY", "\n ".join(text for text, _ in body)).replace("TARGET", "75" if body == BODY else "80"))
        cubin = os.path.join(scratch, "known.cubin")
        kernel_resources.ptx(nvcc, source, architecture, cubin)
        (name, code), = machine_code.nvidia_kernels(cubin, architecture)
        assert name == "known", name
        loops = machine_code.innermost_loops(code)
        assert len(loops) == 1, f"sm_{architecture}: {len(loops)} loops, not one"
        counts = loops[0].counts
        wrong = {one: (counts[one], many) for one, many in expected.items() if counts[one] != many}
        assert not wrong, f"sm_{architecture}: (read, written) {wrong} in {machine_code.mix(counts)}"
        assert counts["BRA"] == 1, machine_code.mix(counts)
        unknown = [one for one in counts if one.startswith("0x")]
        assert not unknown, f"sm_{architecture}: {unknown}"
        print(f"sm_{architecture}: {machine_code.mix(counts)}")

# A loop that takes more than its budget is found, and one that is not there, and a kernel without a budget.
def looping(*operations, jumps=((-1, 0),)):
    """Instructions of which some, by their places, are branches to others."""
    targets = {place % len(operations): 16 * to for place, to in jumps}
    return [machine_code.Instruction(16 * k, one, targets.get(k)) for k, one in enumerate(operations)]


LONG = looping(*["FFMA"] * 8, *["IADD3"] * 7, "BRA")
HELD = looping(*["FFMA"] * 10, *["IMAD"] * 141, "LDG", "BRA", "BRA", jumps=((-2, 151), (-1, 0)))  # around a loop without FFMA
for kernel, code, said in (("each_item<256, FmaChains<float> >", LONG, "2.00 instructions per multiply-add, not 1.03"),
                           ("each_item<256, FmaChains<float> >", [], "no loop with FFMA"),
                           ("each_item<16, NaiveRows<float, float> >", HELD, "154.00 instructions per point, not 145"),
                           ("each_block<AddOne<float, ", looping(*["MOV"] * 148, "NOP"), "148.00 instructions per thread, not 147"),
                           ("each_item<256, Unknown>", LONG, "no budget"),
                           ("each_item<256, FillUnknown>", LONG, None)):
    texts = list(machine_code.over_budget("cuda", {("kernel", "sm_80"): code}, {"kernel": kernel}.get))
    assert len(texts) == (said is not None) and all(said in text for text in texts), texts
texts = list(machine_code.over_budget("hip", {("kernel", "gfx90a"): looping(*["v_pk_fma_f32"] * 4, *["s_nop"] * 4, "s_cbranch_scc1")},
                                      {"kernel": "each_item<256, FmaChains<float> >"}.get))
assert len(texts) == 1 and "1.12 instructions per multiply-add, not 0.55" in texts[0], texts

# The way of a thread over whole packs leaves out the tail of single values; what is longer than its budget is found, as
# are a load behind a store and a kernel without a budget.
COPY, TAIL = "each_pack<float, gpujob::CopyValues<float>, 1>", ["LDG", "STG", "BRA", "EXIT"]
for middle, kernel, said in ((["LDG.128", "STG.128"], COPY, None),
                             (["LDG.128", *["IADD3"] * 10, "STG.128"], COPY, "3.75 instructions per value of whole packs, not 3.6"),
                             (["LDG.128", "STG.128", "LDG.128", "STG.128"], COPY, "a store stands before a load"),
                             (["LDG.128", "STG.128"], "each_pack<float, Unknown>", "0 budgets for packs, not one")):
    operations = ["S2R", "BRA", *middle, "EXIT", *TAIL]
    tail = 16 * (len(operations) - len(TAIL))
    known = [machine_code.Instruction(16 * k, one, tail if one == "BRA" else None, one != "EXIT", one == "EXIT")
             for k, one in enumerate(operations)]
    way = machine_code.pack_way(known)
    assert [one.name for one in way] == ["S2R", "BRA", *middle, "EXIT"], way
    texts = list(machine_code.over_pack_budget("cuda", {("kernel", "sm_80"): way}, {"kernel": kernel}.get))
    assert len(texts) == (said is not None) and all(said in text for text in texts), texts
print("counted: a loop of known instructions and four ways over packs, read for 5 architectures")
