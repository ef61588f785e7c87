// SPDX-License-Identifier: MIT
#include "command/program/manual.h"

#include "base/exit_code.h"
#include "base/format.h"
#include "base/text.h"
#include "command/args/help.h"
#include "command/args/version.h"
#include "jobs/session/configuration.h"
#include "jobs/session/settings.h"
#include "profile/reader.h"
#include "workload/reader.h"

namespace gpujob {

namespace {

std::string page_name(const Command& command) {
  return format("gpujob-{}", replace_all(command.name, " ", "-"));
}

std::string item(const std::string& label, std::string_view text) {
  return format(".TP\n.B {}\n{}", roff(label), roff_text(text));
}

std::string example_section(std::span<const Example> examples) {
  std::string out;
  for (const Example& example : examples) out += item(std::string(example.line), example.purpose);
  return out.empty() ? "" : ".SH EXAMPLES\n" + out;
}

std::string option_section(const Command& command) {
  std::string out;
  for (const std::string_view group : option_groups(command)) {
    out += format(".SS {}\n", roff(group));
    for_each_option(command, [&](const OptionSpec& option) {
      if (option.group == group) {
        out += item(std::string(trim(option_label(option))), option.help);
      }
    });
  }
  return out.empty() ? "" : ".SH OPTIONS\n" + out;
}

std::string exit_section() {
  std::string out = ".SH EXIT STATUS\n";
  for (const ExitCodeText& row : exit_codes()) {
    out += item(std::to_string(static_cast<int>(row.code)), row.meaning);
  }
  return out + item("128+n", "ended by signal n");
}

std::string environment_section() {
  std::string out = ".SH ENVIRONMENT\n";
  for (const SettingRow& row : setting_rows()) {
    const std::string flag = format("default for --{}", row.name);
    out += item(std::string(row.variable), flag);
    if (!row.adopted.empty()) {
      out += item(std::string(row.adopted),
                  format("used for --{} if neither it nor {} is set", row.name, row.variable));
    }
  }
  out += item("GPUJOB_HOME", "one directory for configuration, data, state and cache");
  out += item("GPUJOB_PROFILE_PATH",
              "directories to search for profiles, workloads and templates, separated by colons");
  out += item("GPUJOB_DATA_DIR", "the installed share/gpujob");
  out += item("GPUJOB_LIBEXEC", "the folder of the workloads' programs; job scripts read it too");
  out += item("GPUJOB_TODAY",
              "the date to plan for, such as 2026-11-21, since clusters retire; default: today");
  return out + item("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME", "the usual base directories");
}

std::string see_also(const Command& command) {
  std::string out = ".SH SEE ALSO\n.BR gpujob (1)";
  const std::string group(command.name.substr(0, command.name.find(' ')));
  for (const Command* other : commands_of(group)) {
    if (other != &command) out += format(",\n.BR {} (1)", roff(page_name(*other)));
  }
  return out + "\n";
}

ManualPage profile_page() {
  return file_page("gpujob-profile", "site profiles of gpujob",
                   {"A site profile is a YAML file, sites/CENTER.yaml below one of the directories "
                    "of the search path, that holds the facts of a center's user guide.",
                    "A key that is not listed here is an error. An absent key means unknown, and "
                    "unknown is never guessed. 'gpujob site check FILE' checks a file, "
                    "'gpujob site check --schema' prints the JSON Schema.",
                    "A file in an earlier directory may be an overlay: it has 'schema: "
                    "gpujob/overlay/v1', 'overlays: CENTER' in place of 'center', and only what "
                    "differs. A partition, QOS, directive, node shape, GPU type or stack in it "
                    "replaces the one of its name, so it is written whole, or is added; other keys "
                    "replace their like. "
                    "GPU models that the catalogue does not have stand in gpus.d/NAME.yaml, in the "
                    "form of gpus.yaml.",
                    "'gpujob site new NAME --from SITE|discover' starts a file. A source 'copied "
                    "from CENTER/CLUSTER' marks facts of another center: 'gpujob site check' names "
                    "each such block until it has a source of its own. Until then jobs get a "
                    "warning (gp233), the cluster's limits only warn, and its 'match' does not "
                    "count. A source 'discovered' is what Slurm said."},
                   profile_fields());
}

ManualPage workload_page() {
  return file_page("gpujob-workload", "workload manifests of gpujob",
                   {"A manifest is a YAML file, NAME/workload.yaml below one of the directories of "
                    "the search path, that describes a program: what can be set, what it computes "
                    "and how much work that is."},
                   workload_fields());
}

ManualPage config_page() {
  return file_page("gpujob-config", "the user's own defaults for gpujob",
                   {"The file is config.yaml in $XDG_CONFIG_HOME/gpujob. 'gpujob config set' "
                    "and 'gpujob config unset' write it, 'gpujob config show' prints the values in "
                    "effect.",
                    "A value for center/cluster takes precedence over one for the cluster, then "
                    "the center, then the defaults."},
                   configuration_fields());
}

}  // namespace

std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

std::string roff_text(std::string_view text) {
  constexpr std::size_t width = 78;
  std::string out;
  for (const std::string_view paragraph : lines(text)) {
    if (paragraph.empty()) out += ".PP\n";
    std::string line;
    for (const std::string_view word : split(paragraph, ' ')) {
      const std::string escaped = roff(word);
      if (!line.empty() && line.size() + 1 + escaped.size() > width) {
        out += line + "\n";
        line.clear();
      }
      line += (line.empty() ? "" : " ") + escaped;
    }
    if (!line.empty()) out += line + "\n";
  }
  return out;
}

std::string page_start(const std::string& name, char section, std::string_view summary) {
  std::string title = name;
  for (char& c : title) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return format(".TH {} {} {} \"gpujob {}\"\n.SH NAME\n{} \\- {}\n", title, section, kReleaseDay,
                kProgramVersion, roff(name), roff(summary));
}

ManualPage overview_page() {
  std::string text =
      page_start("gpujob", '1', "the right GPU job script for each Slurm center, sent once");
  text += ".SH SYNOPSIS\n.B gpujob\n.I COMMAND\n[ARGUMENT]... [OPTION]...\n";
  text += example_section(first_steps());
  text += ".SH COMMANDS\n";
  for (const CommandGroup& group : command_groups()) {
    text += format(".SS {}\n", group.title);
    for (const Command* command : group.commands) {
      text += format(".TP\n.BR {} (1)\n{}\n", roff(page_name(*command)), roff(command->summary));
    }
  }
  text += exit_section() + environment_section();
  text +=
      ".SH SEE ALSO\n.BR gpujob\\-profile (5),\n.BR gpujob\\-workload (5),\n"
      ".BR gpujob\\-config (5)\n";
  return {"gpujob", '1', text};
}

ManualPage command_page(const Command& command) {
  const std::string name = page_name(command);
  std::string text = page_start(name, '1', command.summary);
  text += format(".SH SYNOPSIS\n{}\n", roff(usage_line(command)));
  text += example_section(command.examples);
  if (!command.description.empty()) text += ".SH DESCRIPTION\n" + roff_text(command.description);
  if (!command.arguments.empty()) text += ".SH ARGUMENTS\n";
  for (const ArgumentSpec& argument : command.arguments) {
    text += item(std::string(argument.name), argument.help);
  }
  text += option_section(command) + exit_section() + see_also(command);
  return {name, '1', text};
}

std::vector<ManualPage> manual_pages() {
  std::vector<ManualPage> pages = {overview_page()};
  for (const CommandGroup& group : command_groups()) {
    for (const Command* command : group.commands) {
      pages.push_back(command_page(*command));
    }
  }
  pages.push_back(profile_page());
  pages.push_back(workload_page());
  pages.push_back(config_page());
  return pages;
}

}  // namespace gpujob
