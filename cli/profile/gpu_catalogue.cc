// SPDX-License-Identifier: MIT
#include "profile/gpu_catalogue.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/yaml_record.h"
#include "contract/backends.h"
#include "profile/reader.h"
#include "profile/store.h"

namespace gpujob {

namespace {

constexpr double kGib = 1024.0 * 1024.0 * 1024.0;
constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;

std::optional<double> scaled(const YamlRecord& record, std::string_view key, double unit) {
  const std::optional<double> value = record.real(key);
  return value ? std::optional(*value * unit) : std::nullopt;
}

GpuModel read_model(const std::string& id, const YamlRecord& record) {
  GpuModel model;
  model.id = id;
  model.name = record.text("name");
  model.vendor = record.text("vendor") == "amd" ? Vendor::Amd : Vendor::Nvidia;
  model.architecture = record.text("architecture");
  model.memory_bytes = scaled(record, "memory_gib", kGib);
  model.float32_per_second = scaled(record, "float32_tflops", kTera);
  model.float64_per_second = scaled(record, "float64_tflops", kTera);
  model.bandwidth = scaled(record, "bandwidth_gbs", kGiga);
  const YamlRecord cuda = record.record("cuda");
  model.first_toolkit = cuda.small_integer("first");
  model.last_toolkit = cuda.small_integer("last");
  model.slice_of = record.text("slice_of");
  model.source = format("{}", join(record.texts("source"), "; "));
  model.checked = record.text("checked");
  return model;
}

void check_model(const YamlFile& file, const GpuModel& model, const YamlRecord& record,
                 Diagnostics& found) {
  const bool amd = model.vendor == Vendor::Amd;
  if (amd != model.architecture.starts_with("gfx")) {
    found.push_back(
        file.error(record.place("architecture"), format("'architecture' is {}", model.architecture),
                   format("'vendor' is {}", to_string(model.vendor)),
                   format("{} chips are {}", to_string(model.vendor), amd ? "gfxNNN" : "sm_NN")));
  }
  const YamlRecord cuda = record.record("cuda");
  if (amd && record.has("cuda")) {
    found.push_back(
        file.error(cuda.place(), "an amd model has 'cuda'", "CUDA compiles for nvidia only"));
  }
  if (model.last_toolkit && *model.last_toolkit < *model.first_toolkit) {
    found.push_back(file.error(cuda.place("last"), format("'last' is {}", *model.last_toolkit),
                               format("'first' is {}", *model.first_toolkit)));
  }
}

/// `text` with the lines of other models than `ids` left empty, so that lines keep their numbers.
/// A model is a key indented by two blanks and what is indented further. All of the text if it does
/// not have each of `ids` so.
std::string only_models(const std::string& text, const std::vector<std::string>& ids) {
  constexpr std::string_view kModel = "  ", kDeeper = "   ";
  std::string kept;
  std::size_t found = 0;
  bool wanted = true;
  for (const std::string_view line : lines(text)) {
    if (line.starts_with('#')) {
      wanted = false;
    } else if (!line.starts_with(kDeeper) && !line.empty()) {
      const bool model = line.starts_with(kModel);
      const std::string id(trim(line.substr(0, line.find(':'))));
      wanted = !model || contains(ids, id);
      if (model && wanted) ++found;
    }
    if (wanted) kept += line;
    kept += '\n';
  }
  return found == ids.size() ? kept : text;
}

bool has_all(const std::vector<GpuModel>& models, const std::vector<std::string>& ids) {
  return std::all_of(ids.begin(), ids.end(), [&](const std::string& id) {
    return std::any_of(models.begin(), models.end(), [&](const auto& one) { return one.id == id; });
  });
}

/// A slice is a part of a whole GPU that the catalogue has.
Diagnostics check_slices(const GpuCatalogue& catalogue) {
  Diagnostics found;
  for (const GpuModel& model : catalogue.models()) {
    if (model.slice_of.empty()) continue;
    const auto wrong = [&](const std::string& problem, const std::string& why) {
      found.push_back({"", Severity::Error, format("GPU model '{}'", model.id), problem, why,
                       "change it in the file of gpus.d that has it", ""});
    };
    const GpuModel* whole = catalogue.find(model.slice_of);
    if (whole == nullptr || !whole->slice_of.empty()) {
      wrong(format("it is a slice of '{}'", model.slice_of),
            whole == nullptr ? "the catalogue has no such model" : "that is a slice itself");
    } else if (whole->vendor != model.vendor || whole->architecture != model.architecture) {
      wrong(format("'architecture' is {}", model.architecture),
            format("that of '{}' is {}", whole->id, whole->architecture));
    } else if (model.memory_bytes && whole->memory_bytes &&
               *model.memory_bytes >= *whole->memory_bytes) {
      wrong("it has no less memory than the whole GPU", format("it is a slice of '{}'", whole->id));
    }
  }
  return found;
}

/// Appends the models that `known` has no other of the same id for.
void append_new(std::vector<GpuModel>& known, const std::vector<GpuModel>& models) {
  const std::size_t before = known.size();
  for (const GpuModel& model : models) {
    const auto end = known.begin() + static_cast<std::ptrdiff_t>(before);
    if (std::none_of(known.begin(), end, [&](const auto& one) { return one.id == model.id; })) {
      known.push_back(model);
    }
  }
}

/// Appends what the files of `directory` add to the catalogue, in order of name.
Status read_added(const World& world, const std::string& directory, std::vector<GpuModel>& added) {
  const auto names = world.list(directory);
  if (!names) return names.failure();
  for (const std::string& name : *names) {
    if (!name.ends_with(".yaml")) continue;
    const std::string file = format("{}/{}", directory, name);
    const auto text = world.read_file(file);
    if (!text) return text.failure();
    const auto models = read_gpu_catalogue(file, *text, world.documents());
    if (!models) return models.failure();
    append_new(added, models->models());
  }
  return {};
}

}  // namespace

std::string to_string(Vendor vendor) {
  return vendor == Vendor::Amd ? "amd" : "nvidia";
}

std::string vendor_name(Vendor vendor) {
  return vendor == Vendor::Amd ? "AMD" : "NVIDIA";
}

std::string backend_of(Vendor vendor) {
  const std::string name = to_string(vendor);
  for (const Backend& backend : kBackends) {
    if (backend.kind == BackendKind::Compiled && backend.vendor == name)
      return std::string(backend.name);
  }
  return "";
}

std::string toolkit_limit(const GpuModel& model, long long major) {
  if (model.vendor != Vendor::Nvidia) return "";
  if (model.last_toolkit && major > *model.last_toolkit) {
    return format("CUDA {} is the last that does", *model.last_toolkit);
  }
  if (model.first_toolkit && major < *model.first_toolkit) {
    return format("CUDA {} is the first that does", *model.first_toolkit);
  }
  return "";
}

const GpuModel* GpuCatalogue::find(const std::string& id) const {
  const auto found = std::find_if(models_.begin(), models_.end(),
                                  [&](const GpuModel& model) { return model.id == id; });
  return found == models_.end() ? nullptr : &*found;
}

Result<GpuCatalogue> read_gpu_catalogue(const std::string& name, std::string text,
                                        DocumentCache* cache) {
  const DocumentRules rules{[](const YamlFile&) -> const Field& { return gpu_catalogue_fields(); },
                            nullptr};
  const Result<YamlFile> file = read_document("gpus", rules, name, std::move(text), cache);
  if (!file) return file.failure();
  Diagnostics found;
  std::vector<GpuModel> models;
  const YamlRecord root(*file, &file->root());
  for (const auto& [id, record] : root.named_records("models")) {
    models.push_back(read_model(id, record));
    check_model(*file, models.back(), record, found);
  }
  if (has_errors(found)) return Failure(ExitCode::Invalid, std::move(found));
  return GpuCatalogue(std::move(models));
}

Result<GpuCatalogue> load_gpu_catalogue(const World& world,
                                        const std::vector<std::string>& profile_path,
                                        const std::vector<std::string>& ids) {
  std::vector<GpuModel> models;
  bool found = false;
  for (const std::string& directory : profile_path) {
    if (const Status read = read_added(world, directory + "/gpus.d", models); !read) {
      return read.failure();
    }
    const std::string file = directory + "/gpus.yaml";
    const auto text = world.read_if_present(file);
    if (!text) return text.failure();
    if (!*text) continue;
    const auto read = read_gpu_catalogue(file, ids.empty() ? **text : only_models(**text, ids),
                                         world.documents());
    if (!read) return read;
    append_new(models, read->models());
    found = true;
    if (!ids.empty() && has_all(models, ids)) break;
  }
  GpuCatalogue catalogue(std::move(models));
  Diagnostics wrong = ids.empty() ? check_slices(catalogue) : Diagnostics();
  if (!wrong.empty()) return Failure(ExitCode::Invalid, std::move(wrong));
  if (found) return catalogue;
  return Failure(ExitCode::Invalid, "gpus.yaml", "the catalogue of GPU models was not found",
                 format("looked in {}", join(profile_path, ", ")),
                 "set GPUJOB_DATA_DIR to the installed share/gpujob");
}

}  // namespace gpujob
