// SPDX-License-Identifier: Apache-2.0
/// Numbers as in Germany, where a decimal point is a comma, for as long as a test wants them. The build makes the
/// locale (cmake/KvwGermanLocale.cmake) and says with LOCPATH where it is.
#pragma once

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <string>

namespace kvw::tests {

constexpr const char* kGermanLocale = "de_DE.UTF-8";
constexpr const char* kNoGermanLocale = "there is no locale de_DE.UTF-8 (Debian package locales, then configure again)";

/// The build made the locale: a test that does not get it fails.
inline bool germanWasBuilt() {
    return std::getenv("LOCPATH") != nullptr;
}

class GermanLocale {
 public:
    explicit GermanLocale(int category) : m_category(category), m_before(std::setlocale(category, nullptr)) {
        m_there = std::setlocale(category, kGermanLocale) != nullptr;
    }
    ~GermanLocale() { std::setlocale(m_category, m_before.c_str()); }
    GermanLocale(const GermanLocale&) = delete;
    GermanLocale& operator=(const GermanLocale&) = delete;
    /// Numbers have a comma now.
    [[nodiscard]] bool there() const { return m_there && std::strcmp(std::localeconv()->decimal_point, ",") == 0; }

 private:
    int m_category;
    std::string m_before;
    bool m_there = false;
};

/// Does what main does behind the application object. False: LC_ALL asks for a locale that was built and is not there.
inline bool numbersAsInMain() {
    const char* asked = std::getenv("LC_ALL");
    const bool found = asked == nullptr || !germanWasBuilt() || std::setlocale(LC_NUMERIC, "") != nullptr;
    std::setlocale(LC_NUMERIC, "C");
    return found;
}

}  // namespace kvw::tests
