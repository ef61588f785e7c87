// SPDX-License-Identifier: MIT
#include "jobs/sweep/script_sweep.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/paths.h"

namespace gpujob {

namespace {

class SweepWriter {
 public:
  SweepWriter(World& world, const PlannedSweep& planned, const std::string& directory)
      : world_(world), planned_(planned), directory_(directory) {
    files_.points.resize(planned.jobs.size());
    files_.builds.resize(planned.jobs.size());
  }

  Result<SweepFiles> write_all() {
    if (auto made = world_.make_directory(directory_); !made) return made.failure();
    for (const Batch& batch : planned_.batches) {
      auto written = batch.is_array() ? write_array(batch) : write_single(batch.points.front());
      if (!written) return written.failure();
    }
    if (auto written = write_builds(); !written) return written.failure();
    return std::move(files_);
  }

 private:
  Status write(const std::string& file, const std::string& script) {
    return world_.write_plain(join_path(directory_, file), script, FileMode::Executable);
  }

  Status write_array(const Batch& batch) {
    const std::string folder = format("array-{}", ++arrays_);
    if (auto made = world_.make_directory(join_path(directory_, folder)); !made) return made;
    files_.arrays.push_back(folder + "/array.sh");
    if (auto done = write(files_.arrays.back(), batch.script); !done) return done;
    int task = 0;
    for (const std::size_t point : batch.points) {
      files_.points[point] = format("{}/task-{}.sh", folder, ++task);
      auto done = write(files_.points[point], planned_.jobs.script(point));
      if (!done) return done;
    }
    return {};
  }

  Status write_single(std::size_t point) {
    files_.arrays.emplace_back();
    files_.points[point] = format("job-{}.sh", ++singles_);
    return write(files_.points[point], planned_.jobs.script(point));
  }

  Status write_builds() {
    std::map<std::string_view, std::string> written;
    for (std::size_t point = 0; point < planned_.jobs.size(); ++point) {
      const std::string& script = planned_.jobs.like(point).build_script;
      if (script.empty()) continue;
      std::string& file = written[script];
      if (file.empty()) {
        file = format("build-{}.sh", written.size());
        if (auto done = write(file, script); !done) return done;
      }
      files_.builds[point] = file;
    }
    return {};
  }

  World& world_;
  const PlannedSweep& planned_;
  const std::string& directory_;
  int arrays_ = 0, singles_ = 0;
  SweepFiles files_;
};

}  // namespace

std::size_t SweepFiles::count() const {
  std::vector<std::string> others = arrays;
  others.insert(others.end(), builds.begin(), builds.end());
  std::erase(others, "");
  std::sort(others.begin(), others.end());
  const auto end = std::unique(others.begin(), others.end());
  return points.size() + static_cast<std::size_t>(end - others.begin());
}

Result<SweepFiles> write_sweep_scripts(World& world, const PlannedSweep& planned,
                                       const std::string& directory) {
  const auto present = world.list(directory);
  if (!present) return present.failure();
  if (!present->empty()) {
    return Failure{ExitCode::Usage, "option '--out'", format("'{}' is not empty", directory),
                   "nothing is overwritten", "name a new directory"};
  }
  return SweepWriter(world, planned, directory).write_all();
}

}  // namespace gpujob
