// SPDX-License-Identifier: MIT
#include "profile/outline.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "profile/cluster_state.h"

// A line for each profile, cluster, host and GPU type, which begins with a letter for its kind; the
// fields are between tabs.

namespace gpujob {

namespace {

template <class Choice>
std::string number_of(Choice choice) {
  return std::to_string(static_cast<int>(choice));
}

template <class Choice>
Choice choice_of(std::string_view number) {
  return static_cast<Choice>(parse_integer(number).value_or(0));
}

class OutlineWriter {
 public:
  void add(const SiteProfile& profile) {
    line({"P", profile.center, profile.title, profile.default_cluster});
    for (const Cluster& cluster : profile.clusters) add(cluster);
  }

  std::string take() { return good_ ? std::move(text_) : ""; }

 private:
  void add(const Cluster& cluster) {
    const ClusterStatus& status = cluster.status;
    line({"C", cluster.name, cluster.title, number_of(cluster.scheduler), number_of(status.state),
          status.date, number_of(status.mark), status.successor, cluster.match.cluster_name,
          oldest_fact(cluster), cluster.copied_from()});
    for (const std::string& host : cluster.match.hosts) line({"H", host});
    for (const GpuType& gpu : cluster.gpus)
      line({"G", gpu.key, gpu.model, number_of(gpu.request_documented)});
  }

  void line(const std::vector<std::string>& fields) {
    for (const std::string& field : fields)
      good_ = good_ && field.find_first_of("\t\n") == std::string::npos;
    text_ += format("{}\n", join(fields, "\t"));
  }

  std::string text_;
  bool good_ = true;
};

Cluster cluster_of(const std::vector<std::string_view>& fields) {
  Cluster cluster;
  cluster.name = fields[1];
  cluster.title = fields[2];
  cluster.scheduler = choice_of<Scheduler>(fields[3]);
  cluster.status.state = choice_of<ClusterStatus::State>(fields[4]);
  cluster.status.date = fields[5];
  cluster.status.mark = choice_of<Mark>(fields[6]);
  cluster.status.successor = fields[7];
  cluster.match.cluster_name = fields[8];
  Source& source = cluster.sources.emplace_back();
  source.checked = fields[9];
  if (!fields[10].empty()) source.pages = {std::string(kCopied) + std::string(fields[10])};
  return cluster;
}

}  // namespace

std::string outline_text(const std::vector<SiteProfile>& profiles) {
  OutlineWriter writer;
  for (const SiteProfile& profile : profiles) writer.add(profile);
  return writer.take();
}

std::optional<std::vector<SiteProfile>> parse_outline(std::string_view text) {
  std::vector<SiteProfile> profiles;
  for (const std::string_view line : lines(text)) {
    const std::vector<std::string_view> fields = split(line, '\t');
    const std::string_view kind = fields.front();
    std::vector<Cluster>* const clusters = profiles.empty() ? nullptr : &profiles.back().clusters;
    const bool in_cluster = clusters != nullptr && !clusters->empty();
    if (kind == "P" && fields.size() == 4) {
      SiteProfile& profile = profiles.emplace_back();
      profile.center = fields[1];
      profile.title = fields[2];
      profile.default_cluster = fields[3];
    } else if (kind == "C" && fields.size() == 11 && clusters != nullptr) {
      clusters->push_back(cluster_of(fields));
    } else if (kind == "H" && fields.size() == 2 && in_cluster) {
      clusters->back().match.hosts.emplace_back(fields[1]);
    } else if (kind == "G" && fields.size() == 4 && in_cluster) {
      GpuType& gpu = clusters->back().gpus.emplace_back();
      gpu.key = fields[1];
      gpu.model = fields[2];
      gpu.request_documented = fields[3] == "1";
    } else {
      return std::nullopt;
    }
  }
  return profiles;
}

}  // namespace gpujob
