// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/views/common/empty_action.h"

namespace kvw::wb {

QString runExampleLabel(Workspace& workspace) {
    return workspace.client().underWay() ? QString() : QObject::tr("Run the example");
}

void runExample(Workspace& workspace) {
    if (const auto started = workspace.startExample(examples().front()); !started) {
        workspace.tellError(started.error());
    }
}

}  // namespace kvw::wb
