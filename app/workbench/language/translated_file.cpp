// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/language/translated_file.h"

#include "app/workbench/language/language.h"

namespace kvw::wb {

namespace {

namespace fs = std::filesystem;

fs::path original(const fs::path& file) {
    return file.parent_path() / (file.stem().stem().string() + file.extension().string());
}

}  // namespace

fs::path translatedFile(const fs::path& file) {
    const fs::path wanted =
        file.parent_path() / (file.stem().string() + '.' + currentLanguage().toStdString() + file.extension().string());
    std::error_code unknown;
    return fs::is_regular_file(wanted, unknown) ? wanted : file;
}

bool isTranslation(const fs::path& file) {
    // A language suffix is a dot and two or three letters, such as ".de".
    const std::string language = file.stem().extension().string();
    std::error_code unknown;
    return (language.size() == 3 || language.size() == 4) &&
           language.find_first_not_of("abcdefghijklmnopqrstuvwxyz", 1) == std::string::npos &&
           fs::is_regular_file(original(file), unknown);
}

}  // namespace kvw::wb
