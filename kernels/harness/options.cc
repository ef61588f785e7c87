// SPDX-License-Identifier: MIT
#include "harness/options.h"

#include <cmath>
#include <cstdlib>

#include "harness/suggest.h"

namespace gpujob {

namespace {

/// A number and nothing else, not negative: no option or parameter can be.
std::optional<double> number(const std::string& text) {
  if (text.empty() || std::isspace(static_cast<unsigned char>(text[0])) != 0) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string within(double minimum, double maximum) {
  char text[80];
  std::snprintf(text, sizeof text, "%.17g to %.17g", minimum, maximum);
  return text;
}

std::vector<std::string> variant_names(const Spec& spec) {
  std::vector<std::string> names;
  names.reserve(spec.variants.size());
  for (const VariantSpec& v : spec.variants) names.push_back(v.name);
  return names;
}

/// Parses the arguments one by one; stops at the first problem.
class Reader {
 public:
  Reader(const Spec& spec, const std::vector<std::string>& arguments)
      : spec_(spec), arguments_(arguments) {
    parsed_.options.variant = spec.default_variant;
    parsed_.options.precision = spec.default_precision;
    for (const ParameterSpec& p : spec.parameters) {
      parsed_.options.parameters[p.name] = p.default_value;
    }
  }

  Parsed read() {
    while (next_ < arguments_.size() && parsed_.problem.empty()) option(arguments_[next_++]);
    if (parsed_.problem.empty() && parsed_.options.action == Action::Measure) built();
    if (parsed_.problem.empty() && parsed_.options.action != Action::Merge) divisible();
    if (parsed_.problem.empty()) reported();
    if (parsed_.problem.empty() && parsed_.options.batch > 1) batched();
    Limits& limits = parsed_.options.limits;
    if (!is_given("option '--min-samples")) limits.least = std::min(limits.least, limits.most);
    limits.batches = !is_given("option '--max-samples");
    if (limits.batches) limits.most = std::max(limits.most, limits.least);
    if (parsed_.problem.empty() && limits.least > limits.most) {
      problem("--min-samples " + std::to_string(limits.least) + " is more than --max-samples " +
              std::to_string(limits.most));
    }
    return parsed_;
  }

 private:
  static std::vector<std::string> names() {
    return {"--variant",     "--precision",   "--param",  "--max-seconds", "--noise",
            "--min-samples", "--max-samples", "--seed",   "--gpus",        "--tasks",
            "--merge",       "--batch",       "--report", "--describe",    "--help"};
  }

  void problem(const std::string& text) { parsed_.problem = spec_.name + ": " + text; }

  void option(const std::string& name) {
    Options& options = parsed_.options;
    if (name == "--describe") {
      options.action = Action::Describe;
    } else if (name == "--help") {
      options.action = Action::Help;
    } else if (const auto known = names();
               std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string nearest = suggestion(name, known);
      problem("unknown option '" + name + "'" + (nearest.empty() ? "; see --help" : nearest));
    } else if (next_ == arguments_.size()) {
      problem("option '" + name + "' needs a value");
    } else {
      once(name, arguments_[next_]);
      if (parsed_.problem.empty()) value(name, arguments_[next_++]);
    }
  }

  bool is_given(const std::string& what) const {
    return std::find(given_.begin(), given_.end(), what) != given_.end();
  }

  /// An option given twice: one value would silently win.
  void once(const std::string& name, const std::string& text) {
    const std::string what =
        name == "--param" ? "parameter '" + text.substr(0, text.find('=')) : "option '" + name;
    if (is_given(what)) return problem(what + "' is given twice");
    given_.push_back(what);
  }

  /// The requested variant must be built into this program.
  void built() {
    std::vector<std::string> others;
    std::string why;
    for (const VariantSpec& v : spec_.variants) {
      if (v.name == parsed_.options.variant) why = v.not_built();
    }
    if (why.empty()) return;
    for (const VariantSpec& v : spec_.variants) {
      if (v.not_built().empty()) others.push_back(v.name);
    }
    problem("variant '" + parsed_.options.variant + "' is not built (" + why + "); " +
            (others.empty() ? "this program has no other" : "use " + joined(others)));
  }

  /// Each of several devices must get work.
  void divisible() {
    const Split& split = spec_.split;
    const std::string devices = std::to_string(parsed_.options.gpus) + " devices";
    if (parsed_.options.gpus % parsed_.options.tasks.count != 0) {
      return problem(devices + " cannot be shared out evenly to " +
                     std::to_string(parsed_.options.tasks.count) + " tasks");
    }
    if (parsed_.options.gpus == 1) return;
    if (split.unit == 0)
      return problem("it cannot be split over " + devices + "; leave --gpus out");
    const std::string& size = parsed_.options.parameters.at(split.parameter);
    const std::uint64_t least =
        split.unit * (static_cast<std::uint64_t>(parsed_.options.gpus) - 1) + 1;
    if (std::stoull(size) >= least) return;
    problem(split.parameter + " = " + size + " is too small for " + devices + " (each takes " +
            std::to_string(split.unit) + "); use " + split.parameter + " = " +
            std::to_string(least) + " or more, or fewer devices");
  }

  /// Parts of a report are found by the report's name.
  void reported() {
    const bool parts = parsed_.options.tasks.count > 1 || parsed_.options.action == Action::Merge;
    if (parts && parsed_.options.report.empty()) problem("reports of tasks need --report");
  }

  /// Runs in a row find their data in the caches and cost fewer calls. Such times must not be
  /// compared with others, so they are not written to a file.
  void batched() {
    if (!parsed_.options.report.empty())
      problem("--batch is for benchmarks and writes no --report");
    for (const VariantSpec& v : spec_.variants) {
      if (v.name != parsed_.options.variant || v.data == Data::Resident) continue;
      problem("variant '" + v.name +
              "' copies from and to the host; --batch needs one that does not");
    }
  }

  void value(const std::string& name, const std::string& text) {
    Options& options = parsed_.options;
    const std::string where = "option '" + name + "':";
    if (name == "--variant") {
      options.variant = one_of("variant", text, variant_names(spec_));
    } else if (name == "--precision") {
      options.precision = one_of("precision", text, spec_.precisions);
    } else if (name == "--param") {
      parameter(text);
    } else if (name == "--report") {
      options.report = text;
      if (text.empty()) problem("option '--report' needs a path");
    } else if (name == "--max-seconds") {
      options.limits.seconds = ranged(where, text, 0, 1e7);
    } else if (name == "--noise") {
      options.limits.noise = ranged(where, text, 0, 1);
    } else if (name == "--min-samples") {
      options.limits.least = static_cast<int>(whole(where, text, 1, 1000000));
    } else if (name == "--max-samples") {
      options.limits.most = static_cast<int>(whole(where, text, 1, 1000000));
    } else if (name == "--batch") {
      options.batch = static_cast<int>(whole(where, text, 1, 1000000));
    } else if (name == "--gpus") {
      options.gpus = static_cast<int>(whole(where, text, 1, Split::most));
    } else if (name == "--tasks" || name == "--merge") {
      options.tasks.count = static_cast<int>(whole(where, text, 1, Split::most));
      if (name == "--merge") options.action = Action::Merge;
    } else {
      options.seed = static_cast<std::uint32_t>(whole(where, text, 0, 4294967295.0));
    }
  }

  std::string one_of(const std::string& what, const std::string& text,
                     const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), text) == known.end()) {
      problem("no " + what + " '" + text + "' (it has " + joined(known) + ")" +
              suggestion(text, known));
    }
    return text;
  }

  /// The number in `text`, or `minimum` and a problem.
  double ranged(const std::string& name, const std::string& text, double minimum, double maximum) {
    const auto value = number(text);
    if (value && *value >= minimum && *value <= maximum) return *value;
    problem(name + " '" + text + "' is not a number from " + within(minimum, maximum));
    return minimum;
  }

  double whole(const std::string& name, const std::string& text, double minimum, double maximum) {
    const auto value = number(text);
    if (value && *value >= minimum && *value <= maximum && *value == std::floor(*value)) {
      return *value;
    }
    problem(name + " '" + text + "' is not a whole number from " + within(minimum, maximum));
    return minimum;
  }

  /// `text` if it is a value of `p`; whole numbers in plain digits, so that 2e3 is 2000.
  std::string checked(const ParameterSpec& p, const std::string& where, const std::string& text) {
    if (p.kind == Kind::Integer) {
      return std::to_string(std::llround(whole(where, text, p.minimum, p.maximum)));
    }
    ranged(where, text, p.minimum, p.maximum);
    return text;
  }

  void parameter(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      problem("--param '" + text + "' has no '='; write --param name=value");
      return;
    }
    const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
    std::vector<std::string> known;
    for (const ParameterSpec& p : spec_.parameters) {
      known.push_back(p.name);
      if (p.name != name) continue;
      parsed_.options.parameters[name] =
          value == p.default_value ? value : checked(p, "parameter '" + name + "':", value);
      return;
    }
    problem("no parameter '" + name + "' (it has " + joined(known) + ")" + suggestion(name, known));
  }

  const Spec& spec_;
  const std::vector<std::string>& arguments_;
  std::size_t next_ = 0;
  std::vector<std::string> given_;  ///< "option '--seed", "parameter 'n"
  Parsed parsed_;
};

}  // namespace

Parsed parse_options(const Spec& spec, const std::vector<std::string>& arguments) {
  return Reader(spec, arguments).read();
}

std::string usage(const Spec& spec) {
  std::string text = "usage: " + spec.name + " [options]\n\n";
  text +=
      "  --variant V       " + joined(variant_names(spec)) + " (" + spec.default_variant + ")\n";
  text += "  --precision P     " + joined(spec.precisions) + " (" + spec.default_precision + ")\n";
  for (const ParameterSpec& p : spec.parameters) {
    text += "  --param " + p.name + "=N" +
            std::string(p.name.size() < 8 ? 8 - p.name.size() : 1, ' ') +
            within(p.minimum, p.maximum) + " (" + p.default_value + ")\n";
  }
  return text +
         "  --max-seconds S   stop taking samples when the next would end later (60)\n"
         "  --noise X         stop when the relative standard error of the mean is below X "
         "(0.005)\n"
         "  --min-samples N   but not before N samples (" +
         (GPUJOB_GPU ? "20), nor before half a second of them\n" : "5)\n") +
         "  --max-samples N   stop after N samples (" + std::to_string(Limits{}.most) +
         (GPUJOB_GPU ? ", then batches of runs, until it is half a second)\n" : ")\n") +
         "  --seed N          of what is drawn at run time (drawn itself)\n"
         "  --gpus N          split over N GPUs; on CPUs over N groups of cores (1)\n"
         "  --tasks T         this is one of T processes, started by srun, that share the N (1)\n"
         "  --merge T         make the report of T processes from the parts that they wrote\n"
         "  --batch N         time N runs in a row, as one graph on GPUs; give one run's share "
         "(1)\n"
         "  --report PATH     write the timing report there (standard output)\n"
         "  --describe        print what this program can do, as JSON\n"
         "exit status: 0 done, 1 failed or answer wrong, 2 wrong usage, 77 no device\n";
}

}  // namespace gpujob
