// SPDX-License-Identifier: MIT
#include "base/pattern.h"

#include <algorithm>

#include "base/utf8.h"

// A pattern becomes a small program that is run for all alternatives at once (Thompson's method,
// https://swtch.com/~rsc/regexp/regexp1.html). Worked example, `a(b|c)*`, with relative jumps:
//
//     0 Take a    1 Split +1 +6    2 Split +1 +3    3 Take b    4 Jump +2    5 Take c    6 Jump -5
//
// A thread is a place in the program. For each character of the text, every thread that stands at a
// Take of that character moves on; Split and Jump take no character. The text matches if a thread
// stands behind the last instruction when the text ends. std::regex is not used since it calls
// itself once a character: a long scalar in a file would overflow the stack.

namespace gpujob {

char32_t take_character(std::string_view text, std::size_t& at) {
  const auto character = decode_utf8(text.substr(at));
  at += character ? character->bytes : 1;
  return character ? character->point : static_cast<unsigned char>(text[at - 1]);
}

bool Pattern::Set::contains(char32_t character) const {
  const bool inside = std::any_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.first <= character && character <= range.last;
  });
  return inside != negated;
}

/// The places in the program that are reached, each once.
class Pattern::Threads {
 public:
  explicit Threads(const Program& program) : program_(program), seen_(program.size() + 1, 0) {}

  void clear() {
    places_.clear();
    ++round_;
  }

  /// Adds a place and all that can be reached from it without a character.
  void add(int place) {
    waiting_.push_back(place);
    while (!waiting_.empty()) {
      const int at = waiting_.back();
      waiting_.pop_back();
      const auto index = static_cast<std::size_t>(at);
      if (seen_[index] == round_) continue;
      seen_[index] = round_;
      if (index == program_.size() || program_[index].step == Step::Take) {
        places_.push_back(at);
        continue;
      }
      waiting_.push_back(at + program_[index].first);
      if (program_[index].step == Step::Split) waiting_.push_back(at + program_[index].second);
    }
  }

  const std::vector<int>& places() const { return places_; }
  bool accepted() const { return seen_[program_.size()] == round_; }

 private:
  const Program& program_;
  std::vector<unsigned> seen_;
  std::vector<int> places_;
  std::vector<int> waiting_;
  unsigned round_ = 1;
};

bool Pattern::matches(std::string_view text) const {
  Threads even(program_);
  Threads odd(program_);
  Threads* now = &even;
  Threads* next = &odd;
  now->add(0);
  for (std::size_t at = 0; at < text.size();) {
    const char32_t character = take_character(text, at);
    next->clear();
    for (const int place : now->places()) {
      const auto index = static_cast<std::size_t>(place);
      if (index == program_.size()) continue;
      if (sets_[static_cast<std::size_t>(program_[index].set)].contains(character)) {
        next->add(place + 1);
      }
    }
    if (next->places().empty()) return false;
    std::swap(now, next);
  }
  return now->accepted();
}

}  // namespace gpujob
