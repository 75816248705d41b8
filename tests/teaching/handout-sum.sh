#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "sum" (tests/teaching/handout.bash).
. "$(dirname "$0")/handout.bash" sum
exit $failed
