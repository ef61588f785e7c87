// SPDX-License-Identifier: MIT
#include "profile/reader.h"

// The field table of the catalogue of GPU models.

namespace gpujob {

namespace {

constexpr std::string_view kModelId = "[a-z0-9][a-z0-9_-]*";
constexpr std::string_view kModelIdForm = "small letters, digits, '_' and '-'";

Field make_gpu_catalogue_fields() {
  auto number = [](std::string_view name, std::string_view doc) {
    return make_field(FieldType::Real, name, doc).at_least(0.001);
  };
  auto major = [](std::string_view name, std::string_view doc) {
    return integer_field(name, doc).at_least(1).at_most(99).needed();
  };
  const Field cuda =
      record_field("cuda", "toolkit range", "major versions of CUDA that compile for it",
                   {major("first", "oldest"), integer_field("last",
                                                            "newest; absent: "
                                                            "none is known to "
                                                            "have dropped it")
                                                  .at_least(1)
                                                  .at_most(99)});
  const Field model = record_field(
      "", "GPU model", "one GPU as Slurm and the programs count it",
      {
          text_field("name", "name for people").needed(),
          text_field("vendor", "maker").one_of({"nvidia", "amd"}).needed(),
          text_field("architecture", "what the compiler takes: sm_NN or gfxNNN")
              .like("sm_[0-9]{2,3}|gfx[0-9a-f]{3,4}", "sm_NN or gfxNNN")
              .needed(),
          number("memory_gib", "device memory, GiB"),
          number("float32_tflops", "theoretical float32 peak without matrix units, 1e12 a second"),
          number("float64_tflops", "theoretical float64 peak without matrix units, 1e12 a second"),
          number("bandwidth_gbs", "theoretical bandwidth of its memory, 1e9 bytes per second"),
          cuda,
          text_field("slice_of", "the model that this is a part of (MIG); peaks are the part's own")
              .like(kModelId, kModelIdForm),
          make_field(FieldType::Texts, "source", "page or pages that say so").needed(),
          make_field(FieldType::Day, "checked", "day on which the pages were read").needed(),
          text_field("note", "what a reader should know"),
      });
  return record_field(
      "", "catalogue", "catalogue of GPU models",
      {
          text_field("schema", "format of this file").one_of({"gpujob/gpus/v1"}).needed(),
          map_field("models", "GPU models by id", model)
              .like(kModelId, kModelIdForm)
              .filled()
              .needed(),
      });
}

}  // namespace

const Field& gpu_catalogue_fields() {
  static const Field fields = make_gpu_catalogue_fields();
  return fields;
}

}  // namespace gpujob
