// SPDX-License-Identifier: MIT
// The library that formats text, compiled here once: base/format.h shows others no more than its
// announcements. It is shipped as headers and as a shared library, and gpujob is to need none.

#include <fmt/format-inl.h>

// What format.h promises to find somewhere.
FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;

}  // namespace detail
FMT_END_NAMESPACE
