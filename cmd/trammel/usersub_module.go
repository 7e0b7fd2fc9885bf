package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/inspect"
	"github.com/trammel-mbd/trammel/usersub/wasm"
)

// Compilers that make WebAssembly, in place of those for libraries.
var (
	langWasmC   = &language{"C", "clang", "WASM_CC", "clang lld", langC.flags[:2]}
	langWasmCPP = &language{"C++", "clang++", "WASM_CXX", "clang lld", nil}
)

const wasmTarget = "--target=wasm32-wasi"

// buildModule makes a module of the sources in place of a library, with what they use of C's
// library in it. All functions are exported; those that nothing defines, the utilities among
// them, are imported.
func (b *libraryBuilder) buildModule() error {
	l := langWasmC
	for _, x := range b.langs {
		switch x {
		case langFortran:
			return errors.New("no compiler of Fortran makes WebAssembly here: C and C++ can be built with --wasm")
		case langCPP:
			l = langWasmCPP
		}
	}
	if _, err := exec.LookPath("wasm-ld"); err != nil && !compilerFindsLinker(l) {
		return errors.New("the linker wasm-ld is not installed\n  hint: install the package lld")
	}
	if err := checkWasmLibrary(l); err != nil {
		return err
	}
	include, err := installHeaders()
	if err != nil {
		return fmt.Errorf("the headers cannot be written: %w", err)
	}
	// The stack comes first in memory, so that recursion without end traps in place of
	// spoiling data.
	args := []string{"-mexec-model=reactor", "-fvisibility=default", "-fno-math-errno", "-ffp-contract=off", "-I", include,
		"-Wl,--export-dynamic", "-Wl,--allow-undefined", "-Wl,--export-if-defined=malloc", "-Wl,--export-if-defined=fflush", "-Wl,--stack-first", "-Wl,-z,stack-size=1048576"}
	if b.debug {
		args = append(args, "-O1", "-g")
	} else {
		args = append(args, "-O2", "-Wl,--strip-debug")
	}
	if l == langWasmCPP {
		args = append(args, "-fno-exceptions", "-fno-rtti")
		if !compilerFindsFiles(l, "-print-file-name=libc++.a") {
			args = append(args, "-nostdlib++")
		}
	}
	args = slices.Concat(args, l.flags, b.flags, b.sources, b.objects)
	return b.runCompiler(l, wasmTarget, args, b.output)
}

// checkWasmLibrary refuses a compiler that finds no library of C for WebAssembly: wasi-libc, and
// what compilers need besides.
func checkWasmLibrary(l *language) error {
	command, err := l.compilerCommand()
	if err != nil {
		return err
	}
	if compilerFindsFiles(l, "-print-libgcc-file-name", "-print-file-name=libc.a", "-print-file-name=crt1-reactor.o") {
		return nil
	}
	version := "VERSION"
	if out, err := exec.Command(command[0], append(command[1:], "-dumpversion")...).Output(); err == nil {
		version, _, _ = strings.Cut(strings.TrimSpace(string(out)), ".")
	}
	return fmt.Errorf("%s finds no library of C for WebAssembly\n  hint: install the packages wasi-libc and libclang-rt-%s-dev-wasm32",
		command[0], version)
}

// compilerFindsFiles reports whether a compiler answers queries with files that exist.
func compilerFindsFiles(l *language, queries ...string) bool {
	command, err := l.compilerCommand()
	if err != nil {
		return false
	}
	for _, q := range queries {
		out, err := exec.Command(command[0], append(command[1:], wasmTarget, q)...).Output()
		path := strings.TrimSpace(string(out))
		if err != nil || !filepath.IsAbs(path) {
			return false
		}
		if _, err := os.Stat(path); err != nil {
			return false
		}
	}
	return true
}

// compilerFindsLinker reports whether a compiler finds the linker itself.
func compilerFindsLinker(l *language) bool {
	command, err := l.compilerCommand()
	if err != nil {
		return true // which is said later
	}
	out, err := exec.Command(command[0], append(command[1:], wasmTarget, "-print-prog-name=wasm-ld")...).Output()
	return err == nil && filepath.IsAbs(strings.TrimSpace(string(out)))
}

// inspectWasmModule loads the routines of a module, which finds what it lacks and arguments that
// are not those of the routine.
func inspectWasmModule(r *inspect.Report) {
	l := &wasm.Loader{Log: slog.New(slog.DiscardHandler), Output: io.Discard}
	defer l.Close()
	ref := usersub.Ref{Library: absolutePath(r.File), Element: "inspect"}
	said := map[string]bool{}
	try := func(x inspect.Routine) {
		ref.Function = x.Symbol
		if ref.Dialect = x.Dialect; ref.Dialect == "ms" {
			ref.Dialect = ""
		}
		_, err := l.Load(&ref, usersub.FindRoutine(x.Routine))
		var e *usersub.LoadError
		if errors.As(err, &e) && !e.Lacks && !said[e.Reason] {
			said[e.Reason] = true
			r.AddLoadProblem(inspect.Problem{Reason: e.Reason, Hint: e.Hint, Detail: e.Detail})
		}
	}
	for _, x := range r.Routines {
		try(x)
	}
	if len(r.Routines) == 0 { // nothing is known of its functions' arguments
		try(inspect.Routine{Symbol: "", Routine: usersub.VARSUB.Name})
	}
}
