// SPDX-License-Identifier: MIT
#include "jobs/site/site_draft.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "base/yaml.h"
#include "jobs/site/drafted_gpus.h"
#include "jobs/site/offer_remarks.h"
#include "slurm/node_groups.h"

namespace gpujob {

namespace {

/// Letters and digits of a name as profiles want them: small, others made '-'.
std::string profile_name(std::string_view text) {
  std::string name = to_lower(text);
  for (char& c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!fits) c = '-';
  }
  const std::size_t start = name.find_first_not_of("_-");
  return start == std::string::npos ? "cluster" : name.substr(start);
}

std::string in_one_line(const std::string& text) {
  return replace_all(printable(text), "\n", "\\n");
}

std::string yaml_list(const std::vector<std::string>& words) {
  std::vector<std::string> scalars;
  for (const std::string& word : words) scalars.push_back(yaml_scalar(word));
  return format("[{}]", join(scalars, ", "));
}

class SiteDraftWriter {
 public:
  SiteDraftWriter(const Inventory& inventory, const GpuCatalogue& catalogue, const std::string& day,
                  const std::string& center, const ClusterOffers& offers)
      : inventory_(inventory),
        offers_(offers),
        groups_(group_nodes(inventory.nodes)),
        gpus_(catalogue, groups_),
        day_(day),
        cluster_(profile_name(inventory.cluster_name.empty() ? center : inventory.cluster_name)),
        center_(center.empty() ? cluster_ : center) {}

  SiteDraft write();

 private:
  void source(int indent) {
    text_ += format("{0:{1}}source: discovered\n{0:{1}}checked: {2}\n", "", indent, day_);
  }
  void line(int indent, const std::string& key, const std::string& value) {
    text_ += format("{:{}}{}: {}\n", "", indent, key, value);
  }
  template <class Number>
  void number(int indent, const std::string& key, const std::optional<Number>& value) {
    if (value && *value >= 1) line(indent, key, format("{}", *value));
  }
  void time(int indent, const std::string& key, const std::optional<Seconds>& value) {
    if (value) line(indent, key, format_walltime(*value));
  }
  void head();
  void slurm_itself();
  void left_to_people();
  void to_fill_in(const std::string& what);
  void example(int indent, const std::vector<std::string>& lines);
  void partitions();
  void limits(const SlurmQos& qos);
  void qos();
  void nodes();
  void node(const SlurmNodeGroup& group);
  void gpu_of(const SlurmNode& shape);
  void gpus();
  std::string id_of(const SlurmNode& shape);

  const Inventory& inventory_;
  const ClusterOffers& offers_;
  std::vector<SlurmNodeGroup> groups_;
  DraftedGpus gpus_;
  std::string day_;
  std::string cluster_;
  std::string center_;
  std::string text_;
  std::vector<std::string> open_;
  std::set<std::string> ids_;
  std::map<std::string, int> last_numbers_;  ///< of equal ids
};

std::string SiteDraftWriter::id_of(const SlurmNode& shape) {
  std::string id = format("cpu{}", shape.cpus);
  if (!shape.gpus.empty()) {
    const std::string& gres = shape.gpus.begin()->first;
    const std::vector<DraftedGpu> types = gpus_.types_of(shape);
    id = profile_name(!gres.empty() ? gres : types.empty() ? "gpu" : types.front().key);
  }
  std::string free = id;
  for (int& last = last_numbers_.try_emplace(id, 1).first->second; !ids_.insert(free).second;)
    free = format("{}-{}", id, ++last);
  return free;
}

/// What Slurm does not know: a mark that `site check` names while it is there.
void SiteDraftWriter::to_fill_in(const std::string& what) {
  text_ += format("    # to fill in: {}\n", what);
}

/// The form of what is to be filled in, as a comment.
void SiteDraftWriter::example(int indent, const std::vector<std::string>& lines) {
  for (const std::string& one : lines) text_ += format("    #{:{}}{}\n", "", indent, one);
}

void SiteDraftWriter::left_to_people() {
  const std::vector<std::string> page = {"source: https://docs.example.org", "checked: " + day_};
  const std::vector<std::string> toolkit = {"modules: [CUDA/12.4.0]", "toolkit: 12.4.0"};
  to_fill_in("addresses of the user guide, hosts to log in to");
  example(0, {"docs: [https://docs.example.org]", "login: [login.example.org]"});
  to_fill_in("the form of accounts");
  const std::string form = account_form(accounts_on(offers_, inventory_.cluster_name));
  example(0, {"directives:", "  account:", "    use: required",
              format("    pattern: '{}'", form.empty() ? "proj[0-9]+" : printable(form))});
  example(4, page);
  to_fill_in("modules to run programs with, and to compile them");
  example(0, {"stacks:", "  cuda:"});
  example(4, toolkit);
  example(4, page);
  example(2, {"cuda_build:"});
  example(4, toolkit);
  example(4, {"compiler: nvcc", "build: login"});
  example(4, page);
  to_fill_in("how an interactive session is asked for");
  example(0, {"interactive:", "  command: [salloc]"});
  example(2, page);
  for (const std::string& remark : offer_remarks(offers_, inventory_))
    text_ += format("    # {}\n", remark);
  open_.emplace_back(
      "the form of accounts (directives), modules (stacks), interactive sessions, docs and login");
}

/// Its release, as a profile has it ("25.05"), and what depends on the size of the cluster.
void SiteDraftWriter::slurm_itself() {
  const std::vector<std::string_view> parts = split(inventory_.version, '.');
  const bool is_release = parts.size() >= 2 && parts[0].size() == 2 && parts[1].size() == 2 &&
                          parse_integer(parts[0]) && parse_integer(parts[1]);
  if (is_release) {
    text_ += format("    slurm_version: '{}.{}'\n", parts[0], parts[1]);
  } else if (!inventory_.version.empty()) {
    text_ += format("    # Slurm {}\n", printable(inventory_.version));
  }
  if (inventory_.max_array_size && *inventory_.max_array_size >= 1)
    text_ += format("    array: {{max_size: {}}}\n", *inventory_.max_array_size);
  // Every question costs a controller more, the more nodes it has.
  constexpr std::size_t kManyNodes = 1000;
  if (inventory_.nodes.size() >= kManyNodes) line(4, "polling_floor", "60s");
}

void SiteDraftWriter::head() {
  text_ += "# Drafted from what Slurm says; fill in what is marked 'to fill in'.\n";
  line(0, "schema", "gpujob/site/v1");
  line(0, "center", yaml_scalar(center_));
  text_ += "# to fill in: title, the center's name for people\n";
  line(0, "default_cluster", yaml_scalar(cluster_));
  text_ += format("clusters:\n  {}:\n", yaml_scalar(cluster_));
  source(4);
  slurm_itself();
  text_ += "    status:\n      state: active\n";
  source(6);
  if (inventory_.cluster_name.empty()) {
    to_fill_in("match: cluster_name, the ClusterName of 'scontrol show config'");
    open_.emplace_back("the cluster's name and Slurm's release: config.txt is missing");
  } else {
    text_ += format("    match:\n      cluster_name: {}\n", yaml_scalar(inventory_.cluster_name));
    source(6);
  }
  const bool has_name = center_ != cluster_;
  open_.emplace_back(has_name ? "the center's title"
                              : "the center's name and title, and the name of the file");
  left_to_people();
}

void SiteDraftWriter::partitions() {
  text_ += "    partitions:\n";
  if (std::none_of(inventory_.partitions.begin(), inventory_.partitions.end(),
                   [](const SlurmPartition& one) { return one.is_default.has_value(); })) {
    open_.emplace_back("which partition is the default: Slurm's answer does not say");
  }
  for (const SlurmPartition& partition : inventory_.partitions) {
    text_ += format("      {}:\n", yaml_scalar(partition.name));
    if (partition.is_default.value_or(false)) line(8, "default", "true");
    time(8, "max_time", partition.max_time);
    time(8, "default_time", partition.default_time);
    number(8, "max_nodes", partition.max_nodes);
    number(8, "default_memory_per_cpu_mib", partition.default_memory_per_cpu_mib);
    if (partition.is_exclusive) {
      line(8, "exclusive", *partition.is_exclusive ? "always" : "never");
    }
    if (const SlurmQos* const its = inventory_.find_qos(partition.qos)) limits(*its);
    source(8);
  }
}

/// Beside those of time and nodes.
void SiteDraftWriter::limits(const SlurmQos& qos) {
  std::vector<std::string> limits;
  for (const auto& [key, most] :
       {std::pair{"gpus", qos.max_gpus}, std::pair{"cpus", qos.max_cpus},
        std::pair{"jobs", qos.max_jobs}, std::pair{"submitted", qos.max_submitted}}) {
    if (most) limits.push_back(format("{}: {}", key, *most));
  }
  if (!limits.empty()) line(8, "limits", format("[{{{}}}]", join(limits, ", ")));
  for (const std::string& other : qos.others)
    text_ +=
        format("        # not kept: {} of QOS '{}'\n", in_one_line(other), in_one_line(qos.name));
}

void SiteDraftWriter::qos() {
  const auto says = [&](const SlurmQos& qos) {
    return inventory_.may_be_asked_for(qos) &&
           (qos.has_limits() || !qos.others.empty() || !inventory_.places_of(qos.name).empty());
  };
  if (!inventory_.knows_qos) {
    open_.emplace_back("the limits of qualities of service (qos): sacctmgr gave no answer");
  }
  if (std::none_of(inventory_.qos.begin(), inventory_.qos.end(), says)) return;
  text_ += "    qos:\n";
  for (const SlurmQos& qos : inventory_.qos) {
    if (!says(qos)) continue;
    text_ += format("      {}:\n", yaml_scalar(qos.name));
    time(8, "max_time", qos.max_time);
    number(8, "max_nodes", qos.max_nodes);
    const std::vector<std::string> places = inventory_.places_of(qos.name);
    if (!places.empty()) line(8, "partitions", yaml_list(places));
    limits(qos);
    source(8);
  }
}

void SiteDraftWriter::gpu_of(const SlurmNode& shape) {
  if (shape.gpus.empty()) return;
  if (const std::vector<DraftedGpu> types = gpus_.types_of(shape); !types.empty()) {
    line(8, "gpu", yaml_scalar(types.front().key));
    line(8, "gpus", format("{}", shape.gpus.begin()->second));
    if (types.size() == 1) return;
    text_ += "        more_gpus:\n";
    for (std::size_t i = 1; i < types.size(); ++i) {
      text_ += format("          - {{gpu: {}, gpus: {}}}\n", yaml_scalar(types[i].key),
                      shape.gpus.at(types[i].gres));
    }
    return;
  }
  std::vector<std::string> words;
  for (const auto& [gres, count] : shape.gpus) {
    words.push_back(gres.empty()
                        ? format("{} without a type", count_of(count, "GPU"))
                        : format("{} of type '{}'", count_of(count, "GPU"), printable(gres)));
  }
  const std::string what = join(words, ", ");
  text_ += format("        # to fill in: gpu, gpus ({})\n", what);
  const std::string open = format("the model of {}: see profiles/gpus.yaml", what);
  if (!contains(open_, open)) open_.push_back(open);
}

void SiteDraftWriter::node(const SlurmNodeGroup& group) {
  const SlurmNode& shape = group.like;
  text_ += format("      - id: {}\n", yaml_scalar(id_of(shape)));
  if (!shape.partitions.empty()) line(8, "partitions", yaml_list(shape.partitions));
  line(8, "count", format("{}", group.count()));
  line(8, "cpus", format("{}", shape.cpus));
  if (shape.usable_cpus < shape.cpus) line(8, "usable_cpus", format("{}", shape.usable_cpus));
  if (shape.threads_per_core > 1) {
    line(8, "threads_per_core", format("{}", shape.threads_per_core));
  }
  // Slurm's default is 1 MiB: the center set none.
  if (shape.memory_mib > 1) line(8, "memory_mib", format("{}", shape.memory_mib));
  gpu_of(shape);
  std::vector<std::string> features;
  for (const std::string& feature : shape.features) {
    if (is_profile_name(feature)) {
      features.push_back(feature);
      continue;
    }
    const std::string open =
        format("feature '{}', which a profile cannot hold, is left out", printable(feature));
    if (!contains(open_, open)) open_.push_back(open);
  }
  if (!features.empty()) line(8, "features", yaml_list(features));
  constexpr std::array<std::string_view, 3> kArchs = {"x86_64", "aarch64", "ppc64le"};
  if (group.archs.size() == 1 && contains(kArchs, *group.archs.begin())) {
    line(8, "arch", *group.archs.begin());
  }
  source(8);
}

void SiteDraftWriter::nodes() {
  text_ += "    nodes:\n";
  for (const SlurmNodeGroup& group : groups_) node(group);
  for (const std::string& remark : request_remarks(offers_, inventory_))
    text_ += format("    # {}\n", remark);
}

void SiteDraftWriter::gpus() {
  const std::vector<DraftedGpu> types = gpus_.all();
  if (types.empty()) return;
  text_ += "    gpus:\n";
  for (const DraftedGpu& gpu : types) {
    text_ += format("      {}:\n", yaml_scalar(gpu.key));
    line(8, "model", yaml_scalar(gpu.model));
    if (!gpu.forms.empty()) {
      text_ +=
          format("        # to fill in: model, if it is known to be {}\n", join(gpu.forms, ", "));
      open_.push_back(format("the model of type '{}', if it is known to be {}", printable(gpu.key),
                             join(gpu.forms, ", ")));
    }
    if (!gpu.gres.empty()) line(8, "gres", yaml_scalar(gpu.gres));
    const std::string feature = gpus_.common_feature(gpu);
    if (!feature.empty()) line(8, "feature", yaml_scalar(feature));
    text_ += "        # to fill in: request, as the center's user guide asks for it\n";
    source(8);
  }
  open_.emplace_back("how each GPU type is asked for (request)");
}

SiteDraft SiteDraftWriter::write() {
  head();
  for (const std::string& untold : inventory_.untold)
    open_.push_back(format("{} (sinfo does not tell)", untold));
  partitions();
  qos();
  nodes();
  gpus();
  return {center_, text_, open_};
}

}  // namespace

bool is_profile_name(std::string_view text) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
  return !text.empty() && text.front() != '.' && text.front() != '-' &&
         text.find_first_not_of(kLetters) == std::string_view::npos;
}

SiteDraft draft_site(const Inventory& inventory, const GpuCatalogue& catalogue,
                     const std::string& day, const std::string& center,
                     const ClusterOffers& offers) {
  return SiteDraftWriter(inventory, catalogue, day, center, offers).write();
}

}  // namespace gpujob
