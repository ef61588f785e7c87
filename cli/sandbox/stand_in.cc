// SPDX-License-Identifier: MIT
#include "sandbox/stand_in.h"

#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "base/paths.h"
#include "contract/backends.h"
#include "script/quoting.h"

namespace gpujob {

namespace {

constexpr std::string_view kCpu = ".cpu";

std::string pass_on(const std::string& program, const std::string& backend) {
  std::string text = "#!/bin/sh\n";
  if (!backend.empty()) text += format("export GPUJOB_STAND_IN_FOR={}\n", backend);
  return text + format("exec {} \"$@\"\n", shell_word(program));
}

/// The CPU program's description, with the backend it stands in for.
std::string describe(const Json& cpu, Vendor vendor, const GpuCatalogue& catalogue) {
  std::set<std::string> architectures;
  for (const GpuModel& model : catalogue.models()) {
    if (model.vendor == vendor) architectures.insert(model.architecture);
  }
  Json description = cpu;
  description["backend"] = backend_of(vendor);
  description["architectures"] = architectures;
  // The nodes' processor is emulated too: the program runs on this machine's.
  description["processor"] = "";
  description["stand_in"] = "cpu";
  return dump_json(description);
}

Status write_program(World& world, const std::string& path, const std::string& program,
                     const std::string& backend) {
  return world.write_plain(path, pass_on(program, backend), FileMode::Executable);
}

Status write_for(World& world, const std::string& libexec, const std::string& directory,
                 const std::string& workload, const GpuCatalogue& catalogue) {
  const std::string program = join_path(libexec, workload + std::string(kCpu));
  const auto text = world.read_file(program + ".json");
  if (!text) return text.failure();
  const auto cpu = parse_json(*text, program + ".json");
  if (!cpu) return cpu.failure();
  if (!cpu->is_object()) {
    return Failure{ExitCode::Invalid, program + ".json", "not a JSON object", "",
                   "build the program again"};
  }
  for (const Vendor vendor : {Vendor::Nvidia, Vendor::Amd}) {
    const std::string backend = backend_of(vendor);
    const std::string path = join_path(directory, format("{}.{}", workload, backend));
    if (auto done = write_program(world, path, program, backend); !done) return done;
    const std::string description = describe(*cpu, vendor, catalogue);
    if (auto done = world.write_plain(path + ".json", description, FileMode::Shared); !done) {
      return done;
    }
  }
  Json anywhere = *cpu;
  anywhere["processor"] = "";
  const std::string path = join_path(directory, workload + std::string(kCpu));
  if (auto done = write_program(world, path, program, ""); !done) return done;
  return world.write_plain(path + ".json", dump_json(anywhere), FileMode::Shared);
}

}  // namespace

Status write_own_stand_ins(World& world, const std::string& program, const std::string& directory,
                           const std::string& workload, const std::string& backend) {
  if (auto made = world.make_directory(directory); !made) return made;
  const auto write = [&](const std::string& ending, const std::string& stands_in_for) {
    const std::string path = join_path(directory, format("{}.{}", workload, ending));
    return world.write_file(path, pass_on(program, stands_in_for), FileMode::Executable);
  };
  for (const Vendor vendor : {Vendor::Nvidia, Vendor::Amd}) {
    const std::string gpu = backend_of(vendor);
    if (auto done = write(gpu, gpu); !done) return done;
  }
  return write(backend, "");
}

Status write_stand_ins(World& world, const std::string& libexec, const std::string& directory,
                       const GpuCatalogue& catalogue) {
  if (auto made = world.make_directory(directory); !made) return made;
  const auto names = world.list(libexec);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    // Python runs unchanged: on CPU cores if it finds no GPU of the sandbox's site.
    const std::string backend = name.substr(name.rfind('.') + 1);
    if (is_of_kind(backend, BackendKind::Python)) {
      auto done =
          write_program(world, join_path(directory, name), join_path(libexec, name), backend);
      if (!done) return done;
    }
    if (!name.ends_with(kCpu)) continue;
    const std::string workload = name.substr(0, name.size() - kCpu.size());
    if (auto done = write_for(world, libexec, directory, workload, catalogue); !done) return done;
  }
  return Status{};
}

}  // namespace gpujob
