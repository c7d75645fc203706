// SPDX-License-Identifier: Apache-2.0
/// A libcuda.so.1 of an old driver: the CUDA runtime asks for its version and goes no further.
#define KVW_DRIVER_CALL extern "C" __attribute__((visibility("default")))

KVW_DRIVER_CALL int cuInit(unsigned /*flags*/) {
    return 0;
}

KVW_DRIVER_CALL int cuDriverGetVersion(int* version) {
    *version = 12020;
    return 0;
}

KVW_DRIVER_CALL int cuGetProcAddress(const char* /*name*/, void** function, int /*version*/,
                                     unsigned long long /*flags*/) {
    *function = nullptr;
    return 500;  // CUDA_ERROR_NOT_FOUND
}
