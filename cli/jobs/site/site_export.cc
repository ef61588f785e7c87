// SPDX-License-Identifier: MIT
#include "jobs/site/site_export.h"

#include <array>
#include <set>

#include "base/format.h"
#include "base/json_value.h"
#include "base/text.h"
#include "script/batch_script.h"

namespace gpujob {

namespace {

std::string sbatch_text(const ExportedSite& site) {
  std::string out;
  for (const ExportedGpu& gpu : site.gpus) {
    if (!out.empty()) out += "\n";
    const ExportedSite one{site.profile, site.cluster, {gpu}};
    out += gpu.plan.shell + "\n" + export_head(one, "#") + project_remark(one, "#");
    out += format("# {}: {}\n", gpu.type.key, gpu.model.name);
    for (const std::string& option : RequestedOptions(gpu.plan).rest())
      out += format("#SBATCH {}\n", option);
  }
  return out;
}

/// In a template of Ruby's ERB, which would run what stands behind "<%"; "<%%" is that text there.
std::string text_in_erb(std::string_view text) {
  return replace_all(quoted_text(text), "<%", "<%%");
}

/// Two files of an interactive app: the form, and what its answers ask of Slurm. The form's own
/// fields bring account and time.
std::string ood_text(const ExportedSite& site) {
  std::string form = format("---\n# form.yml\ncluster: {}\nattributes:\n  gpu_type:\n",
                            quoted_text(site.cluster.name));
  form += "    label: GPU\n    widget: select\n    options:\n";
  std::string submit = "---\n# submit.yml.erb\nscript:\n";
  bool first = true;
  for (const ExportedGpu& gpu : site.gpus) {
    const std::string key = quoted_text(gpu.type.key);
    form +=
        format("      - [{}, {}]\n", quoted_text(gpu.model.name + " (" + gpu.type.key + ")"), key);
    RequestedOptions options(gpu.plan);
    options.take("account");
    options.take("time");
    submit += format("<%- {} gpu_type == {} -%>\n", first ? "if" : "elsif", key);
    first = false;
    if (const auto partition = options.take("partition"))
      submit += format("  queue_name: {}\n", text_in_erb(*partition));
    submit += "  native:\n";
    for (const std::string& option : options.words())
      submit += format("    - {}\n", text_in_erb(option));
  }
  form += "form:\n  - gpu_type\n  - bc_account\n  - bc_num_hours\n";
  return export_head(site, "#") + form + submit + "<%- end -%>\n";
}

}  // namespace

RequestedOptions::RequestedOptions(const JobPlan& plan) {
  if (plan.missing_account) options_.push_back({"account", std::string(kProjectToFillIn)});
  for (const PlannedOption& option : plan.options)
    if (option.option != "job-name") options_.push_back(option);
}

std::optional<std::string> RequestedOptions::take(std::string_view option) {
  std::optional<std::string> value;
  std::erase_if(options_, [&](const PlannedOption& one) {
    if (one.option != option) return false;
    value = one.value.value_or("");
    return true;
  });
  return value;
}

std::vector<std::string> RequestedOptions::rest() const {
  std::vector<std::string> words;
  for (const auto& [option, value] : options_)
    words.push_back(directive_text({.option = option, .value = value}));
  return words;
}

std::vector<std::string> RequestedOptions::words() const {
  std::vector<std::string> words;
  for (const auto& [option, value] : options_)
    words.push_back(value ? format("--{}={}", option, *value) : "--" + option);
  return words;
}

std::string export_head(const ExportedSite& site, std::string_view mark) {
  std::string out = format("{} GPUs of {} ({}) as 'gpujob site export' writes them.\n", mark,
                           site.cluster.title, site_name(site.profile, site.cluster));
  std::set<std::string> seen;
  for (const ExportedGpu& gpu : site.gpus) {
    const Source& source = site.cluster.sources[gpu.type.source];
    for (const std::string& page : source.pages)
      if (seen.insert(page + source.checked).second)
        out += format("{} source: {}, read {}\n", mark, page, source.checked);
  }
  return out;
}

std::string project_remark(const ExportedSite& site, std::string_view mark) {
  const auto& example = site.gpus.front().plan.missing_account;
  if (!example) return "";
  return format("{} Put your project in place of {}{}.\n", mark, kProjectToFillIn,
                example->empty() ? "" : ", such as " + *example);
}

std::string quoted_text(std::string_view text) {
  return dump_json_line(Json(std::string(text)));
}

std::string export_text(std::string_view tool, const ExportedSite& site) {
  struct Writer {
    std::string_view tool;
    std::string (*text)(const ExportedSite&);
  };
  constexpr std::array<Writer, 6> kWriters = {{{"sbatch", sbatch_text},
                                               {"reframe", reframe_text},
                                               {"snakemake", snakemake_text},
                                               {"nextflow", nextflow_text},
                                               {"parsl", parsl_text},
                                               {"ood", ood_text}}};
  for (const Writer& writer : kWriters)
    if (writer.tool == tool) return writer.text(site);
  return {};
}

}  // namespace gpujob
