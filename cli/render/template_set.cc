// SPDX-License-Identifier: MIT
#include "render/template_set.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/suggest.h"
#include "base/text.h"
#include "plan/job_plan.h"
#include "script/batch_script.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

/// "GPUJOB_SITE=a b" as GPUJOB_SITE='a b'; nothing if the text before '=' is not a variable's name.
std::optional<std::string> assignment(const std::string& value) {
  const std::size_t equals = value.find('=');
  const std::string name = value.substr(0, equals);
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::string_view kDigits = "0123456789";
  if (equals == std::string::npos || name.empty()) return std::nullopt;
  if (kLetters.find(name.front()) == std::string_view::npos) return std::nullopt;
  for (const char c : name) {
    if (kLetters.find(c) == std::string_view::npos && kDigits.find(c) == std::string_view::npos) {
      return std::nullopt;
    }
  }
  return name + "=" + shell_word(value.substr(equals + 1));
}

/// Several words on one line.
bool is_words(SlotKind kind) {
  return kind == SlotKind::ShellWords || kind == SlotKind::Arguments;
}

std::string directive(const std::string& value) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos) return value;
  return value.substr(0, equals + 1) + directive_value(value.substr(equals + 1));
}

constexpr std::size_t kUsualLength = 8192;  ///< of a script; a longer one only costs a copy

/// Fills one template; messages are placed in it.
class Filler {
 public:
  Filler(const Template& source, const Slots& slots) : source_(source), slots_(slots) {}

  Result<std::string> fill() {
    text_.reserve(kUsualLength);
    for (const TemplateLine& line : source_.lines) {
      number_ = line.number;
      if (const Status filled = fill_line(line); !filled) return filled.failure();
    }
    for (const auto& [name, value] : slots_) {
      const bool used = contains(used_, &value);
      if (!used) return fail("no slot '" + name + "' for a value", source_.file);
    }
    return std::move(text_);
  }

 private:
  Status fill_line(const TemplateLine& line) {
    if (line.slots.empty()) {
      text_ += line.literals.front();
      return {};
    }
    std::size_t copies = 1;
    values_.clear();
    for (const TemplateSlot& slot : line.slots) {
      const auto found = slots_.find(slot.name);
      if (found == slots_.end()) return unknown_slot(slot.name);
      used_.push_back(&found->second);
      values_.push_back(&found->second);
      if (const Status fits = check_place(slot, found->second.kind); !fits) return fits;
      if (is_words(found->second.kind)) continue;
      const std::size_t count = found->second.values.size();
      copies = count == 0 || copies == 0 ? 0 : std::max(copies, count);
    }
    for (std::size_t copy = 0; copy < copies; ++copy) {
      if (const Status written = write_line(line, copy); !written) return written;
    }
    return {};
  }

  Status write_line(const TemplateLine& line, std::size_t copy) {
    const std::size_t start = text_.size();
    text_ += line.literals.front();
    for (std::size_t i = 0; i < line.slots.size(); ++i) {
      const std::size_t before = text_.size();
      const bool at_gap = before == start || text_.back() == ' ';
      if (Status added = add_value(line.slots[i].name, *values_[i], copy); !added) return added;
      std::string_view literal = line.literals[i + 1];
      const bool gap = at_gap && text_.size() == before;
      if (gap && literal.starts_with(' ')) literal.remove_prefix(1);
      if (gap && literal.empty() && before > start) text_.pop_back();
      text_ += literal;
    }
    text_ += '\n';
    return {};
  }

  Status add_value(const std::string& name, const SlotValue& slot, std::size_t copy) {
    for (std::size_t i = 0; i < slot.values.size(); ++i) {
      const bool wanted = is_words(slot.kind) || i == copy ||
                          (slot.values.size() == 1 && slot.kind != SlotKind::Lines);
      if (!wanted) continue;
      const bool starts_command = slot.kind == SlotKind::ShellWords && i == 0;
      const Result<std::string> value =
          starts_command ? command(name, slot.values[i]) : quoted(name, slot.kind, slot.values[i]);
      if (!value) return value.failure();
      if (i > 0 && is_words(slot.kind)) text_ += ' ';
      text_ += *value;
    }
    return {};
  }

  Result<std::string> command(const std::string& name, const std::string& value) {
    if (!check_text(value, "")) return check_text(value, slot_place(name)).failure();
    return command_word(value);
  }

  Result<std::string> quoted(const std::string& name, SlotKind kind, const std::string& value) {
    if (kind == SlotKind::Lines) return value;
    if (!check_text(value, "")) return check_text(value, slot_place(name)).failure();
    switch (kind) {
      case SlotKind::DirectiveValue:
        return directive(value);
      case SlotKind::ShellWord:
      case SlotKind::ShellWords:
        return shell_word(value);
      case SlotKind::Arguments:
        return shell_word_with(value, kReportSlot, "report");
      case SlotKind::Assignment: {
        std::optional<std::string> text = assignment(value);
        if (!text) return fail("'" + value + "' does not set a variable", place());
        return std::move(*text);
      }
      case SlotKind::Comment:
      case SlotKind::SiteLine:
      case SlotKind::Lines:
        return value;
    }
    return value;
  }

  /// Quoting holds only where it was meant to stand.
  Status check_place(const TemplateSlot& slot, SlotKind kind) const {
    const bool fits = kind == SlotKind::Comment          ? slot.place == SlotPlace::Comment
                      : kind == SlotKind::DirectiveValue ? slot.place == SlotPlace::Directive
                      : kind == SlotKind::SiteLine || kind == SlotKind::Lines
                          ? slot.place == SlotPlace::WholeLine
                          : slot.place == SlotPlace::Command || slot.place == SlotPlace::WholeLine;
    if (fits) return {};
    return fail("slot '" + slot.name + "' stands where its quoting does not hold", place());
  }

  Failure unknown_slot(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [known, value] : slots_) names.push_back(known);
    return {ExitCode::Invalid, place(), "unknown slot '" + name + "'",
            format("this template has {}", join(names, ", ")), did_you_mean(name, names)};
  }

  static Failure fail(std::string problem, std::string where) {
    return {ExitCode::Invalid, std::move(where), std::move(problem)};
  }

  std::string slot_place(const std::string& name) const {
    return place() + ": slot '" + name + "'";
  }
  std::string place() const { return format("{}:{}", source_.file, number_); }

  const Template& source_;
  const Slots& slots_;
  int number_ = 0;
  std::vector<const SlotValue*> used_;    ///< of all lines so far
  std::vector<const SlotValue*> values_;  ///< of the slots of the line that is being filled
  std::string text_;
};

}  // namespace

Result<std::string> fill(const Template& source, const Slots& slots) {
  return Filler(source, slots).fill();
}

}  // namespace gpujob
