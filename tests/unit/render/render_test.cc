// SPDX-License-Identifier: MIT
#include "render/render.h"

#include <gtest/gtest.h>

#include "support/messages.h"
#include "unit/render/sample_plan.h"

namespace gpujob {
namespace {

TEST(Render, Print) {
  Result<std::string> t = render_job(sample_plan(), installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(t));
  puts(t->c_str());
  BuildPlan b = sample_build();
  Result<std::string> u = render_build(b, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(u));
  puts(u->c_str());
  JobPlan p = sample_plan();
  p.build = b;
  Result<std::string> v = render_run(p, installed_templates(), "0.1.0");
  ASSERT_TRUE(is_ok(v));
  puts(v->c_str());
}

}  // namespace
}  // namespace gpujob
