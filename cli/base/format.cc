// SPDX-License-Identifier: MIT
// Compiles the formatting library once; base/format.h only declares it. Debian ships it as headers
// and as a shared library, which gpujob must not need.

#include <fmt/format-inl.h>

// What format.h declares and does not define.
FMT_BEGIN_NAMESPACE
namespace detail {

template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;

}  // namespace detail
FMT_END_NAMESPACE
