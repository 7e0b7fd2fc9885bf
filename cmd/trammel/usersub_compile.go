package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
)

// language is one that sources of routines are written in.
type language struct {
	name, compiler, variable, packages string
	flags                              []string
}

var (
	// Old sources leave out prototypes and types; newer compilers refuse that
	// unless an option forbids it.
	langC = &language{"C", "gcc", "CC", "gcc", []string{"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
		"-Wno-error=int-conversion", "-Wno-error=incompatible-pointer-types"}}
	langCPP = &language{"C++", "g++", "CXX", "g++", nil}
	// Fortran is taken as Intel's compiler takes it: with DEC's extensions, and local arrays keep their values between calls.
	langFortran = &language{"Fortran", "gfortran", "FC", "gfortran", []string{"-std=legacy", "-fdec", "-fmax-stack-var-size=16"}}
)

// compilerLanguageOfSource returns the language of a source by its suffix, nil for others.
func compilerLanguageOfSource(file string) *language {
	ext := filepath.Ext(file)
	switch strings.ToLower(ext) {
	case ".c":
		if ext == ".C" {
			return langCPP
		}
		return langC
	case ".cpp", ".cc", ".cxx", ".c++":
		return langCPP
	case ".f", ".for", ".ftn", ".f77", ".fpp", ".f90", ".f95", ".f03", ".f08":
		return langFortran
	}
	return nil
}

// compilerCommand returns the compiler as a command, of one word or several.
func (l *language) compilerCommand() ([]string, error) {
	command := strings.Fields(os.Getenv(l.variable))
	if len(command) == 0 {
		command = []string{l.compiler}
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		return nil, fmt.Errorf("the %s compiler %s is not installed\n  hint: %s, or name another compiler in %s",
			l.name, command[0], l.compilerInstallHint(), l.variable)
	}
	return command, nil
}

// libraryBuilder makes a library.
type libraryBuilder struct {
	output   string
	debug    bool
	wasm     bool // a WebAssembly module
	flags    []string
	print    func(line string)
	note     func(format string, args ...any)
	messages io.Writer

	sources []string
	objects []string // and libraries
	langs   []*language
}

// classifyFilesAndNameLibrary distinguishes sources from objects and chooses the name of the library.
func (b *libraryBuilder) classifyFilesAndNameLibrary(files []string) error {
	for _, f := range files {
		l := compilerLanguageOfSource(f)
		switch ext := filepath.Ext(f); {
		case f == "":
			return errors.New("the name of a source is empty")
		case l != nil:
			b.sources = append(b.sources, explicitLocalPath(f))
			if !slices.Contains(b.langs, l) {
				b.langs = append(b.langs, l)
			}
		case ext == ".o" || ext == ".a" || strings.EqualFold(ext, librarySuffix):
			b.objects = append(b.objects, explicitLocalPath(f))
		case strings.EqualFold(ext, ".py"):
			return fmt.Errorf("%s is a Python script: it needs no building", f)
		case ext == ".go":
			return fmt.Errorf("%s is a plugin in Go: build it with go build", f)
		default:
			return fmt.Errorf("%s has no suffix of a source: .c .cpp .cc .cxx .f .for .f90 are", f)
		}
	}
	if b.output == "" {
		b.output = libraryNameOfSource(files[0], b.wasm)
	}
	b.output = explicitLocalPath(b.output)
	if slices.Contains(files, b.output) {
		return fmt.Errorf("%s is to be read and to be written", b.output)
	}
	return nil
}

// withoutSyscall takes the name of the system call off an error of a file.
func withoutSyscall(err error, file string) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: %w", file, p.Err)
	}
	return err
}

func (b *libraryBuilder) compileAndLink() error {
	for _, f := range slices.Concat(b.sources, b.objects) {
		if _, err := os.Stat(f); err != nil {
			return withoutSyscall(err, f)
		}
	}
	if b.wasm {
		return b.buildModule()
	}
	work, err := os.MkdirTemp("", "trammel-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	units, err := b.prepareSources(work)
	if err != nil {
		return err
	}
	solver, err := solverLinkFiles()
	if err != nil {
		return err
	}
	if l, flags, files, ok := combineForOneCompilerCall(units); ok {
		return b.runCompiler(l, "-shared", slices.Concat(b.compilerOptions(l, flags), files, b.objects, solver), b.output)
	}
	return b.compileSeparately(work, units, solver)
}

// compileSeparately compiles each source by itself and links the objects with the
// compiler that knows most about its language's run-time library.
func (b *libraryBuilder) compileSeparately(work string, units []*sourceUnit, solver []string) error {
	var objects []string
	langs := map[*language]bool{}
	for i, u := range units {
		langs[u.lang] = true
		object := filepath.Join(work, fmt.Sprintf("%d-%s.o", i, filepath.Base(u.source)))
		if err := b.runCompiler(u.lang, "-c", append(b.compilerOptions(u.lang, u.flags), u.compilerArguments()...), object); err != nil {
			return err
		}
		objects = append(objects, object)
	}
	linker, more := langC, []string{}
	switch {
	case langs[langFortran]:
		linker = langFortran
		if langs[langCPP] {
			more = []string{"-lstdc++"}
		}
	case langs[langCPP]:
		linker = langCPP
	}
	return b.runCompiler(linker, "-shared", slices.Concat(positionFree, objects, b.objects, b.linkerFlags(), more, solver), b.output)
}

// linkerFlags are the flags for the linker among those given.
func (b *libraryBuilder) linkerFlags() []string {
	return slices.DeleteFunc(slices.Clone(b.flags), func(f string) bool {
		return !strings.HasPrefix(f, "-l") && !strings.HasPrefix(f, "-L") && !strings.HasPrefix(f, "-Wl,") && !strings.HasPrefix(f, "-f")
	})
}

// compilerOptions are the flags for a language, for a source and those of the command line, which have the last word.
func (b *libraryBuilder) compilerOptions(l *language, flags []string) []string {
	list := slices.Clone(positionFree)
	if b.debug {
		list = append(list, "-O0", "-g")
	} else {
		list = append(list, "-O2")
	}
	return slices.Concat(list, l.flags, flags, b.flags)
}

// runCompiler calls a compiler; libraries among the arguments come last.
func (b *libraryBuilder) runCompiler(l *language, how string, args []string, output string) error {
	command, err := l.compilerCommand()
	if err != nil {
		return err
	}
	libs := slices.DeleteFunc(slices.Clone(args), func(s string) bool { return !strings.HasPrefix(s, "-l") })
	rest := slices.DeleteFunc(slices.Clone(args), func(s string) bool { return strings.HasPrefix(s, "-l") })
	command = slices.Concat(command, []string{how}, rest, libs, []string{"-o", output})
	b.print(shellQuote(command))
	cmd := exec.Command(command[0], command[1:]...)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err = cmd.Run()
	_, _ = b.messages.Write(text.Bytes())
	if err != nil {
		return fmt.Errorf("%s found errors (%v)%s", command[0], err, compilerHints(text.String()))
	}
	return nil
}

// shellQuote writes a command as a shell reads it.
func shellQuote(command []string) string {
	words := make([]string, len(command))
	for i, w := range command {
		if w == "" || strings.ContainsAny(w, " \t\n'\"\\$&|;<>()*?[]{}#~`!") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		words[i] = w
	}
	return strings.Join(words, " ")
}

// installHeaders writes the headers into the user's cache and returns their folder,
// whose name reports their contents.
func installHeaders() (string, error) {
	files, sum, err := readEmbeddedFiles(sdk.Headers, "c/include")
	if err != nil {
		return "", err
	}
	return writeToUserCache("include-"+sum, files)
}

// writeToUserCache writes files into a folder of the user's cache.
func writeToUserCache(name string, files map[string][]byte) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	for _, root := range []string{filepath.Join(cache, "trammel"), ""} {
		dir, e := storeFilesInFolder(root, name, files)
		if e == nil {
			return dir, nil
		}
		err = e
	}
	return "", err
}

func readEmbeddedFiles(from embed.FS, root string) (files map[string][]byte, sum string, err error) {
	files = map[string][]byte{}
	hash := sha256.New()
	err = fs.WalkDir(from, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := from.ReadFile(name)
		name = strings.TrimPrefix(path.Clean(name), root+"/")
		files[name] = data
		fmt.Fprintf(hash, "%s %d\n%s", name, len(data), data)
		return err
	})
	return files, hex.EncodeToString(hash.Sum(nil))[:12], err
}

// storeFilesInFolder makes root/name with the files in it. They are written elsewhere
// and moved, so that a folder of that name is always complete. Without a root
// the folder is a new one for temporary files.
func storeFilesInFolder(root, name string, files map[string][]byte) (string, error) {
	if root == "" {
		dir, err := os.MkdirTemp("", "trammel-"+name+"-")
		if err != nil {
			return "", err
		}
		return dir, writeFilesInFolder(dir, files)
	}
	dir := filepath.Join(root, name)
	if folderHasFiles(dir, files) {
		return dir, nil
	}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(root, "part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	if err := writeFilesInFolder(part, files); err != nil {
		return "", err
	}
	_ = os.RemoveAll(dir)
	if err := os.Rename(part, dir); err != nil && !folderHasFiles(dir, files) {
		return "", err
	}
	return dir, nil
}

func writeFilesInFolder(dir string, files map[string][]byte) error {
	for name, data := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(to, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// folderHasFiles reports whether a folder holds these files.
func folderHasFiles(dir string, files map[string][]byte) bool {
	for name, data := range files {
		old, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(old, data) {
			return false
		}
	}
	return true
}
