#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "peaks" (tests/teaching/handout.bash).
. "$(dirname "$0")/handout.bash" peaks
exit $failed
