// SPDX-License-Identifier: MIT
#include "fuzz/target.h"
#include "store/launch_block.h"
#include "store/launch_config_text.h"

// What lies in the index: it is derived, and a disk or another program may have changed it.

namespace gpujob {

namespace {

Measurement measured_launch(int launch) {
  Measurement one;
  one.run = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCE";
  one.launch = launch;
  one.started = "2026-11-21T10:15:30Z";
  one.setting.workload = "integrate2d";
  one.setting.parameters = {{"n", "2048"}};
  one.setting.environment = {{"driver", "13.0"}, {"modules", "GCC/12.3.0 CUDA/12.1.1"}};
  one.ceiling = launch;
  one.seconds[0] = {0.25, 0.5};
  return one;
}

LaunchBlock two_launches() {
  LaunchBlock block;
  for (const int launch : {1, 2}) {
    block.add(head_of(measured_launch(launch)), measured_launch(launch).seconds);
  }
  return block;
}

bool read_heads(const std::string& text) {
  LaunchBlock block;
  const bool taken = block.take_heads(text);
  HeadReader heads(text);
  if (!heads.good()) return taken;
  for (std::size_t i = 0; i < heads.count(); ++i) (void)heads.next();
  return taken;
}

bool read_samples(const std::string& text) {
  LaunchBlock block = two_launches();
  if (!block.take_part(0, text)) return false;
  for (std::size_t launch = 0; launch < 2; ++launch) (void)block.measurement(launch, {});
  return true;
}

bool read_setting_text(const std::string& text) {
  const auto setting = launch_config_from_text(text);
  if (!setting) return false;
  (void)launch_config_text(*setting);
  return true;
}

}  // namespace

std::vector<FuzzTarget> store_targets() {
  return {
      {"heads of launches", read_heads, {two_launches().head_bytes()}},
      {"samples of launches", read_samples, {two_launches().part_bytes(0)}},
      {"setting of launches", read_setting_text, {launch_config_text(measured_launch(1).setting)}}};
}

}  // namespace gpujob
