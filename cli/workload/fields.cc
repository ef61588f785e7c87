// SPDX-License-Identifier: MIT
#include <utility>

#include "contract/backends.h"
#include "workload/reader.h"

// The field table of a manifest. A bundled workload has variants, a tolerance and a build command a
// backend; a user's own has a command instead. workload/check.cc holds the two apart.

namespace gpujob {

namespace {

constexpr std::string_view kName = "[a-z][a-z0-9_]*";
constexpr std::string_view kNameForm = "small letters, digits and '_', a letter first";
const std::string kBackendPattern = backend_names("|");
const std::string kBackendForm = [] {
  std::string names = backend_names(", ");
  return names.replace(names.rfind(", "), 2, " or ");
}();
constexpr std::string_view kPrecisions = "float32|float64|mixed|int16";
constexpr std::string_view kPrecisionsForm = "float32, float64, mixed or int16";

Field named(std::string_view name, std::string_view doc) {
  return text_field(name, doc).like(kName, kNameForm);
}

Field formula(std::string_view name, std::string_view doc) {
  return text_field(name, doc).like("[A-Za-z0-9_.+*/^(), -]+",
                                    "a formula over the parameters; quote a lone number");
}

Field arguments(std::string_view name, std::string_view doc) {
  return list_field(name, doc, text_field("", "one argument, with slots")).filled();
}

Field choices(std::string_view name, std::string_view doc, std::vector<std::string_view> words) {
  return list_field(name, doc, text_field("", "").one_of(std::move(words))).filled();
}

Field backends_field(std::string_view doc) {
  std::vector<std::string_view> names;
  for (const Backend& backend : kBackends) names.push_back(backend.name);
  return choices("backends", doc, std::move(names));
}

Field precisions_field(std::string_view doc) {
  return choices("precisions", doc, {"float32", "float64", "mixed", "int16"});
}

Field parameters_field() {
  const Field parameter = record_field(
      "", "parameter", "a value that the program takes as --param name=value",
      {
          text_field("type", "integer, real or text").one_of({"integer", "real", "text"}).needed(),
          make_field(FieldType::Scalar, "default",
                     "value when none is given; drawn: the program draws it and records it")
              .needed(),
          make_field(FieldType::Real, "min", "smallest value"),
          make_field(FieldType::Real, "max", "largest value"),
          text_field("unit", "unit of the value"),
          text_field("help", "what it is, in one line").needed(),
      });
  return map_field("parameters", "parameters by name", parameter).like(kName, kNameForm);
}

Field sizes_field() {
  Field values = map_field("", "values by parameter", make_field(FieldType::Scalar, "", ""));
  return map_field("sizes", "parameter values that belong together, by name",
                   values.like(kName, kNameForm).filled())
      .like(kName, kNameForm);
}

Field variants_field() {
  const Field variant =
      record_field("", "variant", "one way to compute the same answer",
                   {
                       text_field("class", "P every point by its own evaluation, R a recurrence")
                           .one_of({"P", "R"})
                           .needed(),
                       text_field("data",
                                  "where inputs and outputs are: resident on the device, or on the "
                                  "host, so that the time has the copies in it (default resident)")
                           .one_of({"resident", "host"}),
                       text_field("summary", "one honest line").needed(),
                       formula("host_memory", "in place of the workload's, where this needs more"),
                       backends_field("what it is written for; absent: all of the workload"),
                       precisions_field("what it computes in; absent: all of the workload"),
                   });
  return map_field(
             "variants",
             "variants by name; where the default is not for a backend, the first one that is",
             variant)
      .like(kName, kNameForm)
      .filled();
}

Field work_field() {
  return record_field("work", "work",
                      "what one run of the kernel does at least; rates come from it",
                      {
                          formula("points", "results that are computed"),
                          formula("bytes_read", "bytes read from the device's memory"),
                          formula("bytes_written", "bytes written to the device's memory"),
                          formula("operations", "additions, multiplications, fused ones once"),
                          formula("special_functions", "sines, roots, exponentials and such"),
                      });
}

Field answer_field() {
  return record_field("answer", "answer", "how the answer is checked before a rate is given",
                      {
                          text_field("what", "what is compared with what"),
                          map_field("tolerance", "largest relative error by precision",
                                    make_field(FieldType::Real, "", "").at_least(0).at_most(1))
                              .like(kPrecisions, kPrecisionsForm)
                              .filled(),
                      });
}

Field gpus_field() {
  return record_field(
      "gpus", "GPU number", "GPUs that one launch can use",
      {integer_field("max", "most").at_least(1).at_most(100000).needed(),
       backends_field("that can use more than one; absent: all"),
       record_field("split", "split",
                    "how a bundled program divides a launch over several; a size of which one GPU "
                    "would get nothing is refused",
                    {named("parameter", "an integer that counts what is divided").needed(),
                     integer_field("unit", "how many stay together on one GPU")
                         .at_least(1)
                         .at_most(1e9)
                         .needed()})});
}

Field make_workload_fields() {
  return record_field(
      "", "manifest", "workload of gpujob: a program and all that a plan must know of it",
      {
          text_field("schema", "format of this file").one_of({"gpujob/workload/v1"}).needed(),
          named("name", "the workload; also its folder's name").needed(),
          text_field("summary", "what it computes, in one line").needed(),
          text_field("source", "where the problem comes from"),
          parameters_field(),
          sizes_field(),
          named("default_size", "size when none is given; absent: the parameters' defaults"),
          variants_field(),
          named("default_variant", "variant when none is given"),
          backends_field("what it is written for").needed(),
          precisions_field("mixed: float32 storage, float64 arithmetic"),
          text_field("default_precision", "precision when none is given")
              .one_of({"float32", "float64", "mixed", "int16"}),
          work_field(),
          formula("memory", "bytes of device memory that it needs"),
          formula(
              "host_memory",
              "bytes of host memory that a run on a GPU needs, at most; of a bundled workload, in "
              "a compiled program"),
          formula("time_estimate", "seconds to allow for one launch on the slowest device")
              .needed(),
          gpus_field(),
          answer_field(),
          map_field("build", "command that compiles the program, by backend",
                    arguments("", "{{arch}} {{include}} {{output}} {{source}} are filled in"))
              .like(kBackendPattern, kBackendForm)
              .filled(),
          arguments("command",
                    "a program of your own instead of a bundled one; {{report}} is where it writes "
                    "its report, {{folder}} this file's folder, {{include}} the installed sources; "
                    "{{backend}} {{variant}} {{precision}} {{max_seconds}}, every parameter and "
                    "{{work.operations}} with the other formulas of work are filled in"),
          named("stack", "stack of the site that a command needs; absent: the backend's"),
      });
}

}  // namespace

const Field& workload_fields() {
  static const Field fields = make_workload_fields();
  return fields;
}

}  // namespace gpujob
