// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "device/device_state.h"
#include "device/rate.h"
#include "harness/answer.h"
#include "harness/conditions.h"
#include "harness/host.h"
#include "harness/options.h"
#include "harness/part.h"
#include "harness/sampler.h"

namespace gpujob {

/// Declared work of one run. An operation is an addition, a multiplication or a fused multiply-add.
struct Work {
  double points = 0;
  double bytes_read = 0;
  double bytes_written = 0;
  double operations = 0;
  double special_functions = 0;
};

/// The most that the device reached in this process: medians before and after the samples, and the
/// best.
struct Ceiling {
  std::string what;  ///< "fma float32"
  std::string unit;  ///< operations/s or bytes/s
  double before = 0;
  double after = 0;
  double best = 0;
  double counted = 0;      ///< the part of the work that needs this unit of the device
  double other_units = 1;  ///< how many times as fast the units may be that it was not measured on
};

inline Ceiling ceiling_of(const std::string& what, const std::string& unit, Rate rate,
                          double counted) {
  return {what, unit, rate.median, rate.median, rate.best, counted};
}

/// The first run, with everything that later runs find ready.
struct Cold {
  double setup = 0;  ///< context, memory, thread pool
  Sample sample;     ///< its total includes the setup
};

/// Several runs in a row, timed as one.
struct Batched {
  int runs = 0;
  std::vector<Sample> samples;  ///< each the average of so many runs
  Rate ceiling;                 ///< of as many runs in a row
};

/// What a report says about the device; see device/description.h.
struct DeviceFacts {
  std::string model, architecture;
  int units = 1;
  double memory_bytes = 0;
  std::string driver, runtime, bus_id;
  std::map<std::string, double> clocks_hz;
  DeviceState state;
};

/// What one of several devices did.
struct DeviceShare {
  int index = 0;
  std::string host, model, architecture, bus_id;
  Part part;
  double seconds = 0;  ///< median of its own timed seconds; 0 without samples
};

/// What one launch of a workload program measured; contract/report_fields.h says what is reported.
struct Report {
  RunFacts run;
  std::string started;
  std::string workload, variant, backend, precision;
  std::string library;  ///< see VariantSpec
  char algorithm_class = 'P';
  Data data = Data::Resident;
  std::map<std::string, std::string> parameters;
  Cold cold;
  std::vector<double> warmup;
  std::vector<Sample> samples;
  std::vector<Discarded> discarded;
  std::string stop_reason = "timeout";
  Limits limits;
  int batch = 1;  ///< runs in a row that a sample is the average of
  std::string clock;
  Answer answer;
  Work work;
  std::optional<Ceiling> ceiling;
  std::optional<Batched> batched;  ///< where isolated samples make up too little time
  DeviceFacts device;
  std::vector<Conditions> conditions;  ///< by device; empty if that is not known
  std::vector<DeviceShare> devices;    ///< empty for one
  Tasks tasks;                         ///< if several, this report is of one of them
  HostFacts host;
};

/// Median of the seconds that rates are made of, 0 without samples.
double timed_seconds(const Report& report);
double timed_seconds(const Batched& batched);

/// Are there rates? Only for a right answer.
bool is_rated(const Report& report);

/// Share of the ceiling that was reached; 0 without a ceiling.
double fraction(const Report& report);

/// The median's share of the best that was reached: what no honest run exceeds. Of isolated samples
/// and of batches.
double fraction_of_best(const Report& report);
double batched_fraction_of_best(const Report& report);

/// The share of that which the fastest sample reached; 0 without a ceiling.
double best_fraction(const Report& report);

/// Shares of its ceiling that work in batches reached: of medians, and of the best.
Rate fractions_of_batches(const Report& report);

/// Share of a ceiling's best that no honest run exceeds: a tenth more, since clocks change between
/// its measurement and the samples; a quarter more for work on memory, since some devices read
/// faster than they copy, and a copy is the ceiling.
double impossible_share(const Ceiling& ceiling);

/// Would less work than declared show? Not where the ceiling does it in the microseconds that any
/// kernel of a GPU takes to start and to be timed; fewer in a batch, and on CPUs.
/// Without a ceiling not to be asked.
bool is_provable(const Report& report);
bool is_provable_in_batches(const Report& report);

/// The report as JSON.
std::string to_json(Report report);

/// One line for people.
std::string headline(const Report& report);

/// What this program was built with and for; see GPUJOB_VERSION and GPUJOB_ARCHITECTURES.
std::string compiler_text();
std::string version_of_gpujob();
std::vector<std::string> architectures();

struct Versions {
  std::string gpujob, compiler;
  std::vector<std::string> architectures;
};
inline Versions versions_of(const Report& /*report*/) {
  return {version_of_gpujob(), compiler_text(), architectures()};
}

/// The seconds of one phase in each sample. The member pointer has a name of its own: nvcc writes
/// its type with parentheses, of which g++ warns.
using PhaseSeconds = double Sample::*;
template <class Samples>
struct Phase {
  Samples& samples;
  PhaseSeconds seconds;
};
template <class Samples>
Phase<Samples> phase_of(Samples& samples, PhaseSeconds seconds) {
  return {samples, seconds};
}

}  // namespace gpujob
