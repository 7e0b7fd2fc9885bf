package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/trammel-mbd/trammel/core/run"
	"github.com/trammel-mbd/trammel/usersub/inspect"
)

func (t *tool) usersubBuildCommand() *cobra.Command {
	var b libraryBuilder
	cmd := &cobra.Command{
		Use:   "build SOURCE... [-o LIBRARY] [--wasm] [--debug] [-- FLAGS]",
		Short: "Build a shared library or WebAssembly module from sources in C, C++ and Fortran",
		Long: `Compiles and links user subroutines. The compiler follows from the suffix:

  .c                                     gcc       (or $CC)
  .cpp .cc .cxx .C                       g++       (or $CXX)
  .f .for .f77 .f90 .f95 .f03 and capitals   gfortran  (or $FC)

Sources in several languages are compiled one by one and linked together;
objects and libraries (.o .a .so) are linked as they are. The headers that
sources include (trammel_usersub.h, msolve.h, slv_c_utils.h, ...) come with
this program. What follows -- goes to each compiler. Every line that is run is
printed.

Sources are taken as they come from Adams and MotionSolve on Windows. Fortran
is read as Intel's and Compaq's compilers read it: lines of any length, tabs,
DEC's extensions, #ifdef, the directives !DEC$ IF, modules in any order, USE
IFPORT, DFLIB and IFWIN. C may include windows.h, use the functions with _s and
__declspec, and spell headers with other letters; C++ in a .c is compiled as
C++. Lines that had to be changed are noted; directives that would change how
values are passed are refused.

With --wasm sources in C and C++ become a WebAssembly module (.wasm), which runs on every
system and can harm nothing outside of it. That needs clang (or $WASM_CC, $WASM_CXX) and
wasm-ld, and C's library for WebAssembly: the packages wasi-libc and
libclang-rt-VERSION-dev-wasm32 (VERSION is clang's). The machine that runs the module needs
none of them.

On Windows a library (.dll) is made by MinGW's compilers, with their run-time libraries in it, so that it runs
on machines without them. For Microsoft's or Intel's compilers this command, where gcc is missing, names the lines
that make a library.

The library is examined afterwards, as by usersub inspect.

  trammel usersub build road.c
  trammel usersub build road.f90 contact.cpp -o mylib.so
  trammel usersub build --debug road.c -- -DSLOPE=3 -Wall
  trammel usersub build --wasm road.c

Exit codes: 0 built and loadable, 4 it is not (the compiler's messages are
shown), 2 mistake in the command line.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if n := cmd.ArgsLenAtDash(); n >= 0 {
				args, b.flags = args[:n], args[n:]
			}
			if len(args) == 0 {
				return errors.New("the source is missing")
			}
			if err := b.classifyFilesAndNameLibrary(args); err != nil {
				return err
			}
			t.buildLibrary(&b)
			return nil
		},
	}
	cmd.Flags().StringVarP(&b.output, "output", "o", "", "library to be made (default: named like the first source, .so, .dll or .wasm, in the current folder)")
	cmd.Flags().BoolVar(&b.wasm, "wasm", false, "make a WebAssembly module")
	cmd.Flags().BoolVar(&b.debug, "debug", false, "for a debugger: no optimisation, line numbers")
	return cmd
}

// buildLibrary makes a library and says what is in it.
func (t *tool) buildLibrary(b *libraryBuilder) {
	b.print = func(line string) { fmt.Fprintln(t.data, line) }
	b.note = func(format string, args ...any) { t.con.printMessage(quiet, "note", format, args...) }
	b.messages = t.con
	if err := b.compileAndLink(); err != nil {
		t.con.printMessage(bad, "error", "%v", err)
		t.code = run.ExitLoad
		return
	}
	r := t.inspectFile(b.output, false)
	if !r.Loads {
		fmt.Fprint(t.con, r.Text())
		t.con.printMessage(bad, "error", "%s was built, but it would not load", b.output)
		t.code = run.ExitLoad
		return
	}
	fmt.Fprintf(t.data, "built %s: %s\n", b.output, libraryContentsLine(r))
	for _, n := range r.Notes {
		t.con.printMessage(quiet, "note", "%s", n)
	}
}

// libraryContentsLine is one line on what a library offers.
func libraryContentsLine(r *inspect.Report) string {
	var list []string
	for _, x := range r.Routines {
		list = append(list, fmt.Sprintf("%s (%s)", x.Routine, x.Element))
	}
	if len(list) == 0 {
		return "functions " + strings.Join(r.Candidates, ", ")
	}
	return strings.Join(list, ", ")
}

// libraryNameOfSource is the library that is made of a source.
func libraryNameOfSource(source string, module bool) string {
	base := filepath.Base(source)
	suffix := librarySuffix
	if module {
		suffix = ".wasm"
	}
	return strings.TrimSuffix(base, filepath.Ext(base)) + suffix
}

// explicitLocalPath makes a name that the dynamic linker and compilers take for a file.
func explicitLocalPath(path string) string {
	if strings.HasPrefix(path, "-") {
		return "." + string(os.PathSeparator) + path
	}
	return path
}
