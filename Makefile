# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Warp and Weave. `make help` lists what can be made.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := programs

# The chapters, in reading order, each in the folder of its room: src.nw/ROOM/X.nw, the argument, and beside it
# X-library.nw and X-bench.nw. One that does not exist yet is passed over.
chapters := brief sort sort2008 merge space peaks density wagener hull heaphull gpus handout launch model measure block points keys program files

# Jobs: one a processor, unless -j says another number.
ifeq ($(filter -j% --jobs%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

# What installs packages runs first, as a makefile that is made anew does: when something came, make looks again.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
ifeq ($(MAKE_RESTARTS),)
build/deps.mk: force
	@WEB='$(filter web test-web,$(MAKECMDGOALS))' doc/deps $@
include build/deps.mk
endif
endif
.PHONY: force
force:

# ---- what this machine has --------------------------------------------------------------------------------------
CXX := $(if $(filter default,$(origin CXX)),g++,$(CXX))
has = $(shell command -v $(1) 2>/dev/null)
NVCC ?= $(firstword $(call has,nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
toolkit := $(if $(NVCC),$(abspath $(dir $(realpath $(NVCC)))..))
# CPU back ends take Thrust and the vector types from the toolkit, or else Thrust from where Debian installs it.
thrust := $(if $(filter-out /usr,$(toolkit)),$(addprefix -isystem ,$(wildcard $(toolkit)/include/cccl $(toolkit)/include)))
gpu := $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -dc 0-9)
boost := $(and $(wildcard /usr/include/boost/context/detail/fcontext.hpp),\
  $(wildcard $(shell $(CXX) -print-file-name=libboost_context.so 2>/dev/null)))
# Several GPUs speak by NCCL where it is found, and as several processes where MPI is found too.
nccl := $(if $(NVCC),$(firstword $(wildcard $(addsuffix /nccl.h,/usr/include $(toolkit)/include))))
mpi_said := $(if $(nccl),$(shell doc/mpi '$(NVCC)' build/mpi))
mpi := $(if $(filter left,$(firstword $(mpi_said))),,$(mpi_said))
speaks := $(if $(nccl),-DWW_NCCL) $(if $(mpi),-DWW_MPI $(patsubst -I%,-isystem %,$(filter -I%,$(mpi))))
catch := $(firstword $(wildcard /usr/include/catch2/catch_all.hpp /usr/include/catch2/catch.hpp))

# ---- variables that may be set ----------------------------------------------------------------------------------
RESULTS ?=
SANITIZE ?=
PREFIX ?= /usr/local
DESTDIR ?=
# Sorts that are timed beside ours, by the folders of their headers: libcusort.cuh; a newer release of CCCL, which has CUB; and
# IPS4o's include. They are no part of this book.
CUSORT ?=
CCCL ?=
IPS4O ?=
# Hulls that are timed beside ours: OTHERS='cgal qhull', of the packages that are installed; VQHULL, the folder that has
# include/vqhull.h and libvqhull.a.
OTHERS ?=
VQHULL ?=
# CLUEstering, which is timed beside our density peaks: the folder that has libclue.a.
CLUE ?=
# Chunks and pages that break the house style are errors; with STRICT empty they are only counted.
export STRICT ?= 1
release := 1.0.0
# A shell may export LINES, the height of its window; only what is said to make counts.
LINES := $(if $(filter command,$(firstword $(origin LINES))),$(filter-out 0,$(LINES)))
CUDA_ARCH ?= $(or $(gpu),80 90)
# What a GPU that is not here may compile itself. PTX= leaves it out, and half of nvcc's time for one architecture.
PTX ?= $(if $(gpu),,$(lastword $(CUDA_ARCH)))

comma := ,
empty :=
space := $(empty) $(empty)
variant := $(if $(LINES),/lines)$(if $(SANITIZE),/sanitize-$(subst $(comma),-,$(SANITIZE)))
B := build$(variant)
ifneq ($(SANITIZE),)
backends := host
else
backends := $(if $(boost),host model) $(if $(NVCC),cuda)
endif
left_out := $(if $(boost),,"host and model back ends left out: Boost.Context not found (make deps)") \
  $(if $(NVCC),,"cuda back end left out: nvcc not found") \
  $(if $(NVCC),$(if $(nccl),$(if $(mpi),,"several processes $(subst ",,$(mpi_said))"),"NCCL left out: nccl.h not found; several GPUs use direct copies")) \
  $(if $(SANITIZE),"model and cuda back ends left out: sanitizers run on the host back end")
absent_backend := $(filter-out host model cuda,$(backends) $(BACKEND))
$(if $(absent_backend),$(error no back end is called $(absent_backend); there are host model cuda))
say_left_out = @for line in $(left_out); do echo "$$line"; done

# ---- tangling ---------------------------------------------------------------------------------------------------
nw := $(strip $(foreach c,$(chapters),$(foreach part,$c $c-library $c-bench,$(wildcard src.nw/*/$(part).nw))))
gen := $(if $(LINES),$(B)/generated,generated)
ifneq ($(and $(call has,notangle),$(nw)),)
roots := $(shell noroots $(nw) | sed -n 's/^<<\([A-Za-z0-9./-]*\)>>$$/\1/p')
$(B)/tangled/%: $(nw) doc/tangle
	@doc/tangle $* $(gen)/$* $(if $(LINES),-L'#line %L "%F"%N') $(nw)
	@mkdir -p $(@D) && touch $@
$(addprefix $(gen)/,$(roots)): $(gen)/%: $(B)/tangled/%
	@[ -e $@ ] || doc/tangle $* $@ $(if $(LINES),-L'#line %L "%F"%N') $(nw)
retangle:
	@for r in $(roots); do doc/tangle $$r $(gen)/$$r $(if $(LINES),-L'#line %L "%F"%N') $(nw); done
	@cd $(gen) && find . -type f | sed 's|^\./||' | { grep -vxFf <(printf '%s\n' $(roots)) || true; } | xargs -r rm -f
.PHONY: retangle
else
roots := $(patsubst generated/%,%,$(shell find generated -type f))
endif
headers := $(addprefix $(gen)/,$(filter include/%,$(roots)))
sources := $(patsubst lib/%,%,$(filter lib/%,$(roots)))
programs := $(patsubst programs/%.cu,%,$(filter programs/%.cu,$(roots)))
benches := $(patsubst bench/%.cu,bench/%,$(filter bench/%.cu,$(roots)))

# ---- three back ends --------------------------------------------------------------------------------------------
warnings := -Wall -Wextra
# What the address sanitizer finds as well is asked of it alone.
sanitize := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer \
  $(if $(and $(findstring address,$(SANITIZE)),$(findstring undefined,$(SANITIZE))), \
  $(addprefix -fno-sanitize=,null object-size vptr pointer-overflow nonnull-attribute returns-nonnull-attribute)))
# What is measured is compiled for the machine it is measured on.
tuned.host := -O3 -march=native
tuned.cuda := -Xcompiler -O3$(comma)-march=native
tuned.model :=
flags.host = g++ $(tuned.host)
flags.cuda = nvcc -O3 $(strip $(gencode)), host -O3 -march=native
flags.model = -O1
# Products of bytes by four warps together are in sm_90a only, which runs where sm_90 does.
gencode := $(foreach a,$(CUDA_ARCH:90=90a),-gencode arch=compute_$a$(comma)code=sm_$a) \
  $(foreach a,$(PTX),-gencode arch=compute_$a$(comma)code=compute_$a)

# Debug information is line numbers, which reports need; all of it takes a third of the compiler's time.
compile.host = $(CXX) -std=c++20 $(if $(SANITIZE),-O1,-O2) -g1 $(warnings) -fopenmp -DWW_BACKEND_HOST \
  $(sanitize) -I$(gen)/include $(thrust) -x c++
compile.model = $(CXX) -std=c++20 -O1 -fno-omit-frame-pointer -gdwarf-4 -g1 $(warnings) -fno-tree-vectorize -fno-tree-sra -fno-pie -Wno-unknown-pragmas -DWW_BACKEND_MODEL -I$(gen)/include $(thrust) -x c++
compile.cuda = $(NVCC) -std=c++20 -O3 -lineinfo $(gencode) -Xcompiler -Wall$(comma)-Wextra$(comma)-Wno-restrict$(comma)-fopenmp -I$(gen)/include -x cu
link.host = $(CXX) -fopenmp $(sanitize)
link.model = $(CXX) -no-pie -fopenmp -Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset
link.cuda = $(NVCC) $(gencode) -Xcompiler -fopenmp
libraries.host := -lboost_context
libraries.model := -lboost_context
libraries.cuda := $(if $(nccl),-lnccl) $(filter-out -I%,$(mpi))
library.host = $(sources)
library.model = $(sources)
library.cuda = $(filter-out ground/host.cpp,$(sources))

$(B)/cuda/lib/ranks/nccl.o: compile.cuda += $(speaks)

# A file with these words, newer where they have changed. It is there before any rule is looked at: what depends on it is
# begun in its turn, not behind all else.
remember = $(shell mkdir -p $(B); echo '$2' | cmp -s - $(B)/$1 || echo '$2' >$(B)/$1)
# Compiled anew when CUSORT, CCCL, IPS4O or CLUE says something else.
rivals := $(if $(CUSORT),-DWW_CUSORT -isystem $(CUSORT)) $(if $(CLUE),-DWW_CLUE)
cpu_sorts := $(if $(IPS4O),-DWW_IPS4O -isystem $(IPS4O)/include -mcx16)
other_sorts.cuda := $(if $(CCCL),-DWW_CCCL -I$(CCCL)/cub -I$(CCCL)/thrust -I$(CCCL)/libcudacxx/include)
$(call remember,rivals,$(rivals) $(other_sorts.cuda) $(cpu_sorts))
$(B)/cuda/obj/bench/sort.o $(B)/cuda/obj/bench/density.o: $(B)/rivals
$(B)/cuda/bench/density: libraries.cuda += $(if $(CLUE),$(CLUE)/libclue.a)

# A bench may have a second source: programs of others, and what they are linked with.
others := $(if $(filter cgal,$(OTHERS)),-DWW_CGAL) $(if $(filter qhull,$(OTHERS)),-DWW_QHULL) $(if $(VQHULL),-DWW_VQHULL -I$(VQHULL)/include)
other_libraries := $(if $(VQHULL),$(VQHULL)/libvqhull.a) $(if $(filter qhull,$(OTHERS)),-lqhullstatic_r) $(if $(filter cgal,$(OTHERS)),-l:libmpfr.a -l:libgmp.a)
$(call remember,others,$(others))

# Of the tests of a room, sort.cu and sort_*.cu make the test program sort.
test_sources := $(wildcard tests/*/*.cu)
suite_names := $(sort $(foreach t,$(notdir $(test_sources:.cu=)),$(firstword $(subst _, ,$t))))
sources_of = $(foreach t,$(test_sources),$(if $(filter $1.cu $1_%,$(notdir $t)),$t))
test_headers := $(addprefix -I,tests $(sort $(dir $(wildcard tests/*/*.h))))
# What most include is compiled once for a CPU back end: first.h for libraries, another one for tests. (A program took from it a warning
# that is false, and that g++ else keeps to itself.)
common := algorithm cmath cstdint filesystem fstream functional map memory mutex numeric parallel/algorithm set string thread vector ww/launch.cuh
first = $(if $(filter cuda,$1),,$(B)/$1/$2first.h)
# The model instruments all but itself and the executor, which may be as fast as they can.
plain := $(addprefix $(B)/model/lib/ground/,host.o model.o)
instrument.model := -fsanitize=thread
test.host = -O1 $(test_headers)
test.model = $(test_headers)
test.cuda = $(test_headers)
# What pkg-config is told, in the shell: $(1) back end, $(2) and $(3) the folders of headers and library.
pc = escaped() { sed 's/[][ "\#\\()&;<>*?|'"'"']/\\&/g; s/[$$]/$$$$/g' <<<"$$1"; }; \
  printf '%s\n' 'Name: ww' 'Description: parallel algorithms for the GPU ($1 back end)' 'Version: $(release)' \
  "Cflags: -I$$(escaped "$2")" "Libs: -L$$(escaped "$3") -lww"
# $(1) back end
define backend_rules
library_objects.$(1) := $$(library.$(1):%.cpp=$(B)/$(1)/lib/%.o)
programs.$(1) := $$(addprefix $(B)/$(1)/,$$(programs))
benches.$(1) := $$(addprefix $(B)/$(1)/,$$(benches))
$(B)/$(1)/lib/%.o: $(gen)/lib/%.cpp $(addsuffix .gch,$(call first,$(1))) | $(headers)
	@mkdir -p $$(@D); echo "  $(1)  lib/$$*"
	@$$(compile.$(1)) $$(if $$(filter $(plain),$$@),-O2,$(addprefix -include ,$(call first,$(1))) $(instrument.$(1))) -MMD -MP -c $$< -o $$@
$(B)/$(1)/obj/%.o: $(gen)/programs/%.cu | $(headers)
	@mkdir -p $$(@D); echo "  $(1)  $$*"
	@$$(compile.$(1)) $(instrument.$(1)) -MMD -MP -c $$< -o $$@
$(B)/$(1)/obj/bench/%.o: $(gen)/bench/%.cu | $(headers)
	@mkdir -p $$(@D); echo "  $(1)  bench/$$*"
	@$$(compile.$(1)) $$(tuned.$(1)) '-DWW_FLAGS="$$(flags.$(1))"' $(if $(filter cuda,$(1)),$$(rivals)) \
	  $(instrument.$(1)) -MMD -MP -c $$< -o $$@
$(B)/$(1)/obj/tests/%.o: tests/%.cu $(addsuffix .gch,$(call first,$(1),obj/tests/)) | $(headers)
	@mkdir -p $$(@D); echo "  $(1)  tests/$$*"
	@$$(compile.$(1)) $(addprefix -include ,$(call first,$(1),obj/tests/)) $(instrument.$(1)) $$(test.$(1)) -MMD -MP -c $$< -o $$@
$(B)/$(1)/first.h.gch: | $(headers)
	@mkdir -p $$(@D); printf '#include <%s>\n' $(common) >$$(@:.gch=)
	@$$(compile.$(1)) $(instrument.$(1)) -x c++-header -MMD -MP -MF $$@.d -c $$(@:.gch=) -o $$@
$(B)/$(1)/obj/tests/first.h.gch: tests/catch.h | $(headers)
	@mkdir -p $$(@D); printf '#include <%s>\n' catch.h $(common) >$$(@:.gch=)
	@$$(compile.$(1)) $(instrument.$(1)) $$(test.$(1)) -x c++-header -MMD -MP -MF $$@.d -c $$(@:.gch=) -o $$@
$(B)/$(1)/libww.a: $$(library_objects.$(1))
	@rm -f $$@; ar rcs $$@ $$^
# Beside it a linker script of the name that -lww finds first: the archive, and what it needs.
$(B)/$(1)/libww.so: $(B)/$(1)/libww.a
	@echo 'INPUT ( libww.a $$(libraries.$(1)) -lgomp )' >$$@
$(B)/$(1)/ww.pc: Makefile $(B)/$(1)/libww.so
	@$$(call pc,$(1),$$$$PWD/$(gen)/include,$$$$PWD/$(B)/$(1)) >$$@
$$(programs.$(1)) $$(benches.$(1)): $(B)/$(1)/%: $(B)/$(1)/obj/%.o $(B)/$(1)/libww.a
	@mkdir -p $$(@D)
	@$$(link.$(1)) $$^ $$(libraries.$(1)) -o $$@
$(B)/$(1)/obj/bench/heaphull-others.o: $(gen)/bench/heaphull-others.cpp $(B)/others
	@mkdir -p $$(@D); echo "  $(1)  bench/heaphull-others"
	@$(CXX) -std=c++20 -O3 $(if $(filter cuda,$(1)),$$(patsubst -O3$$(comma)%,%,$$(filter -O3$$(comma)%,$$(tuned.cuda))),$$(tuned.$(1))) $(warnings) -fopenmp $(sanitize) $(others) -c $$< -o $$@
$(B)/$(1)/obj/bench/sort-others.o: $(gen)/bench/sort-others.cpp $(B)/rivals
	@mkdir -p $$(@D); echo "  $(1)  bench/sort-others"
	@$$(compile.$(1)) $$(other_sorts.$(1)) -c $$< -o $$@
$(B)/$(1)/obj/bench/sort-cpu.o: $(gen)/bench/sort-cpu.cpp $(B)/rivals
	@mkdir -p $$(@D); echo "  $(1)  bench/sort-cpu"
	@$(CXX) -std=c++20 -O3 -march=native $(warnings) -fopenmp $(cpu_sorts) -c $$< -o $$@
$(B)/$(1)/bench/sort: $(addprefix $(B)/$(1)/obj/bench/sort-,others.o cpu.o)
$(B)/$(1)/bench/sort: libraries.$(1) += $(if $(IPS4O),-ltbb -latomic -lpthread)
$(B)/$(1)/bench/heaphull: $(B)/$(1)/obj/bench/heaphull-others.o
$(B)/$(1)/bench/heaphull: libraries.$(1) += $(other_libraries)
$$(foreach s,$$(suite_names),$$(eval $(B)/$(1)/tests/$$s: $$(patsubst tests/%.cu,$(B)/$(1)/obj/tests/%.o,$$(call sources_of,$$s))))
$(addprefix $(B)/$(1)/tests/,$(suite_names)): $(addprefix $(B)/tests/,main.o exact.o) $(if $(filter model,$(1)),$(B)/model/obj/tests/costs.o) $(B)/$(1)/libww.a
	@mkdir -p $$(@D)
	@$$(link.$(1)) $$(filter %.o,$$^) $(B)/$(1)/libww.a $$(libraries.$(1)) $(if $(filter %catch_all.hpp,$(catch)),-lCatch2) -o $$@
endef
$(foreach b,$(backends),$(eval $(call backend_rules,$b)))
# Thrust binds references to policies at null; a null that is read is still found by the address sanitizer.
ifneq ($(findstring undefined,$(SANITIZE)),)
$(B)/host/lib/hull/hull.o: sanitize += -fno-sanitize=null
endif
# What is the same for all back ends.
$(B)/tests/exact.o: tests/exact.h
$(B)/tests/exact.o: sanitize += -O2
$(B)/tests/%.o: tests/%.cpp
	@mkdir -p $(@D); echo "  tests/$*"
	@$(CXX) -std=c++20 $(sanitize) -fPIE -c $< -o $@
$(foreach b,$(filter-out $(backends),host model cuda),$(eval $(B)/$b/%: ; @echo "$b back end left out: what it needs is not here (make deps; nvcc)" >&2; exit 1))


all: programs
check: test
.PHONY: all check programs benches lib install tangle stale where test mutants handout pdf web test-web picture pages experiments claims dist clean deps help print-nw
programs: $(foreach b,$(backends),$(programs.$b))  ## build every program for every back end (the default)
	$(say_left_out)

benches: $(foreach b,$(backends),$(benches.$b))  ## build what make experiments runs

lib: $(foreach b,$(filter-out model,$(backends)),$(B)/$b/libww.so $(B)/$b/ww.pc)  ## build the library: -Igenerated/include -Lbuild/host -lww
	$(say_left_out)
# The back end that is installed: the GPU's where the library is made with nvcc.
installed := $(if $(BACKEND),$(or $(filter $(BACKEND),$(filter-out model,$(backends))),$(error BACKEND=$(BACKEND): there is no such library here; there are $(filter-out model,$(backends)))),$(if $(filter cuda,$(backends)),cuda,host))
install: export PREFIX := $(PREFIX)
install: export DESTDIR := $(DESTDIR)
install: $(B)/$(installed)/libww.so $(B)/$(installed)/ww.pc  ## install headers, library and ww.pc (PREFIX=/usr/local; DESTDIR; BACKEND=host for the CPU's)
	@case $$PREFIX in /*) ;; *) PREFIX=$$PWD/$$PREFIX ;; esac; to=$$DESTDIR$$PREFIX; \
	install -d "$$to/include" "$$to/lib/pkgconfig"; \
	cp -r $(gen)/include/ww "$$to/include/"; chmod -R u+w "$$to/include/ww"; \
	install -m 644 $(B)/$(installed)/libww.a $(B)/$(installed)/libww.so "$$to/lib"; \
	$(call pc,$(installed),$$PREFIX/include,$$PREFIX/lib) >"$$to/lib/pkgconfig/ww.pc"; \
	echo "install: the library of the $(installed) back end, in $$to"

tangle: $(if $(call has,notangle),retangle)  ## write generated/ from src.nw/

stale:  ## say whether generated/ is what src.nw/ says, and prose says of results what queries do
	@rm -rf build/stale; for r in $(roots); do doc/tangle $$r build/stale/$$r $(nw); done
	@diff -r build/stale generated >/dev/null || { diff -rq build/stale generated || true; \
	  echo "stale: run make tangle, and commit generated/" >&2; exit 1; }
	@echo "stale: generated/ is what src.nw/ says"
	@bad=$$(noroots $(nw) | grep -vE '^<<(include/ww|include/ww/detail/[a-z]+|lib/[a-z]+|programs|bench|handout)/[A-Za-z0-9-]+\.[a-z]+>>$$' || true); \
	[ -z "$$bad" ] || { echo "stale: no files in generated/'s folders:" $$bad >&2; exit 1; }
	@doc/check-chunks -p src.nw/sort/ -p src.nw/neighbours/ $(nw) $(if $(STRICT),,| tail -n 1 || true)
	@doc/check-numbers $(if $(STRICT),,| tail -n 1 || true)

print-nw:
	@echo $(nw)

# make where FILE:LINE: the place is a goal of its own.
ifneq ($(filter where,$(MAKECMDGOALS)),)
places := $(filter-out where,$(MAKECMDGOALS))
$(foreach place,$(places),$(eval $(subst :,\:,$(place)): ; @:))
endif
where:  ## the chunk of a line of generated/, or what a line of src.nw became (make where FILE:LINE)
	@doc/where $(places)
# For clangd: how each tangled file and each test is compiled on the host. doc/where --clangd leads into src.nw.
edited := $(addprefix $(gen)/,$(filter %.cpp %.cu,$(filter lib/% programs/% bench/%,$(roots)))) $(test_sources)
compile_commands.json: Makefile $(headers)  ## how each file is compiled, for editors
	@{ echo '['; for f in $(edited); do \
	  echo '{"directory": "$(CURDIR)", "file": "'$$f'", "command": "$(strip $(compile.host)) -DWW_FLAGS=\"\" $(test_headers) -c '$$f'"},'; done | sed '$$s/,$$//'; echo ']'; } >$@

# ---- tests ------------------------------------------------------------------------------------------------------
# A test program is run once for each back end; what runs on a device is left out, in a line, where there is none. A
# shell test is run once for each back end that has programs to try (B), or once if its name has no "-input" in it.
# ONLY='host sort' chooses back ends, chapters, or both.
# QUICK=1 is the short form: on the host, without the cases that say [slow], and of the scripts those that try programs. Sanitizers
# have the same cases: what is slow has the same code on more points.
quick := $(if $(filter test check,$(MAKECMDGOALS)),$(QUICK))
scripts := $(if $(SANITIZE)$(quick),$(wildcard tests/*/*-input.sh),$(wildcard tests/*/*.sh))
chapter.vsort := sort
chapter.hood2ps := wagener
chapter.faults := program
script_chapter = $(foreach n,$(firstword $(subst -, ,$(basename $(notdir $1)))),$(or $(chapter.$n),$n))
words := $(if $(filter test check,$(MAKECMDGOALS)),$(ONLY))
chosen_backends := $(or $(filter host model cuda,$(words)),$(if $(quick),host))
chosen_chapters := $(filter-out host model cuda,$(words))
unknown := $(filter-out $(suite_names) $(foreach s,$(scripts),$(call script_chapter,$s)),$(chosen_chapters))
$(if $(unknown),$(error ONLY: no back end and no chapter with tests is called $(unknown); there are host model cuda $(suite_names)))
tested_backends := $(if $(chosen_backends),$(filter $(chosen_backends),$(backends)),$(backends))
runnable := $(if $(gpu),$(tested_backends),$(filter-out cuda,$(tested_backends)))
tested_suites := $(if $(chosen_chapters),$(filter $(chosen_chapters),$(suite_names)),$(suite_names))
tested_scripts := $(foreach s,$(scripts),$(if $(chosen_chapters),$(if $(filter $(call script_chapter,$s),$(chosen_chapters)),$s),$s))
input_scripts := $(filter %-input.sh,$(tested_scripts))
single_scripts := $(if $(chosen_backends),$(if $(chosen_chapters),$(filter-out %-input.sh,$(tested_scripts))),$(filter-out %-input.sh,$(tested_scripts)))
# On the model programs read and refuse what they do on the host: one is tried there.
tried_on = $(foreach s,$(input_scripts),$(if $(filter model,$1),$(filter %/peaks-input.sh,$s),$s))
# The programs that scripts run: NAME-input.sh runs NAME; "$B"/NAME or $B/NAME in it are others.
tried = $(if $(filter test check,$(MAKECMDGOALS)),$(sort $(patsubst %-input.sh,%,$(notdir $(tried_on))) $(shell cat $(tried_on) /dev/null | grep -ohE '\$$B"?/[a-z0-9-]+' | sed 's|.*/||')))
# The model's own tests are the model's; what reads, writes and measures does the same on it as on the host.
absent.host := model
absent.cuda := model
absent.model := files measure program
suites := $(foreach b,$(or $(chosen_backends),$(runnable)),$(addprefix $(B)/$b/tests/,$(filter-out $(absent.$b),$(tested_suites))))
export ASAN_OPTIONS ?= detect_leaks=1:detect_stack_use_after_return=0
# Tests run side by side: a thread that waits sleeps.
export OMP_WAIT_POLICY ?= passive

# Each run leaves its log and its status, RUN.log and RUN.status; `test` shows the logs of those that failed, in order.
suite_runs := $(foreach b,$(runnable),$(foreach t,$(filter-out $(absent.$b),$(tested_suites)),$(B)/run/$b/tests/$t))
input_runs := $(foreach b,$(runnable),$(foreach s,$(call tried_on,$b),$(B)/run/$b/$(notdir $s)))
# The longest first: what grades assignments, and of these what grades the most solutions.
long_scripts := $(foreach a,wagener peaks heaphull density,$(filter %/handout-$a.sh,$(single_scripts)))
single_runs := $(foreach s,$(long_scripts) $(filter-out $(long_scripts),$(single_scripts)),$(B)/run/once/$(notdir $s))
runs := $(single_runs) $(suite_runs) $(input_runs)
record = mkdir -p $(@D); rm -f $@.status; { $1 >$@.log 2>&1 && echo 0 || echo 1; } >$@.status
$(suite_runs): $(B)/run/%: $(B)/% force
	@$(call record,$< $(if $(quick)$(SANITIZE),'~[slow]'))
define input_run
$(B)/run/$1/$(notdir $2): $2 $(filter $(addprefix $(B)/$1/,$(call tried,$1)),$(programs.$1)) force
	@$$(call record,env B=$(B)/$1 $2)
endef
$(foreach b,$(runnable),$(foreach s,$(call tried_on,$b),$(eval $(call input_run,$b,$s))))
.SECONDEXPANSION:
$(single_runs): $(B)/run/once/%: $$(wildcard tests/*/%) force
	@$(call record,env BUILD=$(B) CXX='$(CXX)' NVCC='$(NVCC)' THRUST='$(thrust)' $<)
$(B)/run/once/measure-run.sh: $(if $(filter host,$(backends)),$(B)/host/bench/machine)
$(B)/run/once/gpus-processes.sh: $(if $(filter host,$(backends)),$(addprefix $(B)/host/,density hull points vsort))
$(addprefix $(B)/run/once/,headers.sh): $(filter-out $(B)/model%,$(foreach b,$(runnable),$(B)/$b/libww.so $(B)/$b/ww.pc))
test: $(single_runs) $(suites) $(runs)  ## build and run the tests (ONLY='host sort' chooses; QUICK=1: the short form; SANITIZE=address,undefined: under sanitizers)
	@passed=0; failed=0; for r in $(runs); do name=$${r#$(B)/run/}; \
	  if [ "$$(cat $$r.status)" = 0 ]; then passed=$$((passed + 1)); echo "passed: $$name: $$(grep 'test cases\?)$$' $$r.log || tail -n 1 $$r.log)"; \
	  else failed=$$((failed + 1)); cat $$r.log; echo "failed: $$name" >&2; fi; done; \
	$(if $(filter cuda,$(tested_backends)),$(if $(gpu),,echo "test: cuda back end left out: no GPU$(if $(chosen_backends),, (ONLY=cuda compiles its tests)$(comma) its programs are built by make)";)) \
	echo "$$passed passed, $$failed failed"; [ $$failed = 0 ]

mutants: $(headers) $(addprefix $(gen)/lib/,$(sources))  ## a score of the tests: which small changes of the code do they miss? (ONLY=hull SEED=1 COUNT=40)
	@SEED='$(SEED)' COUNT='$(COUNT)' EVERY='$(EVERY)' tests/mutants $(ONLY)

# ---- assignments ------------------------------------------------------------------------------------------------
# An assignment is what has doc/handout/NAME.tasks. Its text says the numbers of the paper's sections only where the paper was typeset before.
assignments := $(patsubst doc/handout/%.tasks,%,$(wildcard doc/handout/*.tasks))
handed_out := $(if $(filter handout,$(MAKECMDGOALS)),$(or $(ONLY),$(assignments)))
$(if $(filter-out $(assignments),$(handed_out)),$(error ONLY: no assignment is called $(filter-out $(assignments),$(handed_out)); there are $(assignments)))
# A variant has a folder of its own.
handed_variant := $(if $(SEED)$(VARIANT),$(or $(VARIANT),1)-$(or $(SEED),0)/)
handout: $(handed_out:%=build/handout/$(handed_variant)%.tar.gz)  ## make the assignments, for students and instructors: build/handout (ONLY=sort SEED=7 VARIANT=2)
# The seed of the instructors' keys: KEY_SEED, or one that is drawn once.
build/handout/seed: force
	@mkdir -p $(@D); seed=$(KEY_SEED); seed=$${seed:-$$(cat $@ 2>/dev/null || echo $$((RANDOM * 32768 + RANDOM + 1)))}; \
	  echo $$seed | cmp -s - $@ || echo $$seed >$@
# The GPUs that an assignment's reference is compiled for: all when it is handed out. The tests need one, or what is there, and a draft of the text,
# typeset once.
build/handout/archs: force
	@mkdir -p $(@D); $(if $(handed_out),echo '$(CUDA_ARCH)' | cmp -s - $@ || echo '$(CUDA_ARCH)' >$@,[ -e $@ ] || echo '$(firstword $(CUDA_ARCH)) draft' >$@)
build/handout/%.tar.gz: $(nw) $(wildcard doc/handout/*) build/handout/seed build/handout/archs build/results/made $(if $(handed_out),$(wildcard build/typeset/paper.pdf))
	@echo "  handout  $*"
	@MODEL_FLAGS='$(filter -O% -g% -f% -Wno-% -D%,$(filter-out g++,$(compile.model))) -fopenmp -fstack-clash-protection' CUDA_FLAGS='-O3 -lineinfo -Xcompiler -fopenmp' \
	  DRAFT="$$(grep -o draft build/handout/archs)" GENCODE="$$(sed -E 's/draft//; s/[0-9]+/-gencode arch=compute_&,code=sm_&/g' build/handout/archs)" NVCC='$(NVCC)' CXX='$(CXX)' KEY_SEED=$$(cat build/handout/seed) doc/handout/make $* >/dev/null
# For the tests one is made before the others: it compiles what is the same in all.
$(if $(handed_out),,$(patsubst %,build/handout/%.tar.gz,$(filter-out sum,$(assignments)) 2-7/sum)): | build/handout/sum.tar.gz
$(addprefix $(B)/run/once/,$(assignments:%=handout-%.sh)): $(B)/run/once/handout-%.sh: build/handout/%.tar.gz
$(B)/run/once/handout-class.sh: build/handout/sort.tar.gz
$(B)/run/once/handout-course.sh: build/handout/sum.tar.gz
$(B)/run/once/handout-variant.sh: build/handout/sum.tar.gz build/handout/2-7/sum.tar.gz
build/handout/2-7/sum.tar.gz: export WITHOUT_TEXT = $(if $(handed_out),,1)

# ---- experiments ------------------------------------------------------------------------------------------------
# What is built is what runs: on a GPU or else on the host, and on the model; of ONLY=sweep the bench that has it. The GPU's
# own counters are asked of programs.
measured := $(if $(gpu),cuda,host) $(filter model,$(backends))
sweep := $(if $(filter experiments,$(MAKECMDGOALS)),$(ONLY))
declared := (sweep [a-z]+\{|on_gpu\(|return \{)"$(or $(sweep),[a-z0-9-]+)"
# A sweep that was just written is looked for in the bench that its chapter tangles to now.
ifneq ($(and $(sweep),$(call has,notangle),$(nw)),)
$(foreach r,$(filter bench/%.cu,$(roots)),$(shell doc/tangle $r $(gen)/$r $(if $(LINES),-L'#line %L "%F"%N') $(nw)))
endif
sweep_benches := $(if $(sweep),$(patsubst $(gen)/%.cu,%,$(shell grep -lE '$(declared)' $(gen)/bench/*.cu)),$(benches))
counted_programs := $(if $(gpu),$(if $(QUICK),,$(if $(sweep),$(if $(wildcard experiments/*/$(sweep:-ncu=).ncu),$(programs)),$(programs))))
ifeq ($(sweep_benches)$(wildcard experiments/*/$(sweep:-ncu=).ncu),)
$(error ONLY: no sweep is called $(sweep); there are $(shell grep -ohE '$(subst $(sweep),[a-z0-9-]+,$(declared))' $(gen)/bench/*.cu | cut -d'"' -f2 | sort) $(patsubst %.ncu,%-ncu,$(notdir $(wildcard experiments/*/*.ncu))))
endif
# What takes longest to compile is begun first.
longest := lib/sort/sort obj/bench/sort lib/neighbours/density-double lib/neighbours/density obj/bench/heaphull lib/hull/heaphull lib/ranks/gpus
experiments: $(if $(sweep),,$(addprefix $(B)/$(firstword $(measured))/,$(longest:=.o))) $(foreach b,$(measured),$(addprefix $(B)/$b/,$(sweep_benches))) $(addprefix $(B)/cuda/,$(counted_programs))  ## measure (ONLY=sweep QUICK=1 FRESH=1 MACHINE=name)
	@BUILD=$(B) GENERATED=$(gen) experiments/run
	@$(if $(QUICK),,BUILD=$(B) GENERATED=$(gen) experiments/counters)

machine := $(or $(RESULTS),$(shell experiments/best-machine))
results := experiments/results/$(machine)
model := experiments/results/model$(if $(filter %-quick,$(machine)),-quick)
ifneq ($(RESULTS),)
recorded := $(filter-out model model-quick,$(notdir $(wildcard experiments/results/*)))
ifeq ($(filter $(RESULTS),$(recorded)),)
$(error there are no results of $(RESULTS); there are those of $(recorded))
endif
endif
claims: $(gen)/bench/summary.sql  ## check the claims of the paper against the results (RESULTS=machine)
	@echo "claims: on the results of $(machine)"
	@GENERATED=$(gen) experiments/check-claims $(results) $(model) $(if $(filter $(machine),$(shell experiments/best-machine)),--readme README.md --artifact doc/artifact.md)

# ---- the paper --------------------------------------------------------------------------------------------------
# What the results say is computed anew when any of them, or any query, changed, or another machine was chosen.
queries := $(wildcard experiments/*/*.sql experiments/*/*.numbers) $(addprefix experiments/,claims predictions check-claims report common.sh)
figures := $(patsubst %.gp,build/figures/%.tex,$(notdir $(wildcard figures/*/*.gp)))
chosen := build/results/chosen
$(chosen): force
	@mkdir -p $(@D); echo $(machine) | cmp -s - $@ || echo $(machine) >$@
build/results/made: $(chosen) $(queries) $(gen)/bench/summary.sql $(wildcard experiments/results/*/* $(results)/counters/*)
	@echo "  results  $(machine)"
	@GENERATED=$(gen) experiments/report $(results) $(model) build/results
	@touch $@
# A figure that shows what a program does, and not what was measured, has a script that runs it.
build/drawn/%.ran: $$(wildcard figures/*/$$*.sh) $(addprefix $(B)/host/,points wagener peaks density)
	@mkdir -p $(@D); B=$(B)/host OUT=build/drawn $<; touch $@
build/figures/%.tex: $$(wildcard figures/*/$$*.gp) figures/style.gp build/results/made $$(if $$(wildcard figures/*/$$*.sh),build/drawn/$$*.ran)
	@mkdir -p $(@D); echo "  figure  $*"
	@gnuplot -e "data='build/results'; drawn='build/drawn'; out='$@'" figures/style.gp $<
build/weave/paper.tex: $(nw) doc/weave
	@echo "  weave  paper"
	@doc/weave -d paper -o $@ $(nw)
bib := $(wildcard doc/*.bib doc/bib/*.bib)
epoch := $(or $(shell git log -1 --format=%ct 2>/dev/null),0)
typeset := paper.tex doc/glance.tex doc/warpweave.sty doc/latexmkrc doc/check-log $(bib) build/results/made $(figures)
build/typeset/paper.pdf: build/weave/paper.tex $(typeset)
	@echo "  typeset  paper"
	@mkdir -p $(@D)
	@SOURCE_DATE_EPOCH=$(epoch) latexmk -r doc/latexmkrc paper.tex >build/typeset/paper.latexmk 2>&1 || \
	  { grep -A 5 '^!\|:[0-9]*: ' build/typeset/paper.log | head -n 40 >&2; echo "paper: see build/typeset/paper.latexmk" >&2; rm -f $@; exit 1; }
	@touch $@
paper.pdf: build/typeset/paper.pdf
	@doc/check-log build/typeset/paper.log
	@$(if $(RESULTS),,doc/check-numbers --results build/results)
	@cp $< $@
# The web: every line of every file, as pages that a browser reads from the disk.
build/weave/web.noweb: $(nw) doc/weave
	@echo "  weave  web"
	@doc/weave -d web -o $@ $(nw)
build/web/index.html: build/weave/web.noweb doc/web doc/web.tex doc/web.css doc/web.js doc/check-web paper.tex doc/warpweave.sty $(bib) build/results/made $(figures)
	@$(if $(call has,pandoc),,echo "web: pandoc is not here: make deps web" >&2; exit 2;) doc/web $< $(results) build/web $(nw)
	@doc/check-web build/web $(nw)
web: build/web/index.html  ## the whole program as pages for a browser: build/web/index.html (make deps web: with what it needs)
# In a browser: Chromium, driven by what pip brings into build/venv.
test-web: build/web/index.html build/venv/made  ## load the pages in Chromium, at two widths, and search in them (make deps test-web)
	@build/venv/bin/python tests/web build/web
build/venv/made:
	@mkdir -p build; python3 -m venv build/venv; build/venv/bin/pip -q install playwright axe-playwright-python; touch $@
# Three of the front's pages, side by side.
picture: paper.pdf  ## README's picture, doc/results.png, from the front pages of the paper
	@mkdir -p build/picture; printf '%s\n' '\documentclass{article}\usepackage[paperwidth=300mm,paperheight=168mm,margin=3mm]{geometry}\usepackage{graphicx}\pagestyle{empty}' \
	  '\begin{document}\noindent' $(foreach p,4 8 11,'\includegraphics[page=$p,trim=80 55 60 52,clip,width=0.328\linewidth]{paper.pdf}\hfill') '\end{document}' >build/picture/picture.tex
	@lualatex -interaction=batchmode -output-directory=build/picture build/picture/picture.tex >build/picture/said
	@pdftocairo -png -singlefile -r 110 build/picture/picture.pdf doc/results
pages: build/typeset/paper.pdf  ## count the paper's pages without pictures, those nearly empty, and labels that overlap
	@doc/check-pages build/typeset
pdf: paper.pdf  ## typeset the paper from recorded results (RESULTS=machine)

# ---- the rest ---------------------------------------------------------------------------------------------------
version := $(or $(shell git describe --always --dirty 2>/dev/null),$(shell cat VERSION 2>/dev/null),unknown)
dist: paper.pdf tangle  ## pack the sources and the paper into build/warp-and-weave-VERSION.tar.gz
	@git rev-parse --git-dir >/dev/null 2>&1 || { echo "dist: needs the git repository" >&2; exit 2; }
	@name=warp-and-weave-$(version); rm -rf build/dist; mkdir -p build/dist/$$name; \
	git ls-files -z | tar cf - --null -T - | tar xf - -C build/dist/$$name; \
	cp paper.pdf build/dist/$$name; echo $(version) >build/dist/$$name/VERSION; \
	tar czf build/$$name.tar.gz -C build/dist $$name; echo build/$$name.tar.gz

help:  ## list the targets and the variables
	@echo "Targets:"
	@sed -n 's/^\([a-z_.-]*\):.*  ## \(.*\)/\1\t\2/p' Makefile | awk -F'\t' '{printf "  %-12s %s\n", $$1, $$2}'
	@echo "Variables:"
	@printf '  %-28s %s\n' \
	  RESULTS=machine "results to print, of experiments/results/ (now: $(machine))" \
	  "backends='host model'" "back ends to build (now: $(backends))" \
	  SANITIZE=address,undefined "build and test the host back end under sanitizers" \
	  CUDA_ARCH="90" "GPU architectures to compile for (now: $(CUDA_ARCH))" \
	  PTX= "leave out what later GPUs may compile (now: $(PTX))" \
	  CUSORT=folder "where libcusort.cuh is, a radix sort to be timed beside ours" \
	  CCCL=folder "where a newer CCCL is, whose CUB is timed beside the toolkit's" \
	  IPS4O=folder "where IPS4o is, a sort of the CPU" \
	  "OTHERS='cgal qhull'" "hulls of installed packages, to be timed beside ours" \
	  VQHULL=folder "where include/vqhull.h and libvqhull.a are, for the same" \
	  CLUE=folder "where libclue.a is, CLUEstering, to be timed beside density peaks" \
	  LINES=1 "compile a copy whose errors and reports point into src.nw/" \
	  "ONLY='host sort'" "for test: back ends and chapters; for mutants: chapters or rooms" \
	  "SEED=1 COUNT=40 EVERY=barriers" "for mutants: a sample, or every barrier and atomic" \
	  "SEED=7 VARIANT=2" "for handout: other numbers; other names, and another task (KEY_SEED=9: the numbers of the instructors' key)" \
	  "ONLY=sweep QUICK=1 FRESH=1" "for experiments: one sweep; a short form; measure again" \
	  MACHINE=name "for experiments: the name to record under"

deps:  ## install what is missing (Debian, Ubuntu)
	@:

clean:  ## remove everything made but generated/ and recorded results
	rm -rf build paper.pdf

include $(wildcard $(foreach b,$(backends),$(addprefix $(B)/$b/,*.d obj/*.d obj/bench/*.d obj/tests/*.d obj/tests/*/*.d lib/*/*.d)))
