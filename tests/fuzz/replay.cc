// SPDX-License-Identifier: MIT
// fuzz_replay [COUNT [TARGET [ROUND [DIRECTORY]]]]: reads the seeds of each target, or of one, and
// COUNT texts made of them and of the files of the directory; other texts each round, always the
// same ones. Says how many functions each reader reached. What finds new texts is libFuzzer, in
// libfuzzer.cc.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "fuzz/coverage.h"
#include "fuzz/target.h"

namespace gpujob {
namespace {

using Random = std::minstd_rand;

std::size_t below(Random& random, std::size_t end) {
  return end == 0 ? 0 : random() % end;
}

/// One to four small changes of a seed.
std::string changed(Random& random, const std::vector<std::string>& seeds) {
  static const std::vector<std::string> kPieces = {"\0x",
                                                   "\n",
                                                   "\r\n",
                                                   "|",
                                                   "\x1b[2J",
                                                   "\xff",
                                                   "\xe2\x80\xae",
                                                   "9223372036854775807",
                                                   "-1",
                                                   "0",
                                                   "%s",
                                                   "\"",
                                                   "'",
                                                   "{",
                                                   "[",
                                                   "]",
                                                   "}",
                                                   ":",
                                                   ",",
                                                   "=",
                                                   "\\",
                                                   "null",
                                                   "1e999",
                                                   " ",
                                                   "\t",
                                                   "#",
                                                   "&x",
                                                   "*x",
                                                   "é"};
  std::string text = seeds[below(random, seeds.size())];
  for (std::size_t left = 1 + below(random, 4); left > 0; --left) {
    const std::size_t at = below(random, text.size() + 1);
    const std::size_t length = std::min(below(random, 32), text.size() - at);
    const std::string piece = text.substr(at, length);
    switch (below(random, 6)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kPieces[below(random, kPieces.size())]);
        break;
      case 2:
        text.replace(at, length, kPieces[below(random, kPieces.size())]);
        break;
      case 3:
        text.insert(below(random, text.size() + 1), piece);
        break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(random() % 256);
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

bool refused = false;      ///< a seed was
std::string reached_each;  ///< "json 45, yaml 120"

void replay(FuzzTarget target, int count, unsigned round, const std::vector<std::string>& kept) {
  using Clock = std::chrono::steady_clock;
  Random random(20261125 + round);
  const auto start = Clock::now();
  const std::size_t all = fuzz::watch_functions();
  (void)target.read("");
  const std::size_t of_nothing = fuzz::functions_reached();
  for (const std::string& seed : target.seeds) {
    if (target.read(seed)) continue;
    std::printf("%.*s: a seed is not taken:\n%s\n", static_cast<int>(target.name.size()),
                target.name.data(), seed.c_str());
    refused = true;
  }
  const std::size_t of_seeds = fuzz::functions_reached();
  const std::size_t seeds = target.seeds.size();
  target.seeds.insert(target.seeds.end(), kept.begin(), kept.end());
  for (int i = 0; i < count; ++i) target.read(changed(random, target.seeds));
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const std::string name(target.name);
  std::printf("%s: %zu seeds, %d texts made of them, %.2f s\n", name.c_str(), seeds, count,
              seconds);
  if (all == 0) return;
  const std::size_t reached = fuzz::functions_reached();
  std::printf("%s: functions reached %zu of %zu: %zu by an empty text, %zu more by the seeds\n",
              name.c_str(), reached, all, of_nothing, of_seeds - of_nothing);
  reached_each += (reached_each.empty() ? "" : ", ") + name + " " + std::to_string(reached);
}

}  // namespace
}  // namespace gpujob

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 500;
  const unsigned round = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 0;
  std::vector<std::string> kept;
  if (argc > 4) kept = gpujob::texts_of_files(argv[4] + std::string("/*"));
  for (const gpujob::FuzzTarget& target : gpujob::all_targets()) {
    if (argc > 2 && target.name != argv[2]) continue;
    gpujob::replay(target, count, round, kept);
    std::fflush(stdout);
  }
  if (!gpujob::reached_each.empty())
    std::printf("counted: functions reached by the reader of: %s\n", gpujob::reached_each.c_str());
  return gpujob::refused ? 1 : 0;
}
