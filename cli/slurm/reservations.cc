// SPDX-License-Identifier: MIT
#include "slurm/reservations.h"

#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "slurm/ask.h"
#include "slurm/ask_json.h"
#include "slurm/inventory_json.h"

namespace gpujob {

namespace {

std::string record_value(const ShowRecord& record, std::string_view key) {
  const auto found = record.find(key);
  return found == record.end() ? "" : found->second;
}

/// None where the text has "(null)".
std::vector<std::string> names_in(const ShowRecord& record, std::string_view key) {
  const std::string value = record_value(record, key);
  std::vector<std::string> names;
  if (value.empty() || value == "(null)") return names;
  for (const std::string_view name : split(value, ',')) names.emplace_back(name);
  return names;
}

Failure unreadable_reservation(const ShowRecord& record) {
  return {
      ExitCode::Unknown, "scontrol",
      format("reservation '{}' cannot be read", printable(record_value(record, "ReservationName"))),
      "", "ask again; 'scontrol show reservation' shows what it says"};
}

}  // namespace

Result<std::vector<SlurmReservation>> read_reservations(std::string_view text) {
  std::vector<SlurmReservation> all;
  const auto records = records_of(text, "ReservationName", json_reservations);
  if (!records) return records.failure();
  for (const ShowRecord& record : *records) {
    // Its children run in UTC.
    const auto start = parse_instant(record_value(record, "StartTime") + "Z");
    const auto end = parse_instant(record_value(record, "EndTime") + "Z");
    const auto nodes = parse_integer(record_value(record, "NodeCnt"));
    if (!start || !end || !nodes || *nodes > std::numeric_limits<int>::max()) {
      return unreadable_reservation(record);
    }
    const std::string flags = record_value(record, "Flags");
    all.push_back({printable(record_value(record, "ReservationName")), *start, *end,
                   static_cast<int>(*nodes), contains(split(flags, ','), "MAINT"),
                   record_value(record, "Nodes"), names_in(record, "Users"),
                   names_in(record, "Accounts")});
  }
  return all;
}

Result<std::vector<SlurmReservation>> list_reservations(World& world, const Endpoint& endpoint,
                                                        const std::string& release) {
  const auto json =
      ask_json(world, endpoint, release, {"scontrol", {"show", "reservation"}, json_reservations});
  if (json) return read_reservations(*json);
  const auto answer = ask_slurm(world, endpoint, "scontrol", {"--oneliner", "show", "reservation"},
                                kQuestionDeadline);
  if (!answer) return Failure(ExitCode::Unknown, answer.failure().diagnostics);
  if (answer->timed_out || answer->exit_status != 0 || is_incomplete(*answer)) {
    return not_answered("scontrol", "the reservations could not be asked", *answer);
  }
  return read_reservations(answer->out);
}

}  // namespace gpujob
