// SPDX-License-Identifier: MIT
#include "command/args/run_command.h"

#include "command/args/output.h"
#include "jobs/session/run_outcome.h"

namespace gpujob {

namespace {

class Console : public Listener {
 public:
  explicit Console(World& world) : world_(world) {}
  void remark(const Diagnostics& said) override { print_diagnostics(world_, said); }
  void changed(const RunRecord& run) override { world_.err(run_line(run) + "\n"); }

 private:
  World& world_;
};

}  // namespace

CommonOptions parse_common(const Arguments& arguments) {
  const std::string form = arguments.value_or("format", "");
  return {arguments.positional(), arguments.values("profile-path"), form, form == "json"};
}

Result<Session> open_session(World& world, std::vector<std::string> profile_path) {
  return Session::open(world, std::make_unique<Console>(world), std::move(profile_path));
}

Session any_session(World& world) {
  return {world, std::make_unique<Console>(world), load_configuration(world).value_or({})};
}

}  // namespace gpujob
