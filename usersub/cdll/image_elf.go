//go:build !(windows && amd64)

package cdll

import (
	"debug/elf"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// machines are the architectures that this program runs on, as ELF names them.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// others are the beginnings of files that are often taken for a library.
var others = []other{
	{"MZ", "a Windows library (DLL)", "build the routine's source for Linux: gcc -shared -fPIC -o NAME.so SOURCE"},
	{"!<arch>\n", "a static archive", "link its objects: gcc -shared -o NAME.so -Wl,--whole-archive NAME.a"},
	{"\xcf\xfa\xed\xfe", "a macOS library", "build the routine's source for Linux: gcc -shared -fPIC -o NAME.so SOURCE"},
	{"\xca\xfe\xba\xbe", "a macOS library", "build the routine's source for Linux: gcc -shared -fPIC -o NAME.so SOURCE"},
}

// readLibrary reads the file at path and refuses what the system could not load.
func readLibrary(path string) (*libraryImage, *usersub.LoadError) {
	file, err := os.Open(path)
	if err != nil {
		return nil, &usersub.LoadError{Reason: err.Error(), Hint: "the file must be readable"}
	}
	defer file.Close()
	if p := wrongFormatProblem(path, file, elf.ELFMAG, others); p != nil {
		return nil, p
	}
	f, err := elf.NewFile(file)
	if err != nil {
		return nil, &usersub.LoadError{Reason: path + " is a damaged shared library", Detail: err.Error(),
			Hint: "copy or build it again"}
	}
	defer f.Close()
	if p := checkLoadableELF(path, f); p != nil {
		return nil, p
	}
	return readELFImage(path, f)
}

// checkLoadableELF refuses what is ELF but not a library for this machine.
func checkLoadableELF(path string, f *elf.File) *usersub.LoadError {
	want := machines[runtime.GOARCH]
	switch {
	case f.Class != elf.ELFCLASS64:
		return &usersub.LoadError{Reason: path + " is a 32-bit library; this program has 64 bits",
			Hint: "build it without -m32"}
	case f.Machine != want:
		return &usersub.LoadError{Reason: fmt.Sprintf("%s is built for %s; this program runs on %s",
			path, machineName(f.Machine), machineName(want)),
			Hint: "build it on this machine"}
	case f.Type == elf.ET_REL:
		return &usersub.LoadError{Reason: path + " is an object file that was not linked",
			Hint: "link it: gcc -shared -o NAME.so NAME.o"}
	case f.Type != elf.ET_DYN:
		return &usersub.LoadError{Reason: path + " is a program or a core file, not a shared library",
			Hint: "link it with -shared"}
	}
	return nil
}

func machineName(m elf.Machine) string {
	return strings.ToLower(strings.TrimPrefix(m.String(), "EM_"))
}

func readELFImage(path string, f *elf.File) (*libraryImage, *usersub.LoadError) {
	im := &libraryImage{path: path, file: path}
	symbols, err := f.DynamicSymbols()
	if err != nil && len(symbols) == 0 {
		return nil, &usersub.LoadError{Reason: path + " exports nothing", Detail: err.Error(),
			Hint: "link it with -shared and without -static"}
	}
	for _, s := range symbols {
		bind, typ := elf.ST_BIND(s.Info), elf.ST_TYPE(s.Info)
		switch {
		case s.Section == elf.SHN_UNDEF && bind == elf.STB_GLOBAL && typ != elf.STT_TLS:
			im.wanted = append(im.wanted, s.Name)
		case s.Section != elf.SHN_UNDEF && (typ == elf.STT_FUNC || typ == elf.STT_GNU_IFUNC):
			im.defined = append(im.defined, s.Name)
		}
	}
	im.needed, _ = f.ImportedLibraries()
	for _, tag := range []elf.DynTag{elf.DT_RPATH, elf.DT_RUNPATH} {
		dirs, _ := f.DynString(tag)
		im.origin = im.origin || strings.Contains(strings.Join(dirs, ":"), "ORIGIN")
	}
	return im, nil
}
