# `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# As `scripts/build` does.
SWIFT ?= env LD_PRELOAD=libjemalloc.so.2 swift
PREFIX ?= /usr/local
DESTDIR ?=

# As `scripts/build` does.
RELEASE := -c release -Xswiftc -enable-testing -debug-info-format none
COMPASS := .build/release/compass
SOURCES := Package.swift $(shell find Sources plugins -type f 2>/dev/null)
SHARE := $(DESTDIR)$(PREFIX)/share

.PHONY: run
run: ## install what a build needs, build, and run the highlight-video pipeline on examples/
	@scripts/setup build
	$(SWIFT) build $(RELEASE) --product compass
	@scripts/demo $(COMPASS)

.PHONY: test
test: export COMPASS_PROGRAM = $(CURDIR)/$(COMPASS)
test: ## install what the tests need and run them, warnings being errors
	@scripts/setup build
	@scripts/unsteady begin
	@mkdir -p .build
	@scripts/setup test >.build/setup.log 2>&1 & setup=$$!; \
	    COMPASS_STRICT=1 scripts/build; \
	    wait $$setup || { cat .build/setup.log >&2; exit 1; }
	scripts/run-tests --skip "$$(scripts/crash-suites)"
	scripts/run-tests --filter "$$(scripts/crash-suites)" --workers 4
	@scripts/check-api >.build/check-api.log 2>&1 & api=$$!; failed=0; \
	    trap 'kill $$api 2>/dev/null || true' EXIT; \
	    scripts/check-pages --browser chromium --browser firefox || failed=1; \
	    wait $$api || failed=1; \
	    cat .build/check-api.log; exit $$failed
	@scripts/unsteady report

.PHONY: nightly
nightly: ## what `make test` leaves out: every page in every size, kills, sanitizers, made-up input; takes hours
	@scripts/setup build test check bench nightly
	@scripts/nightly

# `make plugin-test NAME` and `make plugin-test NAME=NAME`: what stands behind it is no target of its own.
ifeq (plugin-test,$(firstword $(MAKECMDGOALS)))
NAME ?= $(word 2,$(MAKECMDGOALS))
$(eval $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS)):;@:)
endif

.PHONY: plugin-test
plugin-test: ## the tests of one plugin alone: make plugin-test sidecar
	@scripts/setup build
	@scripts/plugin-test $(NAME)

.PHONY: test-pages
test-pages: export COMPASS_PROGRAM = $(CURDIR)/$(COMPASS)
test-pages: ## run all tests of the pages, in Chromium and Firefox
	@scripts/setup build test
	$(SWIFT) build $(RELEASE) --product compass
	@scripts/check-pages --all --browser chromium --browser firefox

.PHONY: soak
soak: ## the long tests: a thousand kills, 100,000 files, years of schedules
	@scripts/setup build test
	@scripts/soak

.PHONY: sanitize
sanitize: ## the tests and the examples under the address and the thread sanitizer
	@scripts/setup build test
	@scripts/sanitize

.PHONY: fuzz
fuzz: ## made-up input for everything that reads input from outside, half a minute each
	@scripts/setup build
	@scripts/fuzz

.PHONY: bench
bench: ## measure speed and memory; the figures of docs/performance.md
	@scripts/setup build bench
	$(SWIFT) build $(RELEASE) --product compass
	$(SWIFT) build $(RELEASE) --product compass-bench
	$(COMPASS)-bench

.PHONY: bench-server
bench-server: ## measure the server: lists under load, bytes beside rclone, idle streams
	@scripts/setup build bench
	$(SWIFT) build $(RELEASE) --product compass
	$(SWIFT) build $(RELEASE) --product compass-bench
	@scripts/bench-server $(OPTIONS)

.PHONY: bench-pages
bench-pages: ## measure the pages as a phone sees them: when they show, what moves, bytes; rounds with OPTIONS=9
	@scripts/setup build test
	$(SWIFT) build $(RELEASE) --product compass
	@scripts/bench-pages $(OPTIONS)

.PHONY: bench-peers
bench-peers: ## measure compass beside plain Python, a shell script, Luigi, Dagster and Prefect; choose with OPTIONS="--peers plain --docs 300"
	@scripts/setup build bench
	$(SWIFT) build $(RELEASE) --product compass
	@scripts/bench-peers --compass $(COMPASS) $(OPTIONS)

.PHONY: check
check: ## formatting, layering, generated files, habits
	@scripts/setup build check
	@scripts/check

.PHONY: format
format: ## format every Swift file in place
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests plugins

.PHONY: generate
generate: ## write the reference in docs/, schema/ and systemd/ again from the declarations
	@scripts/setup build check
	@scripts/generate

$(COMPASS): $(SOURCES)
	@scripts/setup build
	$(SWIFT) build $(RELEASE) --product compass
	@touch $@

.PHONY: install
install: $(COMPASS) ## install into PREFIX (/usr/local), below DESTDIR if set
	install -D -m 755 $(COMPASS) $(DESTDIR)$(PREFIX)/bin/compass
	install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	$(COMPASS) completions bash > $(SHARE)/bash-completion/completions/compass
	$(COMPASS) completions zsh > $(SHARE)/zsh/site-functions/_compass
	$(COMPASS) completions fish > $(SHARE)/fish/vendor_completions.d/compass.fish
	install -D -m 644 -t $(SHARE)/man/man1 docs/man/*.1
	install -D -m 644 -t $(SHARE)/man/man5 docs/man/*.5
	install -D -m 644 -t $(SHARE)/man/man7 docs/man/*.7
	install -D -m 644 -t $(SHARE)/compass/pipelines pipelines/*.yaml
	install -D -m 644 -t $(SHARE)/compass/pipelines/fixtures pipelines/fixtures/*
	install -D -m 644 -t $(SHARE)/compass/schema schema/*.json
	install -d $(SHARE)/compass/plugins
	cp -r plugins/media-facts plugins/transcript-gpa $(SHARE)/compass/plugins/
	install -D -m 644 -t $(SHARE)/compass/systemd systemd/*
	install -D -m 644 -t $(SHARE)/doc/compass README.md CHANGELOG.md CONTRIBUTING.md LICENSE
	# In the same folders as here, so that links between them hold.
	cp -r docs $(SHARE)/doc/compass/
	rm -r $(SHARE)/doc/compass/docs/man
	install -D -m 644 -t $(SHARE)/doc/compass/examples examples/*
	ln -sfn ../../compass/schema ../../compass/plugins $(SHARE)/doc/compass/

.PHONY: clean
clean: ## remove what was built and what `make run` left
	rm -rf .build .demo

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
