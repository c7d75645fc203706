// SPDX-License-Identifier: Apache-2.0
/// Progress events for the program that started a command: one JSON object per line, flushed at once.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/report/text_table.h"
#include "core/base/json/json_text.h"

namespace kvw::cli {

class EventLines {
 public:
    explicit EventLines(bool wanted) : m_wanted(wanted) {}
    void emitEvent(const char* event, nlohmann::ordered_json members) const {
        if (m_wanted) {
            members["event"] = event;
            print(bundle::dumpLine(members) + '\n');
            std::fflush(output());
        }
    }

 private:
    bool m_wanted;
};

}  // namespace kvw::cli
