// SPDX-License-Identifier: Apache-2.0
/// The functions of the {fmt} that lies among libtorch's headers, compiled once: libtorch does not export its own, and
/// compiled into every file that formats anything they take longer than the file.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
template auto locale_ref::get<std::locale>() const -> std::locale;
namespace detail {
template FMT_API auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<wchar_t>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API auto decimal_point_impl(locale_ref) -> wchar_t;
}  // namespace detail
FMT_END_NAMESPACE
