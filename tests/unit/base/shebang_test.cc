// SPDX-License-Identifier: MIT
#include "base/shebang.h"

#include <gtest/gtest.h>

namespace gpujob {
namespace {

TEST(Shebang, names_the_interpreter_without_its_path) {
  EXPECT_EQ(interpreter_of("#!/bin/bash"), "bash");
  EXPECT_EQ(interpreter_of("#!/bin/bash -l"), "bash");
  EXPECT_EQ(interpreter_of("#! /usr/local/bin/tcsh -f"), "tcsh");
  EXPECT_EQ(interpreter_of("#!bash"), "bash");
  EXPECT_EQ(interpreter_of("#!/bin/bash\r"), "bash");
}

TEST(Shebang, looks_through_env) {
  EXPECT_EQ(interpreter_of("#!/usr/bin/env python3"), "python3");
  EXPECT_EQ(interpreter_of("#!/usr/bin/env -S LANG=C /opt/bin/python3 -u"), "python3");
  EXPECT_EQ(interpreter_of("#!/usr/bin/env"), "");
}

TEST(Shebang, is_empty_where_the_line_names_none) {
  EXPECT_EQ(interpreter_of(""), "");
  EXPECT_EQ(interpreter_of("#!"), "");
  EXPECT_EQ(interpreter_of("#SBATCH -n 1"), "");
  EXPECT_EQ(interpreter_of("/bin/bash"), "");
}

}  // namespace
}  // namespace gpujob
