package source

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub"
)

// C is a source in C or C++, examined.
type C struct {
	Text  []byte // what is compiled, nil if the file can be compiled as it is
	Notes []Note
	// CPP is where a source is C++ whatever its suffix, with what shows it; its text is empty if nothing does.
	CPP Note
	// Names is set when names of Microsoft's C library or language occur that others lack, Headers when one of its headers is included.
	Names, Headers bool
	// Forward are headers to be made, by their names: each includes the file that is its value.
	Forward map[string]string
}

// headersOfC are standard headers that sources spell with capital letters.
var headersOfC = strings.Fields(`assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h
signal.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h wchar.h malloc.h memory.h
windows.h windef.h winbase.h tchar.h direct.h io.h process.h conio.h crtdbg.h stdafx.h
slv_c_utils.h slv_cbksub.h slv_cbksub_util.h userPortName.h utilCcallable.h msolve.h trammel_usersub.h`)

// cReader examines one source and the headers beside it.
type cReader struct {
	c       *C
	folders []string
	seen    map[string]bool
	words   map[string]bool // that occur
	own     map[string]bool // that the source defines itself
}

// ExamineCSource examines a source in C or C++ and the headers that it includes: from its own folder, then from others.
func ExamineCSource(file string, text []byte, folders []string) *C {
	r := &cReader{c: &C{Forward: map[string]string{}}, folders: folders, seen: map[string]bool{}, words: map[string]bool{}, own: map[string]bool{}}
	r.readFile(file, text, true)
	for w := range r.words {
		r.c.Names = r.c.Names || microsoftNames[w] && !r.own[w]
	}
	return r.c
}

var (
	includeC    = regexp.MustCompile(`^\s*#\s*include\s*(["<])([^">]+)[">]`)
	defineC     = regexp.MustCompile(`^\s*#\s*define\s+([A-Za-z_]\w*)`)
	functionC   = regexp.MustCompile(`^\s*(?:[A-Za-z_]\w*[\s*]+)+([A-Za-z_]\w*)\s*\([^;]*$`)
	wordC       = regexp.MustCompile(`[A-Za-z_]\w*`)
	conditionC  = regexp.MustCompile(`^\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b(.*)`)
	headerOfCPP = regexp.MustCompile(`^\s*#\s*include\s*<(c?[a-z_]+)>`)
)

// cppSigns are constructs of C++ that are errors in C.
var cppSigns = []struct {
	pattern *regexp.Regexp
	says    string
}{
	{regexp.MustCompile(`\bstd\s*::`), "std::"},
	{regexp.MustCompile(`^\s*using\s+namespace\b`), "using namespace"},
	{regexp.MustCompile(`^\s*namespace\s+\w+\s*\{?`), "namespace"},
	{regexp.MustCompile(`^\s*template\s*<`), "template"},
	{regexp.MustCompile(`^\s*class\s+[A-Za-z_]\w*\s*(?:[:{]|$)`), "class"},
	{regexp.MustCompile(`\bextern\s+"C"`), `extern "C"`},
	{regexp.MustCompile(`\b(?:static|dynamic|reinterpret|const)_cast\s*<`), "a cast of C++"},
	{regexp.MustCompile(`[=(,]\s*new\s+[A-Za-z_]\w*\s*[;([]`), "new"},
}

// readFile examines one file.
func (r *cReader) readFile(file string, text []byte, main bool) {
	if r.seen[file] {
		return
	}
	r.seen[file] = true
	l := newLines(file, text)
	plain := blankComments(l.text)
	if main {
		r.c.Text = r.removeConflictingDeclarations(l, plain)
	}
	var guards []bool // by nested #if: whether it is for C++ only
	for i, s := range plain {
		if x := conditionC.FindStringSubmatch(s); x != nil {
			guards = updateCppConditions(guards, x[1], x[2])
			continue
		}
		r.recordNames(s)
		if x := includeC.FindStringSubmatchIndex(s); x != nil {
			r.followInclude(file, i, x[4], s[x[2]] == '"', s[x[4]:x[5]])
		}
		if r.c.CPP.Text == "" && main && !slices.Contains(guards, true) {
			if sign := findCppSyntax(s); sign != "" {
				r.c.CPP = Note{file, i + 1, 1, sign}
			}
		}
	}
}

// updateCppConditions follows the conditions of the preprocessor: whether each nested one holds for C++ only.
func updateCppConditions(guards []bool, word, rest string) []bool {
	n := len(guards) - 1
	switch {
	case strings.HasPrefix(word, "if"):
		return append(guards, strings.Contains(rest, "__cplusplus") && word != "ifndef" && !strings.Contains(rest, "!"))
	case n < 0:
	case word == "endif":
		return guards[:n]
	default:
		guards[n] = false
	}
	return guards
}

// findCppSyntax returns what of a line is C++, "" if nothing.
func findCppSyntax(s string) string {
	if x := headerOfCPP.FindStringSubmatch(s); x != nil {
		return "#include <" + x[1] + ">"
	}
	for _, c := range cppSigns {
		if c.pattern.MatchString(s) {
			return c.says
		}
	}
	return ""
}

// recordNames collects the words of a line and those that it defines.
func (r *cReader) recordNames(s string) {
	for _, w := range wordC.FindAllString(s, -1) {
		r.words[w] = true
	}
	for _, pattern := range []*regexp.Regexp{defineC, functionC} {
		if x := pattern.FindStringSubmatch(s); x != nil && !strings.Contains(s, "return") && !strings.Contains(s, "=") {
			r.own[x[1]] = true
		}
	}
}

// followInclude follows one to a file of the folders, or has a header made under the name that is written.
func (r *cReader) followInclude(file string, line, col int, quoted bool, name string) {
	folders := r.folders
	if quoted {
		folders = append([]string{filepath.Dir(file)}, folders...)
	}
	for _, dir := range folders {
		path := filepath.Join(dir, name)
		if text, err := os.ReadFile(path); err == nil {
			r.readFile(path, text, false)
			return
		}
	}
	plain := strings.ReplaceAll(name, `\`, "/")
	for _, dir := range folders {
		path, _ := usersub.FindFile(dir, name)
		if path == "" {
			continue
		}
		if abs, err := filepath.Abs(path); err == nil {
			path = abs
		}
		if r.addForwardingHeader(file, line, col, name, `"`+path+`"`) {
			if text, err := os.ReadFile(path); err == nil {
				r.readFile(path, text, false)
			}
		}
		return
	}
	r.c.Headers = r.c.Headers || microsoftHeaders[strings.ToLower(plain)]
	for _, h := range headersOfC {
		if strings.EqualFold(filepath.Base(plain), h) && plain != h && !strings.Contains(plain, "/") {
			r.addForwardingHeader(file, line, col, name, "<"+h+">")
		}
	}
}

// addForwardingHeader notes a header that is to be made. A name that leads out of a folder cannot be one.
func (r *cReader) addForwardingHeader(file string, line, col int, name, to string) bool {
	if slices.Contains(strings.Split(name, "/"), "..") || filepath.IsAbs(name) {
		return false
	}
	if r.c.Forward[name] == "" {
		r.c.Forward[name] = to
		r.c.Notes = append(r.c.Notes, Note{file, line + 1, col + 1, "#include of " + name + " is read from " + strings.Trim(to, `"<>`)})
	}
	return true
}

// blankComments returns lines of C with blanks in place of comments and of what stands between quotation marks, but for includes and
// extern "C".
func blankComments(text []string) []string {
	out := make([]string, len(text))
	inside := false
	for i, s := range text {
		var b strings.Builder
		inside = blankCommentsInLine(&b, s, inside)
		out[i] = b.String()
	}
	return out
}

// blankCommentsInLine writes a line without comments and texts and reports whether a comment is open behind it.
func blankCommentsInLine(b *strings.Builder, s string, insideComment bool) bool {
	keep := includeC.MatchString(s) || strings.Contains(s, `extern "C"`)
	var quote byte
	for j := 0; j < len(s); j++ {
		c := s[j]
		two := ""
		if j+1 < len(s) {
			two = s[j : j+2]
		}
		switch {
		case insideComment:
			if two == "*/" {
				insideComment = false
				j++
				b.WriteByte(' ')
			}
			b.WriteByte(' ')
		case quote != 0:
			if c == '\\' && j+1 < len(s) {
				j++
				b.WriteByte(' ')
			} else if c == quote {
				quote = 0
			}
			b.WriteByte(' ')
		case two == "/*":
			insideComment = true
			j++
			b.WriteString("  ")
		case two == "//":
			return false
		case (c == '"' || c == '\'') && !keep:
			quote = c
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return insideComment
}

var (
	declarationC = regexp.MustCompile(`^\s*adams_c_\w+\s+([A-Z]\w*)\s*;`)
	definitionC  = regexp.MustCompile(`^\s*(?:extern\s+)?void\s+([A-Z]\w*)\s*\(\s*([^,)]*)`)
)

// removeConflictingDeclarations leaves out the declarations of routines by types that their definitions contradict: Microsoft's compiler takes
// those for warnings. The result is nil if there are none.
func (r *cReader) removeConflictingDeclarations(l *sourceLines, plain []string) []byte {
	first := map[string]string{} // the first parameters of definitions
	for _, s := range plain {
		if x := definitionC.FindStringSubmatch(s); x != nil && !strings.Contains(s, ";") {
			first[x[1]] = x[2]
		}
	}
	for i, s := range plain {
		x := declarationC.FindStringSubmatch(s)
		if x == nil {
			continue
		}
		if p, ok := first[x[1]]; ok && !strings.Contains(p, "sAdams") {
			l.setLine(i, "")
			r.c.Notes = append(r.c.Notes, Note{l.file, i + 1, 1, "the declaration of " + x[1] + " is left out: its definition has other parameters, which a call as declared does not set"})
		}
	}
	return l.joinLines()
}
