#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "heaphull" (tests/teaching/handout.bash).
. "$(dirname "$0")/handout.bash" heaphull
exit $failed
