// SPDX-License-Identifier: Apache-2.0
// Nothing: a target with a precompiled header needs a file.
