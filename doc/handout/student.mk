# make        build the program for the model, and for the GPU where there is nvcc
# make test   run the cases, without points
# make report CASE=NAME  what the model counted in this case, by source line
# make grade  run them as the grader does; points to the terminal, and to grade.json and gradescope.json
NAME := @NAME@
LIBRARY := @LIBRARY@
export WW_SEED := @SEED@
CXX ?= g++
# Seconds that a case may take, and the key.
LIMIT ?= 60
KEY ?= $(NAME).key
NVCC ?= $(firstword $(shell command -v nvcc 2>/dev/null) $(wildcard /usr/local/cuda/bin/nvcc))
gpu := $(if $(NVCC),$(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -dc 0-9))
# The model needs Boost.Context. Where there is none, a GPU is enough for the tests.
boost := $(shell printf '\043if __has_include(<boost/context/detail/fcontext.hpp>)\nint main() {}\n\043endif\n' | $(CXX) -std=c++20 -x c++ - -lboost_context -o /dev/null >/dev/null 2>&1 && echo yes)
timed := $(if $(gpu),$(wildcard reference/cuda.a))
$(if $(boost)$(timed),,$(if $(filter clean,$(MAKECMDGOALS)),,$(error neither Boost.Context nor a GPU with nvcc: install libboost-context-dev)))
.DELETE_ON_ERROR:
model := $(CXX) -std=c++20 @MODEL@ -Wall -Wno-unused -I. -Ibuild/first -Iinclude -x c++
link := $(CXX) @lib/link
cuda := $(NVCC) -std=c++20 @CUDA@ $(if $(gpu),-arch=native) -diag-suppress 177 -I. -Iinclude -x cu
objects = $(patsubst %,build/$1/%.o,$(NAME) cases $(LIBRARY))
# The model is compiled by itself, without the instruments that it gives to the rest.
plain := build/model/host.o build/model/model.o build/model/cases.o
programs := $(if $(boost),build/model/$(NAME)) $(if $(gpu),build/cuda/$(NAME))

all: $(programs) build/grade
test: all
	@for p in $(programs); do echo "$$p"; $$p || true; done
judges := $(if $(boost),build/model/reference) $(if $(timed),build/cuda/reference)
judges: $(judges)
# Where there is nvcc, it says what is no code for a device.
checked: $(programs) $(if $(NVCC),build/cuda/$(NAME).o)
grade: all $(judges) checked
	@build/grade $(KEY) $(if $(boost),build/model/$(NAME) build/model/reference,- -) $(if $(timed),--gpu build/cuda/$(NAME) build/cuda/reference) \
	  --seconds $(LIMIT) --json grade.json --gradescope gradescope.json
# What the reference does, as your program would say it.
reference: build/$(if $(boost),model,cuda)/reference
	@$<
# Your program's counts in one case, by source line: make report CASE='name of the case'
report: build/model/$(NAME)
	@$< --report "$(CASE)"
clean:
	rm -rf build grade.json gradescope.json
.PHONY: all test checked grade judges reference report clean

build/model/$(NAME): $(call objects,model)
	@$(link) $^ -lboost_context -o $@
build/model/reference: reference/model.a $(filter-out build/model/$(NAME).o,$(call objects,model))
	@$(link) $(filter %.o,$^) reference/model.a -lboost_context -o $@
# What the cases include is compiled once.
build/first/handout/cases.h.gch: include/handout/cases.h
	@mkdir -p $(@D); $(model) -fsanitize=thread -w -x c++-header -c $< -o $@
# No word in the solution may speak for the grader, nor may what it was compiled to.
build/looked: $(NAME).cuh lib/look lib/allowed
	@mkdir -p $(@D) && CXX='$(CXX)' lib/look $(NAME) && touch $@
build/model/$(NAME).o: $(NAME).cu build/looked build/first/handout/cases.h.gch
	@mkdir -p $(@D); echo "  model  $(NAME)"
	@$(model) -fsanitize=thread -c $< -o $@
	@lib/look $(NAME) $@
build/model/%.o: lib/%.cpp
	@mkdir -p $(@D); echo "  model  $*"
	@$(model) $(if $(filter $@,$(plain)),-O2,-fsanitize=thread) -g0 -c $< -o $@
build/cuda/$(NAME): $(filter-out build/cuda/host.o,$(call objects,cuda))
	@$(NVCC) -arch=native $^ -lgomp -o $@
build/cuda/reference: reference/cuda.a $(filter-out build/cuda/host.o build/cuda/$(NAME).o,$(call objects,cuda))
	@$(NVCC) -arch=native $(filter %.o,$^) reference/cuda.a -lgomp -o $@
build/cuda/$(NAME).o: $(NAME).cu build/looked
	@mkdir -p $(@D); echo "  cuda   $(NAME)"
	@$(cuda) -c $< -o $@
build/cuda/%.o: lib/%.cpp
	@mkdir -p $(@D); echo "  cuda   $*"
	@$(cuda) -c $< -o $@
build/grade: lib/grade.cc
	@mkdir -p $(@D); $(CXX) -std=c++20 -O1 $< -o $@
