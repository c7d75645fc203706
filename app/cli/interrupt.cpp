// SPDX-License-Identifier: Apache-2.0
#include "app/cli/interrupt.h"

namespace kvw::cli {
namespace {

// A signal handler reaches nothing but statics.
volatile std::sig_atomic_t g_requested = 0;

void onSignal(int signal) {
    if (g_requested != 0) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    g_requested = 1;
}

}  // namespace

Interrupt::Interrupt() {
    g_requested = 0;
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &m_oldInterrupt);
    sigaction(SIGTERM, &action, &m_oldTerminate);
}

Interrupt::~Interrupt() {
    sigaction(SIGINT, &m_oldInterrupt, nullptr);
    sigaction(SIGTERM, &m_oldTerminate, nullptr);
}

bool Interrupt::requested() const noexcept {
    return g_requested != 0;
}

}  // namespace kvw::cli
