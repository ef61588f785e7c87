// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/base64.h"
#include "base/format.h"
#include "base/sha256.h"
#include "base/text.h"
#include "fuzz/target.h"
#include "jobs/where/gpu_type_count.h"
#include "remote/center_program.h"
#include "remote/center_runs.h"
#include "remote/connection.h"
#include "remote/login_environment.h"
#include "remote/pieces.h"
#include "remote/project_copy.h"
#include "remote/serve.h"
#include "unit/run/sample_run.h"

// Everything that this side reads of a center, and what a center reads of this side. Whatever a
// center says, nothing may be written but files of the run that was asked for, by their names.

namespace gpujob {

namespace {

const std::string kRunThere = "01JD7M3ZK8Q4V5W6X7Y8Z9ABCE";
const std::string kFileThere = "x";  ///< what each file there holds
const std::string kSumThere(64, 'a');

CenterRequest request_of(CenterRequest::Kind kind, std::string path = "") {
  CenterRequest request;
  request.kind = kind;
  request.run = kRunThere;
  request.path = std::move(path);
  return request;
}

/// A command with a file, a list, a file and the files of a copy.
std::vector<CenterRequest> one_of_each() {
  CenterRequest command = words_for({"submit-as", kRunThere, "job.sh"});
  command.files["job.sh"] = "#!/bin/sh\n";
  command.file_words = {2};
  command.environment["GPUJOB_ACCOUNT"] = "p";
  CenterRequest lacks = request_of(CenterRequest::Kind::Lacks);
  lacks.sums = {kSumThere};
  return {command, request_of(CenterRequest::Kind::List),
          request_of(CenterRequest::Kind::File, "report-1.json"), lacks};
}

std::string reply_to(const std::vector<CenterRequest>& requests,
                     const std::vector<CenterAnswer>& answers) {
  std::string text = greeting("0.1.0", "login1");
  for (std::size_t i = 0; i < requests.size(); ++i)
    text += write_answer_lines(i + 1, requests[i], answers[i]);
  return text + write_end(requests.size());
}

bool read_center_batch(const std::string& text) {
  const auto requests = read_batch(text);
  if (!checked(requests)) return false;
  for (const CenterRequest& request : *requests) {
    for (const auto& [name, file] : request.files) {
      if (!is_inner_path(name)) std::abort();
    }
  }
  return true;
}

/// A center carries it out: it writes below its cache alone, opens no link, and what it says is a
/// reply to what was asked.
bool serve_center_batch(const std::string& text) {
  const std::string directory = std::string(kRunsDirectory) + '/' + kRunThere;
  const std::string outputs = format("{}/{}/out", directory, kCopyName);
  const std::string target = "/home/ada/.ssh/id";
  FakeWorld world;
  world.always({world.program}, ended(3, "out\n", "err\n"));
  world.put(directory + "/report-1.json", kFileThere);
  world.put(outputs + "/a.txt", kFileThere);
  if (!world.make_link(outputs + "/link", target)) std::abort();
  world.writes.clear();
  std::string said = greeting("0.1.0", "login1");
  const CenterPart part{"0.1.0", [&](std::string_view words) { said += words; },
                        [&](const std::string& run) -> Result<std::string> {
                          if (run == kRunThere) return directory;
                          return Failure{ExitCode::Usage, "run", "is not here"};
                        }};
  if (!checked(serve_batch(world, part, text))) return false;
  for (const FakeWorld::Write& write : world.writes) {
    const std::string cache = "/home/ada/.cache/gpujob/";
    if (!write.path.starts_with(cache) || !is_inner_path(write.path.substr(cache.size())))
      std::abort();
  }
  const auto reply = read_reply("site 'x'", said, *read_batch(text), "0.1.0");
  if (!reply) std::abort();
  return std::all_of(reply->answers.begin(), reply->answers.end(), [&](const CenterAnswer& one) {
    if (one.out == target) std::abort();
    return one.exit == 0 || one.exit == 3;
  });
}

bool read_center_reply(const std::string& text) {
  const auto reply = read_reply("site 'x'", text, one_of_each(), "0.1.0");
  if (!checked(reply)) return false;
  for (const CenterAnswer& answer : reply->answers) {
    if (answer.exit < 0) std::abort();
    (void)failure_words(answer);
    for (const CenterFile& file : answer.files) {
      if (!is_inner_path(file.path)) std::abort();
    }
  }
  const CenterStore& store = reply->answers.back().store;
  for (const std::string& sum : store.lacking)
    if (sum != kSumThere) std::abort();
  if (!store.folder.empty() && !store.folder.starts_with('/')) std::abort();
  return true;
}

/// A run at a center whose ssh answers lists with `listed` and everything else as a good center.
class RunThere {
 public:
  RunThere() {
    Endpoint endpoint;
    endpoint.kind = EndpointKind::Ssh;
    endpoint.host = "center";
    world_.always({"ssh"}, [this](const ProcessRequest& request) { return answer(request); });
    const bool made =
        bool(store_.create(sample_resolution(kRunThere), endpoint, "#!/bin/bash\n", "")) &&
        bool(keep_center_request(world_, directory_, words_for({"submit-as", kRunThere})));
    if (!made) std::abort();
    sent_ = std::move(centers_.send(world_, store_, {*store_.load(kRunThere)}).front());
    if (!sent_ || !store_.save_state(*sent_)) std::abort();
    whole_ = world_.files;
  }

  /// Asks for its state; true if all of the answer was taken.
  bool refresh(const std::string& document) {
    document_ = document;
    begin();
    RunRecord run = *sent_;
    Diagnostics problems;
    centers_.refresh(world_, store_, {{&run}}, problems);
    check_messages(problems);
    for (const std::string& line : run.evidence) {
      if (printable(line) != line) std::abort();
    }
    return end() && problems.empty();
  }

  /// Pulls its files; true if they were taken.
  bool pull(const std::string& lines) {
    listed_ = lines;
    begin();
    const auto pulled = centers_.pull(world_, {&*sent_});
    return end() && bool(checked(pulled.front()));
  }

 private:
  void begin() {
    world_.files = whole_;
    world_.writes.clear();
    world_.requests.clear();
  }

  /// Ends the program if something was written elsewhere.
  bool end() {
    for (const FakeWorld::Write& write : world_.writes) {
      const bool of_run = write.path.starts_with(directory_ + "/") &&
                          is_inner_path(write.path.substr(directory_.size() + 1));
      if (!of_run && !write.path.starts_with("/home/ada/.local/state/gpujob/")) std::abort();
    }
    return true;
  }

  ProcessAnswer answer(const ProcessRequest& request) const {
    if (std::find(request.argv.begin(), request.argv.end(), "-O") != request.argv.end())
      return ended(0);
    const auto requests = read_batch(request.stdin_text);
    if (!requests) std::abort();
    if (requests->front().kind == CenterRequest::Kind::List)
      return ended(0, greeting("0.1.0", "login1") + listed_ + "\n" + write_end(requests->size()));
    const bool is_file = requests->front().kind == CenterRequest::Kind::File;
    const CenterAnswer one{0, is_file ? kFileThere : document_, "", {}};
    return ended(0, reply_to(*requests, std::vector<CenterAnswer>(requests->size(), one)));
  }

  FakeWorld world_;
  CenterRuns centers_{"0.1.0"};
  RunStore store_{world_, kRunsDirectory, &centers_};
  std::string directory_ = std::string(kRunsDirectory) + '/' + kRunThere;
  std::string document_ = R"({"run":")" + kRunThere + R"(","state":"pending","job_id":"4711"})";
  std::string listed_ = R"({"id":1,"files":[]})";
  Result<RunRecord> sent_{Failure{ExitCode::Failed, "run", "not sent yet"}};
  std::map<std::string, FakeWorld::File> whole_;
};

RunThere& run_there() {
  static RunThere one;
  return one;
}

bool read_states(const std::string& text) {
  return run_there().refresh(text);
}

bool read_files(const std::string& text) {
  return run_there().pull(text);
}

bool read_gpu_counts(const std::string& text) {
  const auto document = parse_json(text, "answer");
  if (!checked(document) || !document->is_object() || !document->contains("gpus")) return false;
  check_messages(diagnostics_in(*document));
  std::vector<GpuTypeCount> counts(2);
  counts[0].place.gpu = "l40s";
  counts[1].place.gpu = "h100";
  if (!take_counts((*document)["gpus"], counts)) return false;
  for (const GpuTypeCount& one : counts) {
    const auto& stock = one.place.stock;
    if (stock && (stock->free < 0 || stock->down < 0 || stock->free + stock->down > stock->all))
      std::abort();
    for (const std::string& words : {one.why, one.sandbox, one.place.refused}) {
      if (printable(words) != words) std::abort();
      (void)dump_json(words);
    }
  }
  return true;
}

std::vector<std::string> seeds_of_states() {
  const std::string start = R"({"runs":[{"run":")" + kRunThere + R"(","state":)";
  return {start + R"("running","job_id":"4711","detail":"on n1","evidence":["queue: R"]}]})",
          start + R"("pending","job_id":"4711","tasks":[{"task":0,"state":"done"}]}]})",
          start + R"("done","job_id":"4711"}],"diagnostics":[{"severity":"note","problem":"p"}]})"};
}

std::vector<std::string> seeds_of_files() {
  const std::string sum = sha256(kFileThere);
  const auto file = [&](const std::string& path) {
    return R"({"path":")" + path + R"(","size":1,"sha256":")" + sum + R"("})";
  };
  return {R"({"id":1,"files":[)" + file("report-1.json") + "," + file("end.4711.0.json") + "]}",
          R"({"id":1,"files":[)" + file("task-0/job.4711.0.out") + "]}",
          R"({"id":1,"files":[{"path":"claim","size":99999999,"sha256":""}]})"};
}

/// What of a folder here is made at a center.
bool read_list(const std::string& text) {
  const auto entries = read_copy_list(text);
  if (!checked(entries)) return false;
  for (const CopyEntry& entry : *entries) {
    if (!is_copy_path(entry.path) || entry.target.starts_with('/')) std::abort();
  }
  return true;
}

/// What is said while gpujob is put at a center, and what is put there: the program here and a file
/// hold `text`.
bool read_install(const std::string& text) {
  FakeWorld world;
  const CenterAddress center{"uppmax/pelle", "center", "0.1.0"};
  world.always({"ssh"}, ended(0, text, text));
  world.always({"tar"}, ended(0, text));
  world.put(world.program, text);
  world.put("/opt/gpujob/share/gpujob/a", "");
  world.put("/home/ada/gpujob.tar.gz", text);
  const auto machine = machine_at(world, center);
  if (checked(machine) && printable(*machine) != *machine) std::abort();
  const bool put = bool(checked(put_program(world, center, "package")));
  const bool own = bool(checked(package_for(world, "0.1.0", "x86_64", "")));
  return checked(package_for(world, "0.1.0", "x86_64", "/home/ada/gpujob.tar.gz")) || own || put ||
         machine;
}

/// The beginning of a static program for x86_64, with one program header.
std::string elf_header() {
  std::string bytes(
      "\x7f"
      "ELF\x02\x01",
      6);
  bytes.resize(120);
  bytes[18] = 0x3e;
  bytes[32] = 64;
  bytes[54] = 56;
  bytes[56] = 1;
  return bytes;
}

/// A request of each kind.
std::vector<CenterRequest> of_all_kinds() {
  using Kind = CenterRequest::Kind;
  std::vector<CenterRequest> all = {
      words_for({"status", kRunThere}),        request_of(Kind::List),
      request_of(Kind::File, "report-1.json"), request_of(Kind::Outputs),
      request_of(Kind::Output, "out/a.txt"),   request_of(Kind::Lacks)};
  all[3].match = {"out/*"};
  all[5].sums = {sha256(kFileThere)};
  return all;
}

/// What a login shell left at a center for the next commands there.
bool read_login(const std::string& text) {
  FakeWorld world;
  world.put("/home/ada/.cache/gpujob/serve/environment.json", text);
  return bool(checked(take_login_environment(world)));
}

/// This side's own files about a connection: both say `text`.
bool read_connection(const std::string& text) {
  FakeWorld world;
  world.always({"ssh"}, ended(0));
  if (!open_connection(world, "uppmax", "center")) std::abort();
  const std::string record = world.writes.back().path;
  note_traffic(world, "center", 1, 1);
  const std::string traffic = world.writes.back().path;
  world.put(record, text);
  world.put(traffic, text);
  Diagnostics problems;
  const auto open = open_connections(world, problems);
  check_messages(problems);
  for (const Connection& one : *checked(open)) {
    if (printable(one.host) != one.host) std::abort();
  }
  bool taken = !open->empty();
  for (const DayTraffic& day : traffic_of(world, "center")) {
    if (printable(day.day) != day.day) std::abort();
    taken = true;
  }
  note_traffic(world, "center", 1, 1);
  return taken;
}

std::string list_of_copy() {
  return R"({"schema":"gpujob/project-copy/v1","entries":[{"path":"src","directory":true},)"
         R"({"path":"src/a.py","size":1,"executable":true,"sum":")" +
         sha256(kFileThere) + R"("},{"path":"src/b","link":"a.py"}]})";
}

}  // namespace

std::vector<FuzzTarget> remote_targets() {
  const auto requests = one_of_each();
  const std::vector<CenterAnswer> answers = {
      {4, "out\n", "err\n", {}},
      {0, "", "", {{"report-1.json", 3, std::string(64, 'a')}}},
      {0, std::string("\0\xff\n", 3), "", {}},
      {0, "", "", {}, {{kSumThere}, "/home/u/pieces", true}}};
  return {
      {"batch of requests", read_center_batch, {write_batch("0.1.0", requests)}},
      {"batch that is served",
       serve_center_batch,
       {write_batch("0.1.0", requests), write_batch("0.1.0", of_all_kinds())}},
      {"gpujob for a center",
       read_install,
       {"Welcome\ngpujob-machine Linux x86_64\n", "gpujob-put done\n", elf_header()}},
      {"reply of a center", read_center_reply, {"Welcome\n" + reply_to(requests, answers)}},
      {"states at a center", read_states, seeds_of_states()},
      {"login environment",
       read_login,
       {R"({"schema":"gpujob/login-environment/v1","environment":{"PATH":"/bin","A":"b=c"}})"}},
      {"files of a connection",
       read_connection,
       {R"({"schema":"gpujob/connection/v1","site":"uppmax","host":"center","opened":"o",)"
        R"("used":"u","gpujob":"0.1.0","center_host":"login1"})",
        R"({"schema":"gpujob/traffic/v1","days":[{"day":"2026-11-21","questions":1,"sent":2,)"
        R"("received":3}]})"}},
      {"list of a copy", read_list, {list_of_copy()}},
      {"files at a center", read_files, seeds_of_files()},
      {"GPU counts of a center",
       read_gpu_counts,
       {R"({"gpus":[{"gpu":"l40s","told_by":"slurm","all":20,"free":6,"down":10,)"
        R"("starts_in_seconds":5.5,"refused":"no"},{"gpu":"h100","told_by":"profile",)"
        R"("why_profile":"silent","sandbox":"x"}],"diagnostics":[{"where":"w","problem":"p"}]})"}}};
}

}  // namespace gpujob
