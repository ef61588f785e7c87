// SPDX-License-Identifier: MIT
#include "plan/script_request.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "plan/gpu_choice.h"
#include "script/gpu_count.h"
#include "script/quoting.h"

// A script that was written for any center, as a request. What the planner decides by itself
// (account, partition, nodes, GPUs, time, where the output goes) becomes a field of the request;
// every other directive is carried along unchanged. A GPU request is respelt where its type and its
// number are certain:
//
//     --gpus=KEY:2                         --gpu KEY --gpus 2
//     --nodes=2 --gpus-per-node=KEY:1      --gpu KEY --gpus 2
//     --gres=gpu:2,tmpdisk:10 -C KEY       --gpu KEY --gpus 2, and --gres=tmpdisk:10 stays
//
// Any other spelling stays as it is, and lint judges it. `--gpu` replaces them all.

namespace gpujob {

namespace {

struct Unfit {
  std::string_view option;
  std::string_view why;
  std::string_view fix;
};

constexpr std::array kUnfit = std::to_array<Unfit>({
    {"test-only", "nothing would be submitted", "remove it; 'gpujob submit --check' asks sbatch"},
    {"wait", "sbatch would answer only when the job ends",
     "remove it; 'gpujob submit --wait' waits"},
    {"wrap", "the script is the job", "remove it"},
    {"help", "nothing would be submitted", "remove it"},
    {"usage", "nothing would be submitted", "remove it"},
    {"version", "nothing would be submitted", "remove it"},
});

/// What is said to sbatch itself, or is the run's own.
constexpr std::array<std::string_view, 4> kLeftOut = {"parsable", "quiet", "verbose", "clusters"};

/// A count that is certain: not 0, of one type, on any socket.
std::optional<GpuCount> certain_count(std::string_view text) {
  if (text.empty() || text.find_first_of(",(") != std::string_view::npos) return std::nullopt;
  GpuCount gpus = read_gpu_count(text);
  if (gpus.count < 1 || gpus.count > 30'000) return std::nullopt;
  return gpus;
}

/// A list of --gres: its GPUs, if they are one readable item, and the others.
struct Gres {
  std::optional<GpuCount> gpus;
  int gpu_items = 0;
  std::string others;
};

Gres read_gres(const std::string& value) {
  Gres gres;
  for (const std::string_view item : split(value, ',')) {
    const auto count = gpu_count_of(item);
    if (!count) {
      gres.others += (gres.others.empty() ? "" : ",") + std::string(item);
      continue;
    }
    ++gres.gpu_items;
    gres.gpus = certain_count(*count);
  }
  return gres;
}

class DirectiveReader {
 public:
  DirectiveReader(const std::vector<Directive>& directives, const std::string& file,
                  const Cluster& cluster, Request& request, ScriptPlan& script)
      : directives_(directives),
        file_(file),
        cluster_(cluster),
        request_(request),
        script_(script) {}

  Status read() {
    for (const Directive& directive : directives_) {
      if (const Status fit = check(directive); !fit) return fit;
    }
    read_numbers();
    read_gpus();
    for (std::size_t i = 0; i < directives_.size(); ++i) {
      if (is_last(i)) take(directives_[i]);
    }
    for (auto* pattern : {&script_.output, &script_.error}) {
      if (*pattern && !(*pattern)->starts_with('/'))
        *pattern = escape_percent(script_.directory) + "/" + **pattern;
    }
    return {};
  }

 private:
  /// The last directive of an option that counts; null without one.
  const Directive* find(std::string_view option) const {
    const auto found = std::find_if(directives_.rbegin(), directives_.rend(),
                                    [&](const Directive& one) { return one.option == option; });
    return found == directives_.rend() ? nullptr : &*found;
  }
  bool is_last(std::size_t index) const {
    return find(directives_[index].option) == &directives_[index];
  }

  std::string origin(const Directive& directive) const {
    return format("{}:{}", file_, directive.line);
  }

  Status check(const Directive& directive) const {
    for (const Unfit& unfit : kUnfit) {
      if (unfit.option != directive.option) continue;
      return Failure(ExitCode::Usage, origin(directive),
                     format("'--{}' is not possible here", directive.option),
                     std::string(unfit.why), std::string(unfit.fix));
    }
    return {};
  }

  void take_number(std::string_view option, std::optional<int>& field) {
    const Directive* directive = find(option);
    if (directive == nullptr) return;
    if (field) {
      done_.insert(std::string(option));  // the flag wins
      return;
    }
    const auto number = parse_integer(directive->value.value_or(""));
    if (!number || *number < 1 || *number > 30'000) return;
    field = static_cast<int>(*number);
    done_.insert(std::string(option));
    request_.script_origins[std::string(option)] = origin(*directive);
  }

  void read_numbers() {
    take_number("nodes", request_.nodes);
    take_number("ntasks", request_.ntasks);
    take_number("cpus-per-task", request_.cpus_per_task);
    if (request_.ntasks && !request_.script_origins.contains("ntasks")) {
      done_.insert("ntasks-per-node");
    }
    if (request_.memory_mib) {
      for (const char* option : {"mem", "mem-per-cpu", "mem-per-gpu"}) done_.insert(option);
    }
    const Directive* time = find("time");
    if (time == nullptr) return;
    const auto limit = request_.time ? std::nullopt : parse_walltime(time->value.value_or(""));
    if (limit && limit->count() > 0) {
      request_.time = limit;
      request_.script_origins["time"] = origin(*time);
    }
    if (request_.time) done_.insert("time");
  }

  /// The type of this cluster that a word of a script means; null without one.
  const GpuType* type_of(const std::string& word) const {
    if (word.empty()) return nullptr;
    for (const GpuType& type : cluster_.gpus)
      if (names_gpu(word, type)) return &type;
    for (const GpuType& type : cluster_.gpus) {
      for (const PlacedText& line : type.request)
        if (line.value == "--constraint=" + word) return &type;
    }
    return nullptr;
  }

  struct GpuRequest {
    const Directive* directive = nullptr;
    std::optional<GpuCount> gpus;
    bool per_node = false;
  };

  /// The only directive that says how many GPUs; nothing if there are several.
  std::optional<GpuRequest> only_request() const {
    std::vector<GpuRequest> all;
    for (const char* option : {"gpus", "gpus-per-node"}) {
      if (const Directive* found = find(option)) {
        all.push_back(
            {found, certain_count(found->value.value_or("")), option != std::string("gpus")});
      }
    }
    if (const Directive* found = find("gres")) {
      const Gres gres = read_gres(found->value.value_or(""));
      if (gres.gpu_items > 1) return std::nullopt;
      if (gres.gpu_items == 1) all.push_back({found, gres.gpus, true});
    }
    const bool other = find("gpus-per-task") != nullptr || find("gpus-per-socket") != nullptr;
    if (all.size() != 1 || !all.front().gpus || other) return std::nullopt;
    return all.front();
  }

  bool asks_for_gpus() const {
    for (const std::string_view option : kGpuCountOptions)
      if (find(option) != nullptr) return true;
    const Directive* gres = find("gres");
    return gres != nullptr && read_gres(gres->value.value_or("")).gpu_items > 0;
  }

  void read_gpus() {
    const Directive* constraint = find("constraint");
    const std::string feature =
        constraint == nullptr ? std::string() : constraint->value.value_or("");
    const GpuType* by_feature = type_of(feature);
    const bool asked = asks_for_gpus();
    if (request_.gpu && request_.gpu->from == From::Configuration && (asked || by_feature)) {
      request_.gpu.reset();
    }
    const std::optional<GpuRequest> only = only_request();
    const int nodes = request_.nodes.value_or(1);
    const auto total = [&] {
      return static_cast<int>(only->gpus->count) * (only->per_node ? nodes : 1);
    };
    if (request_.gpu) {
      const bool counted = request_.gpus || request_.gpu->value.find(':') != std::string::npos;
      if (only && !counted) request_.gpus = total();
      leave_out_gpus(by_feature != nullptr);
      return;
    }
    if (!asked) return;
    const GpuType* type = only ? type_of(only->gpus->type) : nullptr;
    const bool from_feature = only && only->gpus->type.empty() && by_feature != nullptr;
    if (from_feature) type = by_feature;
    const bool any = only && only->gpus->type.empty() && cluster_.gpus.size() == 1;
    if (any) type = &cluster_.gpus.front();
    if (type == nullptr) {
      request_.has_own_gpu_request = true;
      return;
    }
    request_.gpu = SourcedValue{type->key, From::Script, origin(*only->directive)};
    if (!request_.gpus) request_.gpus = total();
    leave_out_gpus(from_feature);
  }

  /// The planner spells them anew.
  void leave_out_gpus(bool with_constraint) {
    done_.insert(kGpuCountOptions.begin(), kGpuCountOptions.end());
    without_gpus_ = true;
    if (with_constraint) done_.insert("constraint");
  }

  void take(const Directive& directive) {
    const std::string& option = directive.option;
    const std::string value = directive.value.value_or("");
    if (done_.contains(option) || contains(kLeftOut, option)) return;
    if (option == "job-name") {
      if (!trim(value).empty()) script_.name = value;
    } else if (option == "chdir") {
      if (script_.directory != script_.submit_directory) return;  // the flag wins
      script_.directory = value.starts_with('/') ? value : script_.submit_directory + "/" + value;
    } else if (option == "output") {
      script_.output = value;
    } else if (option == "error") {
      script_.error = value;
    } else if (option == "constraint") {
      if (request_.constraint) return;
      request_.constraint = value;
      request_.script_origins[option] = origin(directive);
    } else if (!take_setting(directive)) {
      keep(directive);
    }
  }

  bool take_setting(const Directive& directive) {
    constexpr std::array<std::pair<std::string_view, std::optional<SourcedValue> Request::*>, 5>
        fields = {{{"account", &Request::account},
                   {"array", &Request::array},
                   {"partition", &Request::partition},
                   {"qos", &Request::qos},
                   {"reservation", &Request::reservation}}};
    for (const auto& [name, field] : fields) {
      if (name != directive.option) continue;
      std::optional<SourcedValue>& setting = request_.*field;
      if (!setting || setting->from == From::Configuration)
        setting = SourcedValue{directive.value.value_or(""), From::Script, origin(directive)};
      return true;
    }
    return false;
  }

  void keep(const Directive& directive) {
    PlannedOption option{directive.option, directive.value};
    if (option.option == "gres" && without_gpus_) {
      option.value = read_gres(option.value.value_or("")).others;
      if (option.value->empty()) return;
    }
    if (option.option == "mail-type") option.value = all_mail_types();
    request_.script_directives.push_back({std::move(option), origin(directive)});
  }

  /// The one option whose values add up.
  std::string all_mail_types() const {
    std::vector<std::string> all;
    for (const Directive& directive : directives_)
      if (directive.option == "mail-type") all.push_back(directive.value.value_or(""));
    return join(all, ",");
  }

  const std::vector<Directive>& directives_;
  const std::string& file_;
  const Cluster& cluster_;
  Request& request_;
  ScriptPlan& script_;
  std::set<std::string> done_;
  bool without_gpus_ = false;
};

}  // namespace

Status take_directives(const std::vector<Directive>& directives, const std::string& file,
                       const Cluster& cluster, Request& request, ScriptPlan& script) {
  return DirectiveReader(directives, file, cluster, request, script).read();
}

}  // namespace gpujob
