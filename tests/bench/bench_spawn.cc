// SPDX-License-Identifier: MIT
// bench_spawn ROUNDS -- PROGRAM ARG… -- PROGRAM ARG… : starts the programs in turn, ROUNDS times
// each, output to /dev/null, and prints for each `median_ms minimum_ms peak_rss_kib` on a line.
// A program behind "--1" instead must end with 1, one behind "--first" finds an empty
// $XDG_CACHE_HOME of its own. The order is rotated: drift of the machine and what the program
// before left behind hit all programs alike.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <vector>

namespace {

struct Program {
  std::vector<char*> argv;  // ends with nullptr
  std::vector<double> milliseconds;
  long peak_rss_kib = 0;
  int exit = 0;  // what it must end with
  bool is_first_start = false;
};

std::vector<Program> read_programs(int argc, char** argv) {
  std::vector<Program> programs;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--" || word == "--1" || word == "--first") {
      programs.emplace_back();
      programs.back().exit = word == "--1" ? 1 : 0;
      programs.back().is_first_start = word == "--first";
    } else if (!programs.empty()) {
      programs.back().argv.push_back(argv[i]);
    }
  }
  for (Program& program : programs) program.argv.push_back(nullptr);
  return programs;
}

bool run_once(Program& program, const posix_spawn_file_actions_t& quiet) {
  const std::string cache = std::getenv("XDG_CACHE_HOME");
  const std::string fresh = cache + "-first";
  std::filesystem::remove_all(fresh);
  setenv("XDG_CACHE_HOME", (program.is_first_start ? fresh : cache).c_str(), 1);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawn(&child, program.argv[0], &quiet, nullptr, program.argv.data(), environ) != 0) {
    return false;
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - begin;
  setenv("XDG_CACHE_HOME", cache.c_str(), 1);
  program.milliseconds.push_back(elapsed.count());
  program.peak_rss_kib = std::max(program.peak_rss_kib, usage.ru_maxrss);
  return WIFEXITED(status) && WEXITSTATUS(status) == program.exit;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || std::getenv("XDG_CACHE_HOME") == nullptr) return 2;
  const int rounds = std::atoi(argv[1]);
  std::vector<Program> programs = read_programs(argc, argv);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", O_WRONLY, 0);
  for (int round = 0; round < rounds; ++round) {
    // Each follows each other one as often as the others do.
    for (std::size_t i = 0; i < programs.size(); ++i) {
      Program& program = programs[(i + static_cast<std::size_t>(round)) % programs.size()];
      if (!run_once(program, quiet)) {
        std::fprintf(stderr, "bench_spawn: %s failed\n", program.argv[0]);
        return 1;
      }
    }
  }
  for (Program& program : programs) {
    std::sort(program.milliseconds.begin(), program.milliseconds.end());
    std::printf("%.4f %.4f %ld\n", program.milliseconds[program.milliseconds.size() / 2],
                program.milliseconds.front(), program.peak_rss_kib);
  }
  return 0;
}
