// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "base/text.h"
#include "planned_case.h"

// What the centers' pages say, typed from them and not from the profiles: blessing a golden file
// that asks for a GPU in another way fails here.

namespace gpujob {
namespace {

using testing::IsSupersetOf;

struct Documented {
  const char* center;
  const char* name;
  std::vector<std::string> says;    ///< whole lines of the script
  std::vector<std::string> avoids;  ///< beginnings of lines that must not be there
};

void PrintTo(const Documented& one, std::ostream* out) {  // NOLINT(*-identifier-naming)
  *out << one.center << "/" << one.name;
}

const std::vector<Documented> kDocumented{
    // isambard-sc/skills.isambard.ac.uk: site/plugins/isambard/skills/{slurm,cuda}/SKILL.md
    {"brics",
     "isambard-ai/gh200/integrate2d.cuda",
     {"#SBATCH --nodes=1", "#SBATCH --gpus=1"},
     {"#SBATCH --gres", "#SBATCH --exclusive", "#SBATCH --gpus-per-node"}},
    {"brics",
     "isambard-ai/gh200/integrate2d.cuda.8gpus",
     {"#SBATCH --nodes=2", "#SBATCH --gpus-per-node=4"},
     {"#SBATCH --gres", "#SBATCH --exclusive", "#SBATCH --gpus="}},
    // ComputationalRadiationPhysics/picongpu: etc/picongpu/jupiter-jsc/gh200.tpl
    {"jsc",
     "jupiter/gh200/integrate2d.cuda",
     {"#SBATCH --partition=booster", "#SBATCH --nodes=1", "#SBATCH --gres=gpu:1"},
     {"#SBATCH --gpus", "#SBATCH --constraint"}},
    // ComputationalRadiationPhysics/picongpu: etc/picongpu/jureca-jsc/gpus_picongpu.profile.example
    {"jsc",
     "jureca/a100/integrate2d.cuda.2gpus",
     {"#SBATCH --partition=dc-gpu", "#SBATCH --nodes=1", "#SBATCH --gres=gpu:2"},
     {"#SBATCH --gpus", "#SBATCH --constraint"}},
    // xuagu37/berzelius-reframe-tests: config/berzelius.py
    {"nsc",
     "berzelius/a100_80/integrate2d.cuda",
     {"#SBATCH --gpus=1", "#SBATCH --constraint=fat"},
     {"#SBATCH --gres", "#SBATCH --partition"}},
    // https://docs.uppmax.uu.se/cluster_guides/slurm_on_pelle/
    {"uppmax",
     "pelle/l40s/integrate2d.cuda",
     {"#SBATCH --partition=gpu", "#SBATCH --gpus=l40s:1"},
     {"#SBATCH --gres", "#SBATCH --constraint"}},
    {"uppmax",
     "pelle/h100/integrate2d.cuda",
     {"#SBATCH --partition=gpu", "#SBATCH --gpus=h100:1"},
     {"#SBATCH --gres"}},
    {"uppmax",
     "pelle/t4/integrate2d.cuda",
     {"#SBATCH --partition=haswell", "#SBATCH --gpus=t4:1"},
     {"#SBATCH --gres"}},
    // hpc2n/intro-course: docs/batch.md
    {"hpc2n",
     "kebnekaise/l40s/integrate2d.cuda",
     {"#SBATCH --gpus=1", "#SBATCH --constraint=l40s", "module purge >/dev/null 2>&1"},
     {"#SBATCH --partition", "#SBATCH --gres", "#SBATCH --exclusive"}},
    {"hpc2n",
     "kebnekaise/v100/integrate2d.cuda",
     {"#SBATCH --gpus=1", "#SBATCH --constraint=v100"},
     {"#SBATCH --partition"}},
    {"hpc2n",
     "kebnekaise/mi100/command",
     {"#SBATCH --gpus=1", "#SBATCH --constraint=mi100"},
     {"#SBATCH --partition", "#SBATCH --gres"}},
    // lunarc/lunarc_docs: docs/manual/manual_gpu.md
    {"lunarc",
     "cosmos/a100/integrate2d.cuda",
     {"#SBATCH --partition=gpua100"},
     {"#SBATCH --gres", "#SBATCH --gpus", "#SBATCH --exclusive"}},
    {"lunarc",
     "cosmos/a100i/integrate2d.cuda",
     {"#SBATCH --partition=gpua100i", "#SBATCH --nodes=1", "#SBATCH --gres=gpu:1"},
     {"#SBATCH --gpus"}},
    // UPPMAX/NAISS_Slurm: docs/jobscripts.md
    {"nsc",
     "tetralith/t4/integrate2d.cuda",
     {"#SBATCH --ntasks=1", "#SBATCH --cpus-per-task=32", "#SBATCH --gpus-per-task=1"},
     {"#SBATCH --gres", "#SBATCH --exclusive", "#SBATCH --gpus="}},
    // PDC-support/PDC-support-web: docs/run_jobs/job_scripts_dardel.md
    {"pdc",
     "dardel/mi250x/integrate2d.hip",
     {"#!/bin/bash -l", "#SBATCH --partition=gpu", "#SBATCH --nodes=1",
      "#SBATCH --ntasks-per-node=1"},
     {"#SBATCH --gpus", "#SBATCH --gres", "#SBATCH --ntasks=", "module purge"}},
    // PDC-support/PDC-support-web: docs/software_development/development_gpugh.md
    {"pdc",
     "dardel/gh200/integrate2d.cuda",
     {"#!/bin/bash -l", "#SBATCH --partition=gpugh", "#SBATCH --cpus-per-task=72",
      "#SBATCH --gpus-per-task=1"},
     {"#SBATCH --gres"}},
    // c3se/alvis-intro: tutorial/1_getting_started/README.md
    {"c3se",
     "alvis/A100fat/integrate2d.cuda",
     {"#SBATCH --gpus-per-node=A100fat:1"},
     {"#SBATCH --gpus=", "#SBATCH --gres"}},
    {"c3se", "alvis/T4/integrate2d.cuda", {"#SBATCH --gpus-per-node=T4:1"}, {}},
    {"c3se", "alvis/cpu/integrate2d.cpu", {"#SBATCH --constraint=NOGPU"}, {"#SBATCH --gpus"}},
    // cosmic-reionization/pyC2Ray: examples/benchmarks/benchmark_scripts/jobs/
    {"naiss",
     "arrhenius/gh200/integrate2d.cuda",
     {"#SBATCH --partition=gpu", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres"}},
    // olcf/olcf-user-docs: systems/frontier_user_guide.rst
    {"olcf",
     "frontier/mi250x/integrate2d.hip",
     {"#SBATCH --account=ABC123", "#SBATCH --nodes=1"},
     {"#SBATCH --gpus", "#SBATCH --gres", "#SBATCH --partition"}},
    // Lumi-supercomputer/lumi-userguide: docs/runjobs/scheduled-jobs/lumig-job.md
    {"csc",
     "lumi/mi250x/integrate2d.hip",
     {"#!/bin/bash -l", "#SBATCH --partition=small-g", "#SBATCH --nodes=1",
      "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres", "module purge"}},
    // CSCfi/csc-user-guide: docs/computing/running/example-job-scripts-roihu.md
    {"csc",
     "roihu/gh200/integrate2d.cuda",
     {"#SBATCH --partition=gpumedium", "#SBATCH --nodes=1", "#SBATCH --ntasks-per-node=1",
      "#SBATCH --cpus-per-task=72", "#SBATCH --gres=gpu:gh200:1"},
     {"#SBATCH --gpus"}},
    // CSCfi/csc-user-guide: docs/computing/running/creating-job-scripts-roihu.md
    {"csc",
     "roihu/l40/command",
     {"#SBATCH --partition=vizinteractive", "#SBATCH --gres=gpu:l40:1"},
     {"#SBATCH --gpus"}},
    // BLAST-WarpX/warpx: Tools/machines/perlmutter-nersc/perlmutter_gpu.sbatch
    {"nersc",
     "perlmutter/a100_80/integrate2d.cuda.8gpus",
     {"#SBATCH --qos=regular", "#SBATCH --constraint=\"gpu&hbm80g\"", "#SBATCH --nodes=2",
      "#SBATCH --ntasks-per-node=4", "#SBATCH --cpus-per-task=32", "#SBATCH --gpus-per-node=4"},
     {"#SBATCH --partition", "#SBATCH --gres"}},
    // HasanHelal429/KinShock2020: perlmutter/job.sbatch
    {"nersc",
     "perlmutter/a100/integrate2d.cuda",
     {"#SBATCH --qos=shared", "#SBATCH --constraint=gpu", "#SBATCH --nodes=1",
      "#SBATCH --cpus-per-task=32"},
     {"#SBATCH --partition", "#SBATCH --gres", "#SBATCH --exclusive"}},
    // BLAST-WarpX/warpx: Tools/machines/leonardo-cineca/
    {"cineca",
     "leonardo/a100/integrate2d.cuda",
     {"#SBATCH --partition=boost_usr_prod", "#SBATCH --gres=gpu:1"},
     {"#SBATCH --gpus"}},
    // N8-CIR-Bede/documentation: usage/index.rst
    {"n8cir",
     "bede/v100/integrate2d.cuda",
     {"#SBATCH --partition=gpu", "#SBATCH --nodes=1", "#SBATCH --gres=gpu:1"},
     {"#SBATCH --gpus"}},
    // horses-framework/horses3d-gpu: wiki, Marenostrum-5-GPU
    {"bsc",
     "marenostrum5/h100/integrate2d.cuda",
     {"#SBATCH --ntasks-per-node=1", "#SBATCH --cpus-per-task=20", "#SBATCH --gres=gpu:1"},
     {"#SBATCH --gpus", "#SBATCH --constraint"}},
    // baskerville-hpc/basicSlurmScripts: docs/IntroductionToBaskerville.qmd
    {"bham",
     "baskerville/a100_80/integrate2d.cuda",
     {"#SBATCH --gpus=1", "#SBATCH --nodes=1", "#SBATCH --constraint=a100_80",
      "module purge >/dev/null 2>&1"},
     {"#SBATCH --partition", "#SBATCH --gres"}},
    // arcaneframework/arcanefem: docs/install.md
    {"cines",
     "adastra/mi250x/integrate2d.hip",
     {"#SBATCH --constraint=MI250", "#SBATCH --nodes=1", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --partition", "#SBATCH --gres"}},
    // ncsa/Delta_doc: docs/source/user_guide/running_jobs.rst
    {"ncsa",
     "delta/a40/integrate2d.cuda",
     {"#SBATCH --partition=gpuA40x4", "#SBATCH --nodes=1", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres", "#SBATCH --constraint", "module purge"}},
    // eth-cscs/cscs-docs: docs/running/slurm.md; flags of the old Eiger are not needed any more
    {"cscs",
     "daint/gh200/command",
     {"#SBATCH --nodes=1", "#SBATCH --ntasks-per-node=1", "#SBATCH --gpus-per-task=1"},
     {"#SBATCH --constraint", "#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --gpus-per-node"}},
    {"cscs",
     "clariden/gh200/command",
     {"#SBATCH --nodes=1", "#SBATCH --ntasks-per-node=1", "#SBATCH --gpus-per-task=1"},
     {"#SBATCH --constraint", "#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --gpus-per-node"}},
    {"cscs",
     "santis/gh200/command",
     {"#SBATCH --nodes=1", "#SBATCH --ntasks-per-node=1", "#SBATCH --gpus-per-task=1"},
     {"#SBATCH --constraint", "#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --gpus-per-node"}},
    // https://servicedesk.surf.nl/wiki/spaces/WIKI/pages/30660209/Snellius+partitions and
    // EESSI/test-suite: config/surf_snellius.py
    {"surf",
     "snellius/a100/command",
     {"#SBATCH --partition=gpu_a100", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --constraint"}},
    {"surf",
     "snellius/h100/command",
     {"#SBATCH --partition=gpu_h100", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --constraint"}},
    // ECP-WarpX/WarpX: Tools/machines/karolina-it4i/karolina_gpu.sbatch
    {"it4i",
     "karolina/a100/command",
     {"#SBATCH --partition=qgpu", "#SBATCH --nodes=1", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --constraint"}},
    // EESSI/test-suite: config/izum_vega.py
    {"izum",
     "vega/a100/command",
     {"#SBATCH --partition=gpu", "#SBATCH --gres=gpu:1"},
     {"#SBATCH --gpus", "#SBATCH --constraint"}},
    // BLAST-WarpX/warpx: Tools/machines/juwels-jsc/
    {"jsc",
     "juwels/a100/command",
     {"#SBATCH --partition=booster", "#SBATCH --nodes=1", "#SBATCH --gres=gpu:1"},
     {"#SBATCH --gpus", "#SBATCH --constraint"}},
    // MFlowCode/MFC: toolchain/templates/deltaai.mako
    {"ncsa",
     "deltaai/gh200/command",
     {"#SBATCH --partition=ghx4", "#SBATCH --nodes=1", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --constraint"}},
    // https://docs.uppmax.uu.se/cluster_guides/slurm_on_bianca_details/
    {"uppmax",
     "bianca/t4/command",
     {"#SBATCH --gpus=t4:1", "#SBATCH --gpus-per-node=t4:1"},
     {"#SBATCH --gres", "#SBATCH --partition"}},
    // sdsc-hpc-training-org/hpctr-examples: cuda/addition/vector_add_gpu.sb
    {"sdsc",
     "expanse/v100/integrate2d.cuda",
     {"#SBATCH --partition=gpu-shared", "#SBATCH --nodes=1", "#SBATCH --gpus=1",
      "module purge >/dev/null 2>&1"},
     {"#SBATCH --gres", "#SBATCH --constraint", "#SBATCH --gpus-per-node"}},
    // sdsc-hpc-training-org/expanse-101: docs/index.md; gpu gives whole nodes
    {"sdsc",
     "expanse/v100/integrate2d.cuda.8gpus",
     {"#SBATCH --partition=gpu", "#SBATCH --nodes=2", "#SBATCH --gpus=8"},
     {"#SBATCH --gres", "#SBATCH --gpus-per-node"}},
    // https://docs.alliancecan.ca/wiki/Using_GPUs_with_Slurm/en, and each cluster's page
    {"alliance",
     "narval/a100/integrate2d.cuda",
     {"#SBATCH --nodes=1", "#SBATCH --gpus-per-node=a100:1", "module purge >/dev/null 2>&1"},
     {"#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --partition"}},
    {"alliance",
     "narval/a100_3g/integrate2d.cuda",
     {"#SBATCH --gpus=a100_3g.20gb:1"},
     {"#SBATCH --gres", "#SBATCH --gpus-per-node", "#SBATCH --partition"}},
    {"alliance",
     "fir/h100_3g/integrate2d.cuda",
     {"#SBATCH --gpus=nvidia_h100_80gb_hbm3_3g.40gb:1"},
     {"#SBATCH --gres", "#SBATCH --gpus-per-node", "#SBATCH --partition"}},
    {"alliance",
     "nibi/h100/integrate2d.cuda.16gpus",
     {"#SBATCH --nodes=2", "#SBATCH --gpus-per-node=h100:8"},
     {"#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --partition"}},
    {"alliance",
     "rorqual/h100_1g/integrate2d.cuda",
     {"#SBATCH --gpus=h100_1g.10gb:1"},
     {"#SBATCH --gres", "#SBATCH --gpus-per-node", "#SBATCH --partition"}},
    // https://docs.alliancecan.ca/wiki/Trillium_Quickstart/en
    {"alliance",
     "trillium/h100/integrate2d.cuda",
     {"#SBATCH --nodes=1", "#SBATCH --gpus-per-node=1"},
     {"#SBATCH --gres", "#SBATCH --gpus=", "#SBATCH --mem", "#SBATCH --partition"}},
};

class DocumentedScript : public testing::TestWithParam<Documented> {};

/// What becomes of the case of that name.
Outcome outcome_of(const std::string& center, const std::string& name) {
  for (const SiteProfile& site : shipped().sites) {
    if (site.center != center) continue;
    for (const Case& one : cases_of(site))
      if (one.name() == name) return plan_case(one);
  }
  ADD_FAILURE() << "no case " << center << "/" << name;
  return {};
}

TEST_P(DocumentedScript, AsksAsTheCenterSays) {
  const std::string script = outcome_of(GetParam().center, GetParam().name).script;
  std::vector<std::string> all;
  for (const std::string_view line : lines(script)) all.emplace_back(line);
  EXPECT_THAT(all, IsSupersetOf(GetParam().says));
  for (const std::string& avoided : GetParam().avoids)
    for (const std::string& line : all) EXPECT_FALSE(line.starts_with(avoided)) << line;
}

INSTANTIATE_TEST_SUITE_P(, DocumentedScript, testing::ValuesIn(kDocumented));

/// Where no script can be right there is none, only the reason.
TEST(Documented, RefusalsAreRefusals) {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"hpc2n", "kebnekaise/mi100/integrate2d.hip"}, {"hpc2n", "kebnekaise/mi100/integrate2d.cuda"},
      {"lunarc", "cosmos/a40/integrate2d.cuda"},     {"uppmax", "snowy/t4/command"},
      {"pdc", "dardel/mi250x/integrate2d.cuda"},     {"pdc", "dardel/gh200/integrate2d.hip"}};
  for (const auto& [center, name] : refused) {
    const Outcome outcome = outcome_of(center, name);
    EXPECT_NE(outcome.refusal, "") << name;
    EXPECT_EQ(outcome.script, "") << name;
  }
}

}  // namespace
}  // namespace gpujob
