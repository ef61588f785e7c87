// SPDX-License-Identifier: MIT
#include "jobs/send/live_remarks.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/index_list.h"
#include "base/memory_size.h"
#include "base/text.h"
#include "jobs/send/live_slurm.h"
#include "lint/resource_request.h"
#include "slurm/associations.h"
#include "slurm/list_nodes.h"
#include "slurm/node_list.h"
#include "slurm/reservations.h"

namespace gpujob {

namespace {

/// The profile's key of the GPU that is asked for; empty where it may be any.
std::string asked_gpu(const Cluster& cluster, const ResourceRequest& request) {
  if (request.gpu_type.empty()) {
    // Without a type, the one that all nodes in question have.
    std::string key;
    for (const NodeShape* shape : request.shapes) {
      if (!shape->more_gpus.empty()) return "";
      if (shape->gpu.empty() || shape->gpu == key) continue;
      if (!key.empty()) return "";
      key = shape->gpu;
    }
    return key;
  }
  for (const GpuType& gpu : cluster.gpus) {
    if (gpu.gres == request.gpu_type) return gpu.key;
  }
  return "";
}

std::string and_down(int down) {
  return down > 0 ? format(", {} down, drained or reserved", down) : std::string();
}

/// Whether what is there is enough for what is asked, once all that runs has ended.
Diagnostic stock_now(const std::string& file, std::string counts, bool is_enough,
                     const std::string& asked) {
  return {"",
          is_enough ? Severity::Note : Severity::Warning,
          file,
          std::move(counts),
          is_enough ? format("the job asks for {}", asked)
                    : format("the job asks for {} and waits until nodes come back", asked),
          "",
          ""};
}

Diagnostic gpus_now(const std::string& file, const std::string& gpu, const GpuStock& stock,
                    long long asked) {
  if (stock.all == 0) {
    return {"",
            Severity::Warning,
            file,
            format("Slurm lists no {} GPUs where the profile has some", gpu),
            "the center may have changed it",
            "'gpujob site drift' shows what else differs",
            ""};
  }
  return stock_now(
      file,
      format("{} of {} {} GPUs are free now{}", stock.free, stock.all, gpu, and_down(stock.down)),
      asked <= stock.all - stock.down, format("{}", asked));
}

/// At least so many CPUs, of all tasks together.
long long cpus_asked(const ResourceRequest& request) {
  const ResourceCounts& parts = request.parts;
  if (request.overcommit) return 1;
  return std::max(request.tasks * parts.cpus_per_task.value_or(1),
                  request.gpus * parts.cpus_per_gpu.value_or(0));
}

/// At least so much memory, of all nodes together.
long long memory_asked(const ResourceRequest& request) {
  return request.memory_mib.value_or(0) * (request.parts.memory_mib ? request.nodes : 1);
}

std::string time_text(long long seconds) {
  const Seconds time{seconds};
  return time == kUnlimited ? "UNLIMITED" : format_walltime(time);
}

/// The value of an option as words between commas.
std::vector<std::string> words_of_option(const ParsedScript& script, const char* option) {
  const Directive* const given = script.script.find(option);
  std::vector<std::string> words;
  if (given == nullptr || !given->value) return words;
  for (const std::string_view word : split(*given->value, ',')) words.emplace_back(word);
  return words;
}

/// What the Slurm of a site says of one job.
class LiveRemarks {
 public:
  LiveRemarks(World& world, const Endpoint& endpoint, const Selection& site,
              const std::string& file, const ParsedScript& script)
      : world_(world),
        endpoint_(endpoint),
        site_(site),
        file_(file),
        script_(script),
        request_(requested_resources(script.script, site.get())) {
    const auto accounts = words_of_option(script, "account");
    if (!accounts.empty()) account_ = accounts.front();
  }

  void add_stock();
  void add_limits();
  void add_reservations();
  Diagnostics found() { return std::move(found_); }

 private:
  void warn(const Failure& failure) {
    for (Diagnostic one : failure.diagnostics) {
      one.severity = Severity::Warning;
      found_.push_back(std::move(one));
    }
  }

  const std::vector<ListedNode>& nodes();
  bool may_charge(const SlurmAssociation& one) const;
  void compare(const std::string& whose, const SlurmLimits& limits);
  void compare_tasks(const std::string& whose, const std::optional<long long>& allowed);
  void add_maintenance(const SlurmReservation& one);
  void add_held_nodes(const SlurmReservation& one);

  World& world_;
  const Endpoint& endpoint_;
  const Selection& site_;
  const std::string& file_;
  const ParsedScript& script_;
  ResourceRequest request_;
  std::string account_;
  std::optional<std::vector<ListedNode>> nodes_;
  Diagnostics found_;
};

/// Asked once; none where they could not be asked.
const std::vector<ListedNode>& LiveRemarks::nodes() {
  if (nodes_) return *nodes_;
  nodes_.emplace();
  auto listed = list_nodes(world_, endpoint_);
  if (listed) {
    nodes_ = *std::move(listed);
  } else {
    warn(listed.failure());
  }
  return *nodes_;
}

void LiveRemarks::add_stock() {
  const std::string partition = request_.partitions.size() == 1 ? request_.partitions.front() : "";
  if (request_.wants_gpus()) {
    const std::string gpu = asked_gpu(site_.get(), request_);
    if (gpu.empty()) return;
    const auto stock = stock_of(site_, gpu, partition, nodes());
    if (stock && nodes_ && !nodes_->empty())
      found_.push_back(gpus_now(file_, gpu, *stock, request_.gpus));
    return;
  }
  if (partition.empty()) return;
  const NodeStock stock = count_nodes(nodes(), partition);
  const auto all = static_cast<long long>(stock.names.size());
  if (all == 0) return;
  found_.push_back(stock_now(file_,
                             format("{} of {} idle in partition '{}' now{}", stock.idle,
                                    count_of(all, "node"), partition, and_down(stock.down)),
                             request_.nodes <= all - stock.down, count_of(request_.nodes, "node")));
}

bool LiveRemarks::may_charge(const SlurmAssociation& one) const {
  if (!endpoint_.cluster_name.empty() && one.cluster != endpoint_.cluster_name) return false;
  if (!one.partition.empty() && !contains(request_.partitions, one.partition)) return false;
  return account_.empty() || to_lower(one.account) == to_lower(account_);
}

/// Where several associations may be meant, what the most generous one allows.
void LiveRemarks::add_limits() {
  const auto all = list_associations(world_, endpoint_);
  if (!all) return warn(all.failure());
  if (!*all) return;
  std::optional<SlurmAssociation> most;
  std::vector<std::string> services = words_of_option(script_, "qos");
  const bool asks_for_qos = !services.empty();
  for (const SlurmAssociation& one : **all) {
    if (!may_charge(one)) continue;
    if (!asks_for_qos && !contains(services, one.default_qos)) services.push_back(one.default_qos);
    if (!most) most = one;
    most->each_job = widest(most->each_job, one.each_job);
    most->all_jobs = widest(most->all_jobs, one.all_jobs);
  }
  QosLimits qos;
  if (services.size() == 1 && !services.front().empty()) {
    const auto asked = ask_qos_limits(world_, endpoint_, services.front());
    if (!asked) return warn(asked.failure());
    qos = *asked;
    compare(format("QOS '{}'", printable(services.front())),
            narrowest(narrowest(qos.each_job, qos.all_jobs), qos.each_user));
  }
  if (!most) return;
  compare("your association",
          narrowest(without(most->each_job, qos.each_job), without(most->all_jobs, qos.all_jobs)));
}

void LiveRemarks::compare(const std::string& whose, const SlurmLimits& limits) {
  const auto seconds = [](const std::optional<Seconds>& time) {
    return time ? std::optional(time->count()) : std::nullopt;
  };
  const auto over = [&](const std::optional<long long>& allowed, long long asked, auto text) {
    if (!allowed || asked <= *allowed) return;
    found_.push_back({"", Severity::Warning, file_, format("{} allows {}", whose, text(*allowed)),
                      format("the job asks for {} and would not start", text(asked)),
                      "ask for less, or ask the center for more", ""});
  };
  const auto count = [](const char* noun) {
    return [noun](long long number) { return count_of(number, noun); };
  };
  over(limits.gpus, request_.gpus, count("GPU"));
  over(limits.nodes, request_.nodes, count("node"));
  over(limits.cpus, cpus_asked(request_), count("CPU"));
  over(limits.memory_mib, memory_asked(request_),
       [](long long mib) { return format("{} of memory", format_memory_mib(mib)); });
  over(seconds(limits.time), seconds(request_.time).value_or(0), time_text);
  compare_tasks(whose, limits.submitted);
}

/// Each task of an array is a job.
void LiveRemarks::compare_tasks(const std::string& whose, const std::optional<long long>& allowed) {
  const Directive* const array = script_.script.find("array");
  if (!allowed || array == nullptr || !array->value) return;
  const auto tasks = read_index_list(*array->value);
  if (!tasks || static_cast<long long>(tasks->size()) <= *allowed) return;
  found_.push_back(
      {"", Severity::Warning, file_,
       format("{} allows {} in the queue", whose, count_of(*allowed, "job")),
       format("the array has {} and would be refused", count_of(tasks->size(), "task")),
       "send fewer tasks at a time, or ask the center for more", ""});
}

/// Those that the job could run into, or that leave it fewer nodes.
void LiveRemarks::add_reservations() {
  const auto all = list_reservations(world_, endpoint_);
  if (!all) return warn(all.failure());
  const Instant now = world_.now();
  const auto named = words_of_option(script_, "reservation");
  for (const SlurmReservation& one : *all) {
    if (one.end <= now || contains(named, one.name)) continue;
    if (request_.time && *request_.time != kUnlimited && one.start >= now + *request_.time)
      continue;
    if (one.is_maintenance) {
      add_maintenance(one);
    } else {
      add_held_nodes(one);
    }
  }
}

void LiveRemarks::add_maintenance(const SlurmReservation& one) {
  found_.push_back(
      {"", Severity::Note, file_,
       format("maintenance '{}' of {} from {} to {}", one.name, count_of(one.nodes, "node"),
              format_instant(one.start), format_instant(one.end)),
       "a job that would run into it waits there until it is over",
       one.start > world_.now() ? "a shorter --time may start earlier" : "", ""});
}

void LiveRemarks::add_held_nodes(const SlurmReservation& one) {
  const bool is_ones_own = contains(one.users, world_.user_name()) ||
                           (!account_.empty() && contains(one.accounts, account_));
  const std::string way_out = is_ones_own ? format("add --reservation={} to run on them", one.name)
                              : one.start > world_.now() ? "a shorter --time may start earlier"
                                                         : "";
  for (const std::string& partition : request_.partitions) {
    const NodeStock stock = count_nodes(nodes(), partition);
    const auto held =
        std::count_if(stock.names.begin(), stock.names.end(),
                      [&](const std::string& node) { return names_node(one.node_list, node); });
    if (held == 0) continue;
    found_.push_back({"", Severity::Note, file_,
                      format("reservation '{}' holds {} of {} of partition '{}' from {} to {}",
                             one.name, held, count_of(stock.names.size(), "node"), partition,
                             format_instant(one.start), format_instant(one.end)),
                      "other jobs do not run on them then", way_out, ""});
  }
}

}  // namespace

Diagnostics live_remarks(World& world, const Endpoint& endpoint, const Selection& site,
                         const std::string& file, const ParsedScript& script) {
  LiveRemarks remarks(world, endpoint, site, file, script);
  remarks.add_stock();
  remarks.add_limits();
  remarks.add_reservations();
  return remarks.found();
}

}  // namespace gpujob
