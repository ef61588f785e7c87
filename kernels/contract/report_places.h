// SPDX-License-Identifier: MIT
// Part of report_fields.h: where a program ran.
#pragma once

#include "contract/report_field.h"

namespace gpujob {

namespace report_contract {

template <class Visit>
void visit_devices(Visit& visit) {
  visit(object("device"));
  visit(text("device.model").as_column("device"), GPUJOB_AT(device.model));
  visit(text("device.architecture", "sm_89, gfx90a, x86_64").as_fact("architecture"),
        GPUJOB_AT(device.architecture));
  visit(integer("device.units", "multiprocessors, compute units or cores used").at_least(1),
        GPUJOB_AT(device.units));
  visit(number("device.memory_bytes"), GPUJOB_AT(device.memory_bytes));
  visit(text("device.driver").or_null().as_fact("driver"), GPUJOB_AT(device.driver));
  visit(text("device.runtime").or_null().as_fact("runtime"), GPUJOB_AT(device.runtime));
  visit(text("device.bus_id").or_null(), GPUJOB_AT(device.bus_id));
  visit(of_shape(ReportShape::PositiveMap, "device.clocks_hz", "where readable"),
        GPUJOB_AT(device.clocks_hz));
  visit(text("device.uuid").optional(), GPUJOB_AT(device.state.uuid));
  visit(text("device.kernel_driver", "as nvidia-smi shows it, or of the module amdgpu")
            .optional()
            .as_fact("kernel_driver"),
        GPUJOB_AT(device.state.kernel_driver));
  visit(text("device.ecc").one_of("on|off").optional().as_fact("ecc"), GPUJOB_AT(device.state.ecc));
  visit(text("device.mig", "is the GPU cut into parts?").one_of("on|off").optional(),
        GPUJOB_AT(device.state.mig));
  visit(number("device.power_limit_watts").optional(), GPUJOB_AT(device.state.power_limit_watts));
  visit(number("device.pcie_generation", "as used while samples were taken").optional(),
        GPUJOB_AT(device.state.pcie_generation));
  visit(number("device.pcie_width", "in lanes").optional(), GPUJOB_AT(device.state.pcie_width));
  visit(list("conditions",
             "What each device did while samples and batches were taken, looked at every 25 ms; "
             "only where the maker's management library says it.")
            .at_least(1)
            .optional()
            .merged(ReportMerge::Append),
        GPUJOB_AT(conditions), [](auto&& item) {
          item(integer("moments", "that it was looked at").at_least(1), GPUJOB_AT(moments));
          item(number("core_clock_hz", "median").optional(), GPUJOB_AT(core_hz));
          item(number("power_watts", "mean").optional(), GPUJOB_AT(watts));
          item(number("temperature_celsius", "highest").optional(), GPUJOB_AT(celsius));
          item(number("energy_joules", "in that time").optional(), GPUJOB_AT(joules));
          item(number("power_capped", "share of the moments under a limit of power").optional(),
               GPUJOB_AT(power_capped));
          item(number("heat_capped").optional(), GPUJOB_AT(heat_capped));
          item(number("braked", "held down by the board or its supply").optional(),
               GPUJOB_AT(braked));
        });
  visit(list("devices",
             "Only where the launch was split over several: which one did what. `device` is then "
             "the first, with the models of all.")
            .at_least(1)
            .optional()
            .merged(ReportMerge::Append),
        GPUJOB_AT(devices), [](auto&& item) {
          item(integer("index"), GPUJOB_AT(index));
          item(text("host"), GPUJOB_AT(host));
          item(text("model"), GPUJOB_AT(model));
          item(text("architecture"), GPUJOB_AT(architecture));
          item(text("bus_id", "null for a group of cores").or_null(), GPUJOB_AT(bus_id));
          item(integer("first", "of its items: rows, elements, points"), GPUJOB_AT(part.first));
          item(integer("count").at_least(1), GPUJOB_AT(part.count));
          item(number("seconds", "median of its own time for its part"), GPUJOB_AT(seconds));
        });
}

template <class Visit>
void visit_host(Visit& visit) {
  visit(object("host"));
  visit(text("host.name").as_column("host").as_fact("node"), GPUJOB_AT(host.name));
  visit(text("host.cpu").or_null().as_fact("cpu"), GPUJOB_AT(host.cpu));
  visit(text("host.processor", "as uname -m"), GPUJOB_AT(host.processor));
  visit(text("host.isa", "instruction set the host loops were run with")
            .one_of("avx512|avx2|baseline")
            .as_fact("isa"),
        GPUJOB_AT(host.isa));
  visit(integer("host.cores_used").at_least(1), GPUJOB_AT(host.cores_used));
  visit(integer("host.cores_allowed", "by affinity and SLURM_CPUS_PER_TASK").at_least(1),
        GPUJOB_AT(host.cores_allowed));
  visit(text("host.affinity",
             "numbers of the cores that its threads may run on, as in taskset -c: 0-3,8")
            .optional(),
        GPUJOB_AT(host.affinity));
}

}  // namespace report_contract

}  // namespace gpujob
