// SPDX-License-Identifier: MIT
#include "script/option_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/duration.h"
#include "base/format.h"
#include "base/memory_size.h"
#include "base/pattern.h"
#include "base/text.h"
#include "script/constraint.h"
#include "script/quoting.h"
#include "script/sbatch_options.h"
#include "script/value_form.h"

namespace gpujob {

namespace {

constexpr long long kKibi = 1024;
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kTypeCharacters =
    ".+-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Options without a form whose values are names that a template leaves open.
constexpr std::array<std::string_view, 7> kNamed = {
    "account", "partition", "qos", "reservation", "clusters", "mail-user", "nodelist"};
/// Of these a center knows every value: another one is refused.
constexpr std::array<std::string_view, 13> kKnownNames = {
    "constraint",    "prefer",          "account",      "partition", "qos",
    "reservation",   "clusters",        "nodelist",     "gres",      "gpus",
    "gpus-per-node", "gpus-per-socket", "gpus-per-task"};
/// Names of files: those in brackets only are left open.
constexpr std::array<std::string_view, 4> kFileNames = {"output", "error", "input", "chdir"};
constexpr std::string_view kBracketed = R"((?s).*(?:<[a-zA-Z_][^<>/]*>|\{\{.*\}\}).*)";
/// Texts that may hold any character.
constexpr std::array<std::string_view, 2> kFreeText = {"comment", "wrap"};

constexpr std::string_view kShellVariable = R"((?s).*(?:\$[A-Za-z_{(]|`).*)";
constexpr std::string_view kShellMarks = "$`";  // without them no pattern has to be compiled
struct PlaceholderForm {
  std::string_view mark;  ///< stands in every such text: without it nothing has to be compiled
  std::string_view pattern;
};
/// In any case of letters.
constexpr std::array<PlaceholderForm, 20> kPlaceholderForms{{
    {"<", R"(.*<[a-z_][^<>]*>?.*)"},
    {"change", R"(.*change[-_ ]?(?:me|this).*)"},
    {"replace", R"(.*replace[-_ ]?(?:me|this).*)"},
    {"your",
     R"(.*your[-_ ]?(?:project|account|e?-?mail|name|partition|user|id|group|allocation|job).*)"},
    {"here", R"(.*(?:project|account|mail|name)(?:[-_ ]?(?:id|name))?[-_ ]?here.*)"},
    {"do", "to-?do"},
    {"fixme", "fixme"},
    {"20xx", "[a-z]*20xx.*"},
    {"20yy", "[a-z]*20yy.*"},
    {"xx", "[a-z0-9_-]*x{3,}(?:[-_][xyz0-9]+)*|xx"},
    {"h:m", "(?:d+-)?h+:m+(?::s+)?"},
    {"n:n", "n+(?::n+)+"},
    {"1-n", "1-n"},
    {"...", R"(\.{3})"},
    {"{{", R"(.*\{\{.*\}\}.*)"},
    {"%", "%[a-z_]{2,}%"},
    {"proj", "(?:my|the)[-_]project|(?:proj|project)[-_]?(?:id|name|code|number)"},
    {"account", "(?:my|the)[-_]account|account[-_]?(?:id|name|code|number)"},
    {"[", R"(\[[a-z_ -]*(?:project|account|partition|name|mail|time|nodes?|qos)[a-z_ -]*\])"},
    {"gpu", "gpu(?::type)?:(?:n|x|nn|type|model|num|number|count)"},
}};
/// Placeholders of one word, in capitals.
constexpr std::array<std::string_view, 18> kPlaceholders = {
    "N",         "NN",    "X",       "XX",         "NTASKS",    "NODES",
    "NNODES",    "CPUS",  "PROJECT", "PROJECT_ID", "PROJECTID", "ACCOUNT",
    "PARTITION", "JOBID", "TIME",    "MEM",        "GPUS",      "EMAIL"};

/// What nearly every count is; no pattern has to be compiled for it.
bool is_plain_count(const ValueForm& form, std::string_view value) {
  return (&form == &kCountForm || &form == &kNodesForm) && !value.empty() && value.size() <= 9 &&
         value.front() != '0' && value.find_first_not_of(kDigits) == std::string_view::npos;
}

bool has_form(const ValueForm& form, std::string_view value) {
  return (form.pattern.empty() || is_plain_count(form, value) || matches(form.pattern, value)) &&
         (form.reads == nullptr || form.reads(value));
}

std::string_view skip_blanks_and_plus(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  if (text.starts_with('+')) text.remove_prefix(1);
  return text;
}

bool is_type_name(std::string_view text) {
  return !text.empty() && text.find_first_of(".+-") != 0 &&
         text.find_first_not_of(kTypeCharacters) == std::string_view::npos;
}

/// "1.5h", "10 min": what people write for a time limit.
std::optional<std::string> better_walltime(std::string_view value) {
  const std::size_t end = value.find_first_not_of("0123456789.");
  if (end == std::string_view::npos) return std::nullopt;
  const std::optional<double> number = parse_real(value.substr(0, end));
  const std::string unit = to_lower(trim(value.substr(end)));
  if (!number || unit.empty()) return std::nullopt;
  double seconds = 0;
  if (matches("h|hrs?|hours?", unit)) seconds = 3600;
  if (matches("m|mins?|minutes?", unit)) seconds = 60;
  if (matches("s|secs?|seconds?", unit)) seconds = 1;
  if (matches("d|days?", unit)) seconds = 86400;
  if (seconds == 0 || *number <= 0 || *number > 1e6) return std::nullopt;
  return format_walltime(Seconds(std::llround(*number * seconds)));
}

/// "4.5G", "16GiB", "4 GB".
std::optional<std::string> better_memory(std::string_view value) {
  const std::size_t end = value.find_first_not_of("0123456789.");
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  const std::optional<double> number = parse_real(value.substr(0, end));
  const std::string unit = to_lower(trim(value.substr(end)));
  if (!number || !matches("[mgt](?:i?b|o)?", unit)) return std::nullopt;
  const double mib = *number * (unit[0] == 'm' ? 1 : unit[0] == 'g' ? 1024 : 1024.0 * 1024);
  if (mib < 1 || mib > 1e12) return std::nullopt;
  return format_memory_mib(std::llround(std::ceil(mib)));
}

/// The value that was surely meant, if it is readable.
std::optional<std::string> better_value(const ValueForm& form, std::string_view value) {
  std::optional<std::string> better;
  if (form.reads == reads_walltime) better = better_walltime(value);
  if (form.reads == reads_memory) better = better_memory(value);
  if (form.reads == reads_gres && to_lower(value).starts_with("gpus")) {
    better = "gpu" + std::string(value.substr(4));
  }
  if (!better) {
    std::string_view bare = trim(value);
    if (bare.starts_with('=')) bare.remove_prefix(1);
    if (bare != value) better = std::string(bare);
  }
  if (!better || better->empty() || !has_form(form, *better)) return std::nullopt;
  return better;
}

std::string refusal(const ValueForm& form, const Directive& directive) {
  const std::string words = replace_all(form.refusal, "{option}", directive.option);
  return "sbatch refuses: '" + replace_all(words, "{value}", visible(*directive.value)) + "'";
}

ValueProblem unreadable(const ValueForm& form, const Directive& directive) {
  ValueProblem found;
  found.problem =
      format("--{}: '{}' is not {}", directive.option, visible(*directive.value), form.noun);
  found.why = refusal(form, directive);
  found.better = better_value(form, *directive.value);
  found.fix = found.better ? format("write '{}'", directive_text({directive.option, *found.better}))
                           : format("write it like {}", form.example);
  return found;
}

ValueProblem shell_variable(const Directive& directive, bool refused) {
  const std::string text = visible(*directive.value);
  return {ValueProblem::Kind::ShellVariable,
          format("--{}: '{}' holds a shell variable", directive.option, text),
          "sbatch does not expand variables in directives",
          format("write the value itself, or give it on the command line: sbatch --{}=…",
                 directive.option),
          refused,
          std::nullopt};
}

ValueProblem template_value(const Directive& directive, bool refused) {
  return {ValueProblem::Kind::Template,
          format("--{}: '{}' is a placeholder", directive.option, visible(*directive.value)),
          "the template was not filled in",
          "write your own value",
          refused,
          std::nullopt};
}

bool is_placeholder(std::string_view value) {
  const std::string small = to_lower(value);
  return contains(kPlaceholders, value) ||
         std::any_of(kPlaceholderForms.begin(), kPlaceholderForms.end(), [&](const auto& form) {
           return small.find(form.mark) != std::string::npos && matches(form.pattern, small);
         });
}

}  // namespace

bool reads_nodes(std::string_view value) {
  const std::size_t dash = value.find('-', 1);
  if (dash == std::string_view::npos || value.find_first_of(",:") != std::string_view::npos) {
    return true;
  }
  const auto least = parse_count(trim(value.substr(0, dash)));
  const auto most = parse_count(trim(value.substr(dash + 1)));
  return !least || !most || *least <= *most;
}

bool reads_memory(std::string_view value) {
  return parse_memory_mib(skip_blanks_and_plus(value)).has_value();
}

bool reads_walltime(std::string_view value) {
  return is_unlimited(value) || parse_walltime(value).has_value();
}

bool reads_array(std::string_view value) {
  value = value.substr(0, value.find('%'));
  for (std::string_view item : split(value, ',')) {
    item = skip_blanks_and_plus(item);
    if (item.starts_with('[')) item.remove_prefix(1);
    if (item.ends_with(']')) item.remove_suffix(1);
    const std::size_t dash = item.find('-');
    if (dash == std::string_view::npos) continue;
    std::string_view last = item.substr(dash + 1);
    last = last.substr(0, last.find(':'));
    const auto from = parse_integer(item.substr(0, dash));
    const auto to = last.empty() ? std::optional(0LL) : parse_integer(last);  // `0-` is 0-0
    if (!from || !to || *from > *to) return false;
  }
  return true;
}

bool reads_constraint(std::string_view value) {
  return value.empty() || Constraint::parse(value).has_value();
}

bool reads_gpus(std::string_view value) {
  for (const std::string_view item : split(value, ',')) {
    const std::size_t colon = item.find(':');
    const std::string_view first = item.substr(0, colon);
    const bool typed = is_type_name(first);
    if (item.empty()) continue;
    if (colon == std::string_view::npos) {
      const bool digit = first.find_first_of("0123456789+-.") == 0;
      if (!parse_count(first) && (!typed || digit)) return false;
    } else if (!typed || !parse_count(item.substr(colon + 1))) {
      return false;
    }
  }
  return true;
}

bool reads_gres(std::string_view value) {
  const auto items = split(value, ',');
  for (std::string_view item : items) {
    if (items.size() > 1 && to_lower(item) == "none") return false;
    for (const std::string_view prefix : {"gres:", "gres/"}) {
      if (item.starts_with(prefix)) item.remove_prefix(prefix.size());
    }
    const std::string_view name = item.substr(0, item.find(':'));
    const std::string lower = to_lower(name);
    if (!matches(R"([A-Za-z][\w.+-]*)", name)) return false;
    if (name != "gpu" && (lower == "gpu" || lower == "gpus")) return false;
    if (name == item) continue;
    const std::string_view rest = item.substr(name.size() + 1);
    if (name != "gpu") continue;
    if (rest.empty() || rest.find(',') != std::string_view::npos || !reads_gpus(rest)) return false;
  }
  return true;
}

/// In brackets numbers and ascending ranges of them (`[1-]` is 1); a value with '/' is a file.
bool reads_hostlist(std::string_view value) {
  if (value.find('/') != std::string_view::npos) return true;
  for (std::size_t open = value.find('['); open != std::string_view::npos;
       open = value.find('[', open + 1)) {
    const std::string_view inside = value.substr(open + 1, value.find(']', open) - open - 1);
    for (const std::string_view item : split(inside, ',')) {
      const std::size_t dash = item.find('-');
      const auto from = parse_integer(item.substr(0, dash));
      const bool open_ended = dash == std::string_view::npos || dash + 1 == item.size();
      const auto to = open_ended ? from : parse_integer(item.substr(dash + 1));
      if (!from || !to || *from > *to) return false;
    }
  }
  return true;
}

/// What does not begin with a number counts as 0.
bool reads_nice(std::string_view value) {
  constexpr long long kMost = 2'147'483'645;
  value = skip_blanks_and_plus(value);
  if (value.starts_with('-')) value.remove_prefix(1);
  const std::string_view digits = value.substr(0, value.find_first_not_of("0123456789"));
  if (digits.empty()) return true;
  const std::optional<long long> number = parse_integer(digits);
  return number && *number <= kMost;
}

std::optional<long long> parse_count(std::string_view text) {
  text = skip_blanks_and_plus(text);
  long long times = 1;
  if (!text.empty()) {
    const char unit = text.back();
    if (unit == 'k' || unit == 'K') times = kKibi;
    if (unit == 'm' || unit == 'M') times = kKibi * kKibi;
  }
  if (times > 1) text.remove_suffix(1);
  const std::optional<long long> number = parse_integer(text);
  if (!number || *number > std::numeric_limits<long long>::max() / times) return std::nullopt;
  return *number * times;
}

bool is_unlimited(std::string_view walltime) {
  const std::string lower = to_lower(walltime);
  if (lower == "unlimited" || lower == "infinite" || lower == "-1") return true;
  const std::optional<Seconds> time = parse_walltime(walltime);
  return time && time->count() == 0;
}

std::optional<ValueProblem> value_problem(const Directive& directive) {
  if (!directive.value || contains(kFreeText, directive.option)) return std::nullopt;
  const SbatchOption* option = find_option(directive.option);
  if (option == nullptr) return std::nullopt;
  const std::string& value = *directive.value;
  const bool read = option->form == nullptr || has_form(*option->form, value);
  const bool refused = !read || contains(kKnownNames, directive.option);
  if (value.find_first_of(kShellMarks) != std::string::npos && matches(kShellVariable, value)) {
    return shell_variable(directive, refused);
  }
  const bool named = option->form != nullptr || contains(kNamed, directive.option);
  const bool open_name = contains(kFileNames, directive.option) &&
                         value.find_first_of("<{") != std::string::npos &&
                         matches(kBracketed, value);
  if ((named && is_placeholder(value)) || open_name) return template_value(directive, refused);
  if (read) return std::nullopt;
  return unreadable(*option->form, directive);
}

}  // namespace gpujob
