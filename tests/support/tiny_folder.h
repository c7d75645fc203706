// SPDX-License-Identifier: Apache-2.0
/// A tiny model on disk for as long as a test needs it.
#pragma once

#include <QTemporaryDir>
#include <filesystem>

#include "tests/support/tiny_model.h"

namespace kvw::test {

class TinyFolder {
 public:
    explicit TinyFolder(const TinyModel& model) { writeTinyModel(path(), model); }
    [[nodiscard]] std::filesystem::path path() const {
        return std::filesystem::path(m_folder.path().toStdString()) / "tiny";
    }

 private:
    QTemporaryDir m_folder;
};

/// With a sink that peaks the softmax: what is masked or evicted wrongly shows.
[[nodiscard]] inline TinyModel peakedModel() {
    TinyModel model;
    model.sink = 10;
    return model;
}

}  // namespace kvw::test
