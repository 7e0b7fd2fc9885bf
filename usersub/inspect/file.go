package inspect

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/trammel-mbd/trammel/usersub/dll"
)

// build is the hint for libraries of another system.
const build = "build the routine's source for this machine: trammel usersub build SOURCE"

// ExamineFile examines the file at path for loading on m.
func ExamineFile(path string, m *Machine) *Report {
	r := newReport(path)
	head, err := readFirstBytes(path)
	if err != nil {
		r.addRefusalReason(err.Error(), "name an existing file")
		return r.setLoadsUnlessRefused()
	}
	switch kind := identifyFormat(head); {
	case kind == "ELF":
		r.examineELF(m)
	case kind == "PE":
		r.examinePE(m)
	case kind == "Mach-O":
		r.examineMachO()
	case kind == "WebAssembly":
		r.examineWebAssembly()
	case kind == "archive":
		r.Kind, r.Format = Object, "archive"
		r.addRefusalReason(path+" is a static archive, not a shared library",
			"link its objects: gcc -shared -o NAME.so -Wl,--whole-archive NAME.a")
	case isScript(path):
		r.examineScript()
	default:
		r.reportUnknownFormat(head)
	}
	return r.setLoadsUnlessRefused()
}

// isScript reports by its name whether a file is a script.
func isScript(path string) bool {
	return strings.EqualFold(filepath.Ext(path), ".py") || IsMatlab(path)
}

// IsMatlab reports by its name whether a script is in MATLAB's language.
func IsMatlab(path string) bool { return strings.EqualFold(filepath.Ext(path), ".m") }

// DetectKind reports what a file is by its first bytes and its name.
func DetectKind(path string) (Kind, error) {
	head, err := readFirstBytes(path)
	if err != nil {
		return Other, err
	}
	switch kind := identifyFormat(head); {
	case kind == "ELF":
		return elfKind(path), nil
	case kind == "PE":
		return peKind(path), nil
	case kind == "Mach-O", kind == "WebAssembly":
		return Library, nil
	case kind == "archive":
		return Object, nil
	case isScript(path):
		return Script, nil
	case bytes.HasPrefix(head, []byte("#!")):
		return Program, nil
	}
	return Other, nil
}

func readFirstBytes(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := f.Read(head)
	if info, e := f.Stat(); e == nil && info.IsDir() {
		return nil, &os.PathError{Op: "read", Path: path, Err: errFolder}
	}
	if n == 0 && err != nil && err.Error() != "EOF" {
		return nil, err
	}
	return head[:n], nil
}

type folderError struct{}

func (folderError) Error() string { return "is a folder" }

var errFolder = folderError{}

// magics are the beginnings of the formats that are distinguished.
var magics = []struct{ magic, format string }{
	{elf.ELFMAG, "ELF"},
	{"MZ", "PE"},
	{"\xcf\xfa\xed\xfe", "Mach-O"},
	{"\xce\xfa\xed\xfe", "Mach-O"},
	{"\xca\xfe\xba\xbe\x00\x00\x00", "Mach-O"}, // universal; class files of Java have a version here
	{"!<arch>\n", "archive"},
	{"\x00asm", "WebAssembly"},
}

func identifyFormat(head []byte) string {
	for _, m := range magics {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.format
		}
	}
	return ""
}

// reportUnknownFormat says what a file is that holds no machine code.
func (r *Report) reportUnknownFormat(head []byte) {
	what, hint := "is a data file, not a shared library", "name the built library (.so)"
	switch ext := strings.ToLower(filepath.Ext(r.File)); {
	case len(head) == 0:
		what, hint = "is empty", "copy or build it again"
	case strings.HasPrefix(string(head), "#!"):
		r.Kind = Program
		what, hint = "is a script that a shell starts, not a shared library", "a plugin of this kind is named with usrsub_plugin_name"
	case sources[ext]:
		what, hint = "is source code, not a shared library", "build it: trammel usersub build "+r.File
	case utf8.Valid(head) && !bytes.ContainsRune(head, 0):
		what, hint = "is a text file, not a shared library", "name the built library (.so); Python scripts end in .py"
	}
	r.addRefusalReason(r.File+" "+what, hint)
}

// sources are the suffixes of what can be built.
var sources = map[string]bool{".c": true, ".cc": true, ".cpp": true, ".cxx": true,
	".f": true, ".for": true, ".f77": true, ".f90": true, ".f95": true, ".f03": true}

func peKind(path string) Kind {
	if dll.IsProgram(path) {
		return Program
	}
	return Library
}
