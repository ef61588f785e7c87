// SPDX-License-Identifier: MIT
#include "profile/field_parts.h"
#include "profile/reader.h"

// The field table of a site profile. A key that is not here
// does not exist; a key that is absent in a file is unknown, never guessed.
//
// Facts and where they come from: a cluster, and every block in it (status, match, a directive, a
// partition, a node shape, a GPU type, a stack, interactive), may carry `source` and `checked`. A
// block without them takes the cluster's; profile/check.cc refuses a block that has neither.

namespace gpujob {

Fields sourced(Fields fields) {
  fields.push_back(make_field(FieldType::Texts, "source", "page or pages that say so"));
  fields.push_back(make_field(FieldType::Day, "checked", "day on which the pages were read"));
  fields.push_back(text_field("note", "what a reader should know; shown in messages"));
  return fields;
}

Field word_list(std::string_view name, std::string_view doc, std::string_view pattern,
                std::string_view form) {
  return list_field(name, doc, text_field("", "").like(pattern, form));
}

namespace {

constexpr std::string_view kName = "[a-z0-9][a-z0-9_-]*";
constexpr std::string_view kNameForm = "small letters, digits, '_' and '-'";
constexpr std::string_view kRequest = "--[a-z][a-z-]*(=[A-Za-z0-9_.,:&|*(){}\\[\\]-]+)?";
constexpr std::string_view kRequestForm =
    "a long option of sbatch without blanks, e.g. '--gpus={{gpus}}'";
constexpr std::string_view kShell = "[a-z][a-z0-9_.-]*";
constexpr std::string_view kShellForm = "an interpreter's name without its path, e.g. bash";
constexpr std::string_view kRange = "[0-9]{1,9}(-([0-9]{1,9})?)?|[<>]=?[0-9]{1,9}";
constexpr std::string_view kRangeForm =
    "a range of whole numbers: '4', '1-91', '184-', '>4', '<=8'";
Field mark_field(std::string_view doc) {
  return text_field("mark", doc).one_of({"D", "D3", "U"});
}

Field status_field() {
  return record_field(
             "status", "status", "whether the cluster takes jobs, and until when",
             sourced({
                 text_field("state", "active, ending (with the day), or retired (with the day)")
                     .one_of({"active", "ending", "retired"})
                     .needed(),
                 make_field(FieldType::Day, "date", "day of the end"),
                 mark_field("who says so: D the center, D3 another party, U uncertain"),
                 text_field("successor", "where to go instead: center, or center/cluster")
                     .like("[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)?",
                           "center or center/cluster"),
             }))
      .needed();
}

Field match_field() {
  return record_field(
      "match", "match", "how the cluster is recognised from inside",
      sourced({
          text_field("cluster_name", "Slurm's ClusterName").like(kSlurmName, kSlurmNameForm),
          word_list("hosts", "globs over the whole host name: * ? [a-z]", "[A-Za-z0-9.*?\\[\\]-]+",
                    "letters, digits, '.', '-' and the glob characters * ? [ ]")
              .filled(),
      }));
}

Field directives_field() {
  const Field rule = record_field(
      "", "directive", "what the center says of one option of sbatch",
      sourced({
          text_field("use", "must it be given, may it, or must it not")
              .one_of({"required", "optional", "forbidden"})
              .needed(),
          make_field(FieldType::Scalar, "default", "value used when nothing else sets the option"),
          text_field("pattern", "regular expression (ECMAScript) for the whole value")
              .like("[ -~]+", "printable ASCII characters"),
          make_field(FieldType::Scalar, "max", "largest value: a walltime for time, else a number"),
          word_list("excludes", "options that must not stand beside it", kOption, kOptionForm)
              .filled(),
      }));
  return map_field("directives", "rules by long option of sbatch", rule).like(kOption, kOptionForm);
}

Field limits_field(std::string_view doc) {
  auto range = [](std::string_view name, std::string_view text) {
    return text_field(name, text).like(kRange, kRangeForm);
  };
  auto number = [](std::string_view name, std::string_view text) {
    return integer_field(name, text).at_least(0);
  };
  const Field when = record_field(
      "when", "condition", "jobs that it holds for; all must be met; absent: every job",
      {
          range("nodes", "nodes of the job"),
          range("gpus", "GPUs of the whole job"),
          text_field("qos", "the QOS that the job asks for; none: it asks for no QOS")
              .like(kSlurmName, kSlurmNameForm),
      });
  const Field limit =
      record_field("", "limit", "what jobs of some size may have at most, or that they are refused",
                   sourced({
                       when,
                       make_field(FieldType::Walltime, "time", "longest walltime"),
                       number("nodes", "most nodes of one job"),
                       number("gpus", "most GPUs of one job"),
                       number("cpus", "most CPUs of one job"),
                       number("jobs", "most jobs of one user that run at a time; more wait"),
                       number("submitted",
                              "most jobs of one user in the queue, those that run and each task of "
                              "an array among them; more are refused"),
                       text_field("refuse", "such jobs are refused: why, and what to do instead"),
                   }));
  return list_field("limits", doc, limit).filled();
}

/// The limits of a QOS, which depend on no other.
Field qos_limits_field() {
  Field limits = limits_field("limits that depend on the size of a job");
  for (Field& condition : limits.element.front().fields)
    std::erase_if(condition.fields, [](const Field& field) { return field.name == "qos"; });
  return limits;
}

Field requests_field(std::string_view name, std::string_view doc) {
  return word_list(name, doc, kRequest, kRequestForm);
}

Field exclusive_field() {
  return text_field("exclusive", "whether jobs get whole nodes")
      .one_of({"never", "always", "several_nodes"});
}

Field partitions_field() {
  const Field partition = record_field(
      "", "partition", "a partition as users may use it",
      sourced({
          make_field(FieldType::Boolean, "default", "true: jobs that name none go here"),
          make_field(FieldType::Walltime, "max_time", "longest walltime"),
          make_field(FieldType::Walltime, "default_time",
                     "walltime of a job that does not set one"),
          integer_field("max_nodes", "most nodes of one job").at_least(1),
          integer_field("nodes", "how many nodes, where no node shape describes them").at_least(1),
          make_field(FieldType::Real, "max_nodes_per_minute",
                     "most nodes of one job per minute of its walltime; more is a warning")
              .at_least(0.001),
          integer_field("default_memory_per_cpu_mib", "default memory per CPU, MiB").at_least(1),
          text_field("account_pattern",
                     "regular expression (ECMAScript) for accounts of jobs here; others are a "
                     "warning")
              .like("[ -~]+", "printable ASCII characters"),
          word_list("avoided_shells", "interpreters of scripts that make trouble here", kShell,
                    kShellForm)
              .filled(),
          exclusive_field(),
          text_field("charge", "whole_node: the project pays for all cores of a node")
              .one_of({"whole_node"}),
          text_field("batch_jobs", "no: batch jobs do not belong here; say why in note")
              .one_of({"yes", "no"}),
          integer_field("rank",
                        "preference among the partitions that take a job, before what they charge: "
                        "1 first, those without a rank last")
              .at_least(1),
          text_field("gpu", "whether a job must, may or must not ask for GPUs")
              .one_of({"required", "optional", "forbidden"}),
          requests_field("request",
                         "options that ask for GPUs here, with slots; absent: the GPU type's"),
          limits_field("limits that depend on the size of a job here"),
      }));
  return map_field("partitions", "partitions by name", partition).like(kSlurmName, kSlurmNameForm);
}

Field qos_field() {
  const Field qos = record_field(
      "", "quality of service", "what jobs of a quality of service get, and where",
      sourced({
          make_field(FieldType::Walltime, "max_time", "longest walltime"),
          integer_field("max_nodes", "most nodes of one job").at_least(1),
          word_list("partitions", "partitions where jobs may ask for it; absent: unknown",
                    kSlurmName, kSlurmNameForm)
              .filled(),
          exclusive_field(),
          text_field("charge",
                     "whole_node: the project pays for all GPUs of a job's nodes; share: for those "
                     "that it asks for")
              .one_of({"whole_node", "share"}),
          qos_limits_field(),
      }));
  return map_field("qos", "qualities of service by name, as --qos asks for them", qos)
      .like(kSlurmName, kSlurmNameForm);
}

Field share_field() {
  return record_field("share_per_gpu", "share",
                      "what belongs to one GPU; more is charged as more GPUs",
                      {
                          integer_field("cpus", "CPUs").at_least(1),
                          integer_field("memory_mib", "memory, MiB").at_least(1),
                      });
}

Field nodes_field() {
  const Field more = record_field(
      "", "GPU type of the node", "GPUs of a further type in the same nodes",
      {
          text_field("gpu", "key in gpus").like(kSlurmName, kSlurmNameForm).needed(),
          integer_field("gpus", "GPUs per node as Slurm counts them").at_least(1).needed(),
          share_field(),
      });
  const Field shape = record_field(
      "", "node shape", "a group of equal nodes",
      sourced({
          text_field("id", "name of the shape in this file").like(kName, kNameForm).needed(),
          word_list("partitions", "partitions that hold these nodes", kSlurmName, kSlurmNameForm)
              .filled(),
          integer_field("count", "how many nodes").at_least(1),
          integer_field("count_at_most", "a bound, where the number of nodes is not known")
              .at_least(1),
          integer_field("cpus", "CPUs per node as Slurm counts them").at_least(1),
          integer_field("usable_cpus", "CPUs per node that jobs can use").at_least(1),
          integer_field("threads_per_core", "Slurm CPUs per core").at_least(1).at_most(8),
          integer_field("max_cpus_per_gpu", "most CPUs per GPU that a job may use").at_least(1),
          integer_field("memory_mib", "memory per node that jobs can use, MiB").at_least(1),
          integer_field("memory_per_cpu_mib", "memory per CPU, MiB").at_least(1),
          text_field("gpu", "key in gpus").like(kSlurmName, kSlurmNameForm),
          integer_field("gpus", "GPUs per node as Slurm counts them").at_least(1),
          share_field(),
          list_field("more_gpus", "GPUs of further types in the same nodes", more).filled(),
          word_list("features", "words for --constraint; none: these nodes have no features",
                    kSlurmName, kSlurmNameForm)
              .filled()
              .or_none(),
          text_field("arch", "processor").one_of({"x86_64", "aarch64", "ppc64le"}),
      }));
  return list_field("nodes", "node shapes", shape);
}

Field gpus_field() {
  const Field type = record_field(
      "", "GPU type", "GPUs under the center's own key",
      sourced({
          text_field("model", "id in gpus.yaml").like(kName, kNameForm).needed(),
          text_field("gres", "Slurm's type name, exact case; none: GPUs have no type names")
              .like(kSlurmName, kSlurmNameForm),
          text_field("feature", "word for --constraint").like(kSlurmName, kSlurmNameForm),
          integer_field("total", "GPUs of the type in the cluster, as Slurm counts them")
              .at_least(1),
          requests_field(
              "request",
              "options that ask for it, with slots; [] means the partition alone is enough; "
              "absent means undocumented"),
          requests_field("request_over_nodes",
                         "options that ask for it on several nodes, with slots; absent: request")
              .filled(),
      }));
  return map_field("gpus", "GPU types by the center's key", type).like(kSlurmName, kSlurmNameForm);
}

constexpr std::string_view kCommandWord = "[A-Za-z0-9_-][A-Za-z0-9_.=:/-]*";
constexpr std::string_view kCommandWordForm = "one word without blanks";

Field interactive_field() {
  return record_field("interactive", "interactive session",
                      "how an interactive session is asked for",
                      sourced({
                          word_list("command", "command; the directives follow as options",
                                    kCommandWord, kCommandWordForm)
                              .filled()
                              .needed(),
                          text_field("lands_on",
                                     "where its shell runs: on the login node or on a node of the "
                                     "job; absent: unknown")
                              .one_of({"login", "node"}),
                          word_list("then", "words after the options, e.g. --pty bash",
                                    kCommandWord, kCommandWordForm)
                              .filled(),
                      }));
}

Field array_field() {
  return record_field("array", "job array", "limits of job arrays",
                      sourced({
                          integer_field("max_size", "MaxArraySize: indices go to one below it")
                              .at_least(1)
                              .at_most(4'000'001)
                              .needed(),
                      }));
}

Field sbatch_answers_field() {
  const auto refusals = [](std::string_view name, std::string_view doc) {
    return word_list(name, doc, "[^{}]{8,200}", "the beginning of a line, at least 8 characters")
        .filled();
  };
  return record_field(
      "sbatch_answers", "list of sbatch's answers",
      "what the center's own sbatch says beside Slurm's words",
      sourced({
          refusals("refused", "lines that say that no job was made"),
          refusals("later", "the same, and that a later try may succeed"),
          word_list("accepted", "lines that give the job's id, with {{job}} in its place",
                    "[^{}]*\\{\\{job\\}\\}[^{}]*", "a whole line with {{job}} once")
              .filled(),
      }));
}

Field cluster_field() {
  return record_field(
      "", "cluster", "one cluster of the center",
      sourced({
          text_field("title", "name for people"),
          text_field("scheduler", "slurm, or none: jobs are plain processes")
              .one_of({"slurm", "none"}),
          mark_field("source of most of it: D the center, D3 another party, U uncertain; if not "
                     "D, a value over a limit is a warning, not an error"),
          status_field(),
          match_field(),
          directives_field(),
          plugins_field(),
          partitions_field(),
          qos_field(),
          nodes_field(),
          word_list("unplaced_features",
                    "words for --constraint that exist, on nodes that are not documented",
                    kSlurmName, kSlurmNameForm)
              .filled(),
          gpus_field(),
          stacks_field(),
          interactive_field(),
          array_field(),
          sbatch_answers_field(),
          storage_field(),
          billing_field(),
          text_field("submit_command", "command that takes jobs in place of sbatch, as sbatch does")
              .like("[A-Za-z0-9_/][A-Za-z0-9_./+-]*", "a command, or an absolute path"),
          text_field("shell", "first line of batch scripts")
              .like("#!/[A-Za-z0-9_./-]+( -[a-z]+)?", "'#!' and an absolute path"),
          word_list("shells", "the only interpreters of scripts that are supported; absent: any",
                    kShell, kShellForm)
              .filled(),
          text_field("polling_floor", "shortest time between two queries to the scheduler")
              .like("[1-9][0-9]{0,3}[smh]", "a number and s, m or h, e.g. 30s"),
          make_field(FieldType::Boolean, "clusters_option",
                     "true: jobs reach the cluster with --clusters only"),
          limits_field("limits that depend on the size of a job"),
          word_list("login", "hosts to log in to", "[A-Za-z0-9][A-Za-z0-9.-]*", "a host name")
              .filled(),
          word_list("docs", "addresses of the user guide", "https?://[!-~]+", "a web address")
              .filled(),
          text_field("slurm_version", "release of Slurm, e.g. 25.05")
              .like("[0-9]{2}\\.[0-9]{2}(\\.[0-9]+)?", "a release such as 25.05 or 25.05.3"),
      }));
}

Field make_profile_fields() {
  return record_field(
      "", "profile", "site profile of gpujob: what a center's user guide says",
      {
          text_field("schema", "format of this file").one_of({"gpujob/site/v1"}).needed(),
          text_field("center", "the center; also the file's name").like(kName, kNameForm).needed(),
          text_field("title", "name for people"),
          text_field("default_cluster", "cluster meant when only the center is named")
              .like(kName, kNameForm)
              .needed(),
          map_field("clusters", "clusters by name", cluster_field())
              .like(kName, kNameForm)
              .filled()
              .needed(),
      });
}

}  // namespace

const Field& profile_fields() {
  static const Field fields = make_profile_fields();
  return fields;
}

}  // namespace gpujob
