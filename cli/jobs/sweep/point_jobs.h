// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jobs/request/job.h"
#include "plan/point_planner.h"
#include "render/template_set.h"

namespace gpujob {

/// The jobs of a sweep, in the order of its points. Of jobs that differ in values of parameters
/// alone one is kept, the pattern, and of each what is its own: a hundred thousand jobs take as
/// much memory as their values.
class PointJobs {
 public:
  std::size_t size() const { return points_.size(); }
  std::size_t pattern_count() const { return patterns_.size(); }

  /// A job of its own pattern.
  void add(Job job);
  /// One like an earlier job but for run id and values; false if its script must be rendered.
  bool add_like(std::size_t pattern, std::string run_id, const PointValues& values);
  /// All of `others`, in order.
  void append(const PointJobs& others);

  /// The whole job of a point.
  Job at(std::size_t point) const;
  std::string script(std::size_t point) const { return script_as(point, run_id(point)); }
  /// The script that it would have with another run id.
  std::string script_as(std::size_t point, const std::string& run_id) const;
  const std::string& run_id(std::size_t point) const { return points_[point].run_id; }
  std::size_t pattern_of(std::size_t point) const { return points_[point].pattern; }
  /// By number. Its plan is that of a single job, also where it is a task.
  const Job& pattern(std::size_t number) const { return patterns_[number].job; }
  /// The pattern of a point, which it equals but for ids, values and script.
  const Job& like(std::size_t point) const { return pattern(pattern_of(point)); }

  /// Makes the jobs of `points` the tasks of an array, from task 1 on; `indices` explains --array.
  Status make_tasks(const std::vector<std::size_t>& points, const std::string& array,
                    const Choice& indices, const TemplateSet& templates);

 private:
  struct Pattern {
    Job job;
    std::string task_script;  ///< as a task of an array; empty: it is in none
  };
  /// A value in place of the pattern's.
  using Values = std::vector<std::pair<std::uint32_t, std::string>>;
  struct Point {
    std::size_t pattern = 0;
    std::string run_id;
    Values parameters, arguments;
    std::uint32_t array = 0;  ///< from 1; 0: none
    int task = 0;
  };
  struct Array {
    std::string id;
    Choice indices;
  };

  std::vector<Pattern> patterns_;
  std::vector<Point> points_;
  std::vector<Array> arrays_;
};

/// Makes the plan of a single job that of a task.
void become_task(JobPlan& plan, const ArrayTask& task);

}  // namespace gpujob
