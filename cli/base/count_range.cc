// SPDX-License-Identifier: MIT
#include "base/count_range.h"

#include "base/format.h"
#include "base/text.h"

namespace gpujob {

namespace {

std::optional<CountRange> compared(std::string_view sign, long long number) {
  CountRange range;
  if (sign == ">") range.least = number + 1;
  if (sign == ">=") range.least = number;
  if (sign == "<") range.most = number - 1;
  if (sign == "<=") range.most = number;
  return range.most < 0 ? std::nullopt : std::optional(range);
}

std::optional<long long> small_number(std::string_view text) {
  constexpr long long most = 1'000'000'000;
  const std::optional<long long> number = parse_integer(text);
  return number && *number >= 0 && *number <= most ? number : std::nullopt;
}

}  // namespace

std::optional<CountRange> parse_count_range(std::string_view text) {
  const std::size_t sign = text.find_first_not_of("<>=");
  if (sign == std::string_view::npos) return std::nullopt;
  const std::size_t dash = text.find('-', sign);
  const std::optional<long long> first = small_number(text.substr(sign, dash - sign));
  if (!first) return std::nullopt;
  if (sign > 0) {
    const std::string_view word = text.substr(0, sign);
    const bool known = word == ">" || word == ">=" || word == "<" || word == "<=";
    return known && dash == std::string_view::npos ? compared(word, *first) : std::nullopt;
  }
  if (dash == std::string_view::npos) return CountRange{*first, *first};
  if (dash + 1 == text.size()) return CountRange{*first};
  const std::optional<long long> last = small_number(text.substr(dash + 1));
  return last && *first <= *last ? std::optional(CountRange{*first, *last}) : std::nullopt;
}

std::string count_range_text(const CountRange& range, std::string_view noun) {
  if (range.least == range.most) return count_of(range.least, std::string(noun));
  if (range.least == 0) return format("at most {}", count_of(range.most, std::string(noun)));
  if (!range.has_most()) return format("{} or more {}s", range.least, noun);
  return format("{} to {} {}s", range.least, range.most, noun);
}

}  // namespace gpujob
