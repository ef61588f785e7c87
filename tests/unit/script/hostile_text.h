// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// The file that a value would create in the working directory if any of it were executed.
inline constexpr std::string_view kCanary = "CANARY";

/// Pieces with a meaning to a shell, to sbatch, to a terminal or to a template.
// NOLINTNEXTLINE(readability-function-size): it is a list
inline std::vector<std::string> hostile_pieces() {
  using namespace std::string_literals;
  return {
      // commands
      "$(touch CANARY)",
      "`touch CANARY`",
      "; touch CANARY",
      "| touch CANARY",
      "|| touch CANARY",
      "&& touch CANARY",
      "& touch CANARY",
      "> CANARY",
      ">CANARY",
      "<(touch CANARY)",
      "'; touch CANARY; '",
      "\"; touch CANARY; \"",
      "'$(touch CANARY)'",
      "\"$(touch CANARY)\"",
      "\\'; touch CANARY; \\'",
      "$'\\n'touch CANARY",
      "\ntouch CANARY\n",
      "\rtouch CANARY\r",
      "EOF\ntouch CANARY\nEOF",
      ") touch CANARY (",
      "} ; touch CANARY ; {",
      "|&touch CANARY",
      // expansions
      "$HOME",
      "${HOME}",
      "${IFS}",
      "$IFS$9",
      "$((1+1))",
      "$[1+1]",
      "$$",
      "$!",
      "$?",
      "$@",
      "$*",
      "${x:=y}",
      "${!PATH}",
      "~",
      "~root",
      "~+",
      "*",
      "?",
      "[a-z]*",
      "{a,b}",
      "{1..3}",
      "!!",
      "!1",
      "$",
      "${",
      "$(",
      "`",
      // quotes and backslashes
      "'",
      "\"",
      "''",
      "\"\"",
      "'\\''",
      "\\",
      "\\\\",
      "a\\",
      "\\n",
      "a'b",
      "a\"b",
      "a'b\"c`d",
      // blanks and nothing
      "",
      " ",
      "  ",
      " a",
      "a ",
      "a  b",
      "\t",
      "a\tb",
      // words that look like something else
      "-",
      "--",
      "-rf",
      "--help",
      "--report",
      "-x=1",
      "a=b",
      "PATH=/x",
      "LD_PRELOAD=x",
      "if",
      "then",
      "time",
      "function",
      "[[",
      "{",
      "!",
      "coproc",
      "exec",
      "=",
      "==",
      "a==b",
      // sbatch and templates
      "#",
      "#SBATCH --nodes=99",
      "\n#SBATCH --nodes=99",
      "a #b",
      "a#b",
      "##",
      "%j",
      "%",
      "%%",
      "%N",
      "{{slot}}",
      "{{run_id}}",
      "{{",
      "}}",
      "#!/bin/sh",
      // paths
      "/",
      "//",
      ".",
      "..",
      "../..",
      "/etc/passwd",
      "a/../b",
      "./-x",
      // characters
      "é",
      "日本語",
      "🚀",
      "e\u0301",
      "\u00a0",
      "\u200b",
      "\u2028",
      "\u202e",
      "\u2066",
      "\ufeff",
      "\x01",
      "\x07",
      "\x08",
      "\x0b",
      "\x0c",
      "\x1b[31m",
      "\x1b]0;x\x07",
      "\x7f",
      "\u0085",
      "\u009b",
      "\0"s,
      "a\0b"s,
      "\xff",
      "\xc3",
      "\xc3\x28",
      "\xed\xa0\x80",
      "\xf4\x90\x80\x80",
      "\xc0\xaf",
      // size
      std::string(3000, 'a'),
      std::string(300, '\''),
      std::string(300, '"'),
      std::string(300, '\\'),
  };
}

/// A few hundred values: the pieces alone, inside other text and inside quotes.
inline std::vector<std::string> hostile_texts() {
  std::vector<std::string> texts;
  for (const std::string& piece : hostile_pieces()) {
    texts.push_back(piece);
    texts.push_back("x" + piece);
    texts.push_back(piece + "x");
    texts.push_back("'" + piece + "'");
    texts.push_back("\"" + piece + "\"");
  }
  return texts;
}

}  // namespace gpujob
