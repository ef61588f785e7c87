// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/count_range.h"
#include "base/duration.h"
#include "base/origin.h"

// A site profile: what a center's user guide says, as data. Absent means unknown, and unknown is
// never guessed: every optional here may be empty although the center has such a thing.

namespace gpujob {

/// Where a block's facts were read and when (a day, "2026-11-21").
struct Source {
  std::vector<std::string> pages;
  std::string checked;
  std::string note;  ///< what a reader should know, e.g. that another party documents it
};

/// The page of facts that were copied from another site's profile and are not confirmed:
/// "copied from center/cluster".
inline constexpr std::string_view kCopied = "copied from ";

bool is_copied(const Source& source);

/// D: documented by the center itself; D3: by another party; U: announced or uncertain.
enum class Mark { D, D3, U };

/// "not the center's own word", for messages; empty for D.
std::string_view doubt_of(Mark mark);

struct ClusterStatus {
  enum class State { Active, Ending, Retired };
  State state = State::Active;
  std::string date;  ///< day of the end; empty while active
  Mark mark = Mark::D;
  std::string successor;  ///< "center/cluster" or "center"; may be empty
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources
};

/// How `site detect` recognises the cluster from inside.
struct Match {
  std::string cluster_name;        ///< Slurm's ClusterName; may be empty
  std::vector<std::string> hosts;  ///< anchored globs over the host name
};

enum class Use { Required, Optional, Forbidden };

/// Whether an option of a plug-in takes a value.
enum class PluginValue { Required, Optional, None };

/// What the center says of one sbatch option (its long name without dashes).
struct DirectiveRule {
  std::string option;
  Use use = Use::Optional;
  std::optional<std::string> default_value;  ///< rendered when nothing else sets the option
  std::string pattern;                       ///< ECMAScript, whole value; empty: any
  std::optional<std::string> max;            ///< a walltime for time, a number otherwise
  std::vector<std::string> excludes;         ///< options that must not stand beside it
  std::string note;                          ///< the center's own words, shortened
  Origin origin;
  std::size_t source = 0;               ///< index in Cluster::sources
  std::optional<PluginValue> plugin{};  ///< absent: it is Slurm's own, not a plug-in's
};

/// In a limit's condition: jobs that ask for no QOS.
inline constexpr std::string_view kNoQos = "none";

/// What the center allows jobs that meet all conditions: a number each, or nothing at all.
struct JobLimit {
  std::optional<CountRange> when_nodes;
  std::optional<CountRange> when_gpus;  ///< of the whole job
  std::string when_qos;                 ///< empty: any, and none; kNoQos: jobs that ask for none
  std::optional<Seconds> time;
  std::optional<int> nodes;
  std::optional<int> gpus;
  std::optional<int> cpus;
  std::optional<int> jobs;       ///< of one user that run at a time
  std::optional<int> submitted;  ///< of one user in the queue, each task of an array one
  std::string refuse;  ///< why such jobs are refused, in the center's sense; empty: they are not
  std::string note;
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources
};

enum class Exclusive { Never, Always, SeveralNodes };

/// Does a job on so many nodes get them whole?
inline bool gives_whole_nodes(Exclusive exclusive, long long nodes) {
  return exclusive == Exclusive::Always || (exclusive == Exclusive::SeveralNodes && nodes > 1);
}

struct Partition {
  std::string name;
  bool is_default = false;
  std::optional<Seconds> max_time;
  std::optional<Seconds> default_time;
  std::optional<int> max_nodes;
  std::optional<int> nodes;                    ///< that no shape describes
  std::optional<double> max_nodes_per_minute;  ///< of the walltime: wide jobs must not be short
  std::optional<long long> default_memory_per_cpu_mib;  ///< of a job that names none
  std::string account_pattern;              ///< ECMAScript, whole value; empty: as everywhere
  std::vector<std::string> avoided_shells;  ///< interpreters that cause problems here: "sh"
  Exclusive exclusive = Exclusive::Never;
  bool charges_whole_node = false;
  bool batch_jobs = true;
  /// The center's preference among those that take a job, before what they charge: 1 first, each
  /// once for a GPU type; those without one come after all that have one.
  std::optional<int> rank;
  Use gpu = Use::Optional;
  std::optional<std::vector<PlacedText>> request;  ///< of GPUs here, in place of the GPU type's
  std::vector<JobLimit> limits;
  std::string note;  ///< why, for messages: "reserved for the desktop"
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources
};

/// Do batch jobs with GPUs belong there?
inline bool takes_gpus(const Partition& partition) {
  return partition.batch_jobs && partition.gpu != Use::Forbidden;
}

/// Smaller is preferred.
inline int rank_or_last(const Partition& partition) {
  return partition.rank.value_or(std::numeric_limits<int>::max());
}

/// What the project pays for: all of a job's nodes, or the share that the job asks for.
enum class Charge { WholeNode, Share };

/// A quality of service, asked for with --qos.
struct Qos {
  std::string name;
  Exclusive exclusive = Exclusive::Never;
  std::vector<std::string> partitions;  ///< where jobs may ask for it; empty: unknown
  JobLimit elsewhere;                   ///< source of the refusal of jobs in other partitions
  std::optional<Charge> charge;         ///< absent: unknown
  std::optional<Seconds> max_time;
  std::optional<int> max_nodes;
  std::vector<JobLimit> limits;
  std::string note;
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources

  /// As far as the profile says.
  bool is_for(const std::string& partition) const;
  /// What is paid for: who gets whole nodes pays for them, unless the center says otherwise.
  std::optional<Charge> charged() const;
};

/// What belongs to one GPU of a node.
struct GpuShare {
  std::optional<int> cpus;
  std::optional<long long> memory_mib;
};

/// GPUs of one type on a node.
struct NodeGpus {
  std::string gpu;  ///< key in Cluster::gpus
  int gpus = 0;
  GpuShare share;
};

/// A group of equal nodes. Counts are as Slurm counts them (two for a card of two chips).
struct NodeShape {
  std::string id;
  std::vector<std::string> partitions;
  std::optional<int> count;
  std::optional<int> count_at_most;  ///< where the number is not known, only a bound
  std::optional<int> cpus;           ///< Slurm CPUs: threads where threads_per_core > 1
  std::optional<int> usable_cpus;    ///< what a job may use of them
  std::optional<int> threads_per_core;
  std::optional<int> max_cpus_per_gpu;
  std::optional<long long> memory_mib;          ///< what a job may use of a node
  std::optional<long long> memory_per_cpu_mib;  ///< where the center states it per core
  std::string gpu;                              ///< key in Cluster::gpus; empty: no GPUs
  int gpus = 0;                                 ///< per node
  GpuShare share_per_gpu;
  std::vector<NodeGpus> more_gpus;  ///< of further types in the same nodes
  std::vector<std::string> features;
  bool no_features = false;  ///< `features: none`; else an empty list is unknown
  std::string arch;          ///< "x86_64", "aarch64"; empty: unknown
  std::string note;
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources
};

/// Slots `{{name}}` of a request that stand for a number. `cpus` are those of a task and `mem` the
/// memory of a node, both the share of the GPUs that the job asks for.
inline constexpr std::array<std::string_view, 7> kNumberSlots = {
    "gpus", "gpus_per_node", "nodes", "tasks", "tasks_per_node", "cpus", "mem"};

/// How many nodes of the shape there are at most; nothing: unknown.
inline std::optional<int> most_nodes(const NodeShape& shape) {
  return shape.count ? shape.count : shape.count_at_most;
}

/// GPUs on each node of the shape, of all types.
int all_gpus(const NodeShape& shape);

/// Does a node of the shape have GPUs? Their number may be unknown: then `gpus` is 0.
inline bool has_gpus(const NodeShape& shape) {
  return shape.gpus > 0 || !shape.gpu.empty();
}

/// A GPU type under the site's own key.
struct GpuType {
  std::string key;
  std::string model;                           ///< id in the catalogue of GPU models
  std::string gres;                            ///< Slurm's type name, exact case; may be empty
  bool no_gres = false;                        ///< `gres: none`: GPUs have no type name here
  std::string feature;                         ///< may be empty
  std::optional<int> total;                    ///< in the cluster, where it is known
  std::vector<PlacedText> request;             ///< options with slots; empty: the partition alone
  std::vector<PlacedText> request_over_nodes;  ///< the same on several nodes; empty: `request`
  bool request_documented = true;  ///< false: how to ask is unknown, so refuse to generate
  std::string note;
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources

  const std::vector<PlacedText>& request_on(int nodes) const;
};

enum class Purge { None, Plain, Force };

/// Where a program for a backend is compiled.
enum class BuildPlace { Login, Job };

/// How the center says that a Python environment is made: pip installs `packages` into it.
struct Recipe {
  std::vector<std::string> packages;
  std::vector<std::string> upgrade;  ///< packages that are brought up to date first
  bool system_packages = false;      ///< it sees the packages of the modules
};

/// Modules and launcher for one use: "cuda", "hip", "cpu", "numba", "cupy" to run,
/// "cuda_build", "hip_build" to compile.
struct Stack {
  std::string name;  ///< the purpose; a GPU-specific stack shares it with others
  Purge purge = Purge::None;
  std::vector<PlacedText> modules;      ///< one `module load` word each, in order
  bool no_modules = false;              ///< `modules: none`: it is known to need none
  std::vector<PlacedText> module_use;   ///< directories of modules that are found beside others
  std::vector<PlacedText> spack;        ///< what `spack load` takes, after the modules
  std::optional<PlacedText> conda;      ///< the environment that `conda activate` takes
  std::optional<PlacedText> container;  ///< image that programs run in
  std::vector<std::pair<std::string, std::string>> environment;  ///< variables and their values
  std::optional<PlacedText> venv;      ///< directory of a Python virtual environment
  std::optional<Recipe> recipe;        ///< of an environment that each user makes
  std::optional<PlacedText> launcher;  ///< "srun", "srun --mpi=pmix"; absent: the program alone
  std::string toolkit;                 ///< version of CUDA or ROCm, e.g. "12.9.1"; may be empty
  std::string compiler;                ///< of a build stack: "nvcc", "hipcc", "CC"; may be empty
  std::optional<BuildPlace> build;     ///< of a build stack
  std::vector<std::string> gpus;       ///< keys it serves; empty: all of the vendor
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources
};

/// Where the shell of an interactive session runs.
enum class LandsOn { Unknown, Login, Node };

struct Interactive {
  std::vector<std::string> command;  ///< {"salloc"}, {"interactive"}: the directives follow
  LandsOn lands_on = LandsOn::Unknown;
  std::vector<std::string> then;  ///< words after the directives: {"--pty", "bash"}
  Origin origin;
};

/// Directories for the files of jobs: absolute, or beginning with a variable; `{{account}}`,
/// `{{project}}` and `{{user}}` stand for the account that jobs are charged to, a name that the
/// project has for its files, and the user's.
struct Storage {
  std::string scratch;
  std::string project;
  std::optional<int> purged_after_days;  ///< of scratch: what nothing has read since
  std::string note;
  std::size_t source = 0;  ///< index in Cluster::sources
};

/// What an hour of something costs, in the center's own unit.
struct HourlyRate {
  std::string unit;  ///< "GPU-hour"
  double rate = 0;
};

/// What jobs are charged for: each GPU or, without GPUs, each CPU, or whole nodes.
struct Billing {
  std::optional<HourlyRate> gpu;
  std::optional<HourlyRate> cpu;
  std::optional<HourlyRate> node;
  std::string note;
  Origin origin;
  std::size_t source = 0;  ///< index in Cluster::sources
};

enum class Scheduler { Slurm, None };

struct Cluster {
  std::string name;
  std::string title;
  Scheduler scheduler = Scheduler::Slurm;
  Mark mark = Mark::D;  ///< source of most of it
  ClusterStatus status;
  Match match;
  std::map<std::string, DirectiveRule> directives;
  std::vector<Partition> partitions;
  std::vector<Qos> qos;
  std::vector<JobLimit> limits;  ///< of all jobs; partitions and QOS have more
  std::vector<NodeShape> nodes;
  std::vector<NodeShape> by_type;  ///< nodes of several GPU types, once for each of them
  std::vector<std::string> unplaced_features;  ///< that exist, on nodes that are not documented
  std::vector<GpuType> gpus;
  std::vector<Stack> stacks;
  std::optional<Interactive> interactive;
  /// What the center's own sbatch says, and what it means: "accepted", "refused" or "later".
  std::vector<std::pair<std::string, std::string>> sbatch_answers;
  std::optional<int> max_array_size;  ///< indices of job arrays go to one below it
  std::string shell = "#!/bin/bash";
  std::vector<std::string> shells;  ///< the only interpreters supported: "bash"; empty: any
  std::optional<Seconds> polling_floor;
  std::string submit_command;  ///< in place of sbatch; empty: sbatch
  std::optional<Storage> storage;
  std::optional<Billing> billing;
  bool needs_clusters_option = false;  ///< jobs go there with -M
  std::vector<std::string> login;      ///< hosts to log in to
  std::vector<std::string> docs;       ///< addresses of the user guide
  std::string slurm_version;           ///< "25.05"; may be empty
  std::vector<Source> sources;         ///< of the cluster and all its blocks
  Origin origin;

  /// The site whose facts were copied and are not confirmed ("center/cluster"); else empty.
  std::string copied_from() const;
  const Partition* find_partition(const std::string& partition) const;
  const Partition* default_partition() const;
  const Qos* find_qos(const std::string& service) const;
  const GpuType* find_gpu(const std::string& key) const;
  /// The stack for a purpose: one that lists the GPU type, else one that serves all of them.
  const Stack* find_stack(const std::string& purpose, const std::string& gpu_key) const;
  const DirectiveRule* find_rule(const std::string& option) const;
  /// The nodes as jobs see them that ask for a GPU type: a shape of several types once for each.
  std::vector<const NodeShape*> typed_shapes() const;
  /// Those that carry the GPU type.
  std::vector<const NodeShape*> shapes_with(const std::string& gpu_key) const;
};

struct SiteProfile {
  std::string center;
  std::string title;
  std::string default_cluster;
  std::vector<Cluster> clusters;
  std::string file;                   ///< the whole profile
  std::vector<std::string> overlays;  ///< files laid over it, the highest last
  bool is_installed = true;           ///< `file` came with gpujob, and is not the user's to change
  std::string text;                   ///< of all these files, in this order, as they were read

  const Cluster* find_cluster(const std::string& cluster) const;
};

/// Where a user completes the profile: the file with the highest say, or the overlay to write.
std::string file_to_complete(const SiteProfile& profile);

/// What --site takes: "center", or "center/cluster" where it is not the center's default.
std::string site_name(const SiteProfile& profile, const Cluster& cluster);

}  // namespace gpujob
