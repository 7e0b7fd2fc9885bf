package source

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Fortran is a source in Fortran, prepared.
type Fortran struct {
	Text    []byte // what is compiled, nil if the file can be compiled as it is
	Flags   []string
	Notes   []Note
	Uses    []string // modules, in lower case
	Defines []string // modules
	Dates   bool     // it calls DATE, TIME or IDATE as subroutines of DEC's library
}

// fortranConverter reads a source line by line.
type fortranConverter struct {
	*sourceLines
	free    bool
	cpp     bool
	fixed   bool // by its suffix
	defined map[string]string
	uses    []string
	modules []string
	own     map[string]bool // procedures that the source has itself
	dates   bool
	find    func(name string, fixed bool) (string, error)
}

// Options say how a source is read.
type Options struct {
	Defined map[string]string // symbols that -D gives
	// Find returns the file that is to be included in place of the one that INCLUDE names, "" if it is that.
	Find func(name string, fixed bool) (string, error)
	// Included is set for a file that a source of fixed form or not includes; its suffix does not count.
	Included, Fixed bool
}

// HasFixedForm reports whether a file has fixed form by its suffix.
func HasFixedForm(file string) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".f", ".for", ".ftn", ".f77", ".fpp":
		return true
	}
	return false
}

// PrepareFortran prepares a source in Fortran.
func PrepareFortran(file string, text []byte, o Options) (*Fortran, error) {
	f := &fortranConverter{sourceLines: newLines(file, text), fixed: HasFixedForm(file), defined: map[string]string{}, own: map[string]bool{}, find: o.Find}
	if o.Included {
		f.fixed = o.Fixed
	}
	f.free = !f.fixed
	for name, value := range o.Defined {
		f.defined[strings.ToUpper(name)] = value
	}
	if err := f.applyDirectives(); err != nil {
		return nil, err
	}
	if !f.free {
		f.cutLongLines()
	}
	f.findProcedures()
	masks := f.classifyBytes()
	for i := range f.text {
		f.notePreprocessorLine(i)
		if err := f.convertStatement(i, masks[i]); err != nil {
			return nil, err
		}
	}
	f.convertOpenStatements(masks)
	f.convertLogicalAssignments(masks)
	f.applyEdits()
	return f.assembleResult(), nil
}

func (f *fortranConverter) assembleResult() *Fortran {
	r := &Fortran{Text: f.joinLines(), Notes: f.notes, Defines: f.modules, Dates: f.dates}
	for _, u := range f.uses {
		if !slices.Contains(f.modules, u) && !slices.Contains(r.Uses, u) {
			r.Uses = append(r.Uses, u)
		}
	}
	if f.free {
		r.Flags = append(r.Flags, "-ffree-line-length-none")
	} else {
		r.Flags = append(r.Flags, "-ffixed-line-length-none")
	}
	if f.free == f.fixed {
		r.Flags = append(r.Flags, map[bool]string{true: "-ffree-form", false: "-ffixed-form"}[f.free])
	}
	if f.cpp {
		r.Flags = append(r.Flags, "-cpp", "-Uunix", "-Ulinux")
	}
	return r
}

// Kinds of bytes of a line.
const (
	code    = ' '
	literal = 's' // text between quotation marks, and these
	comment = 'c'
)

// isComment reports whether a line is a comment from its first column on.
func (f *fortranConverter) isComment(s string) bool {
	t := strings.TrimLeft(s, " \t")
	if t == "" || t[0] == '!' && (f.free || !strings.HasPrefix(s, "     !")) || s[0] == '#' {
		return true
	}
	return !f.free && strings.ContainsRune("cC*dD", rune(s[0]))
}

// classifyBytes gives the kind of each byte of each line.
func (f *fortranConverter) classifyBytes() [][]byte {
	masks := make([][]byte, len(f.text))
	var quote byte // that is open at the end of a line
	for i, s := range f.text {
		m := make([]byte, len(s))
		masks[i] = m
		switch {
		case f.isComment(s):
			fillBytes(m, comment)
			continue
		case quote != 0 && !f.isContinuation(s):
			quote = 0
		}
		quote = classifyLine(s, m, quote, f.free)
	}
	return masks
}

// isContinuation reports whether a line continues the statement before it, as far as an open text is concerned.
func (f *fortranConverter) isContinuation(s string) bool {
	if f.free {
		return true // the line before ends in &
	}
	return len(s) > 5 && !strings.Contains(s[:6], "\t") && s[5] != ' ' && s[5] != '0' || isTabContinuation(s)
}

// isTabContinuation reports whether a line begins with a tab and a digit, as DEC's continued lines do.
func isTabContinuation(s string) bool {
	return len(s) > 1 && s[0] == '\t' && s[1] >= '1' && s[1] <= '9'
}

func fillBytes(m []byte, kind byte) {
	for i := range m {
		m[i] = kind
	}
}

// classifyLine fills the kinds of a line and returns the quotation mark that is open at its end.
func classifyLine(s string, m []byte, quote byte, free bool) byte {
	for j := 0; j < len(s); j++ {
		c := s[j]
		m[j] = code
		switch {
		case quote != 0:
			m[j] = literal
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			m[j], quote = literal, c
		case c == '!' && (free || j != 5):
			fillBytes(m[j:], comment)
			return 0
		}
	}
	if quote != 0 && free && !strings.HasSuffix(strings.TrimRight(s, " \t"), "&") {
		return 0
	}
	return quote
}

// codeOnly returns a line with blanks in place of texts and comments, in upper case.
func codeOnly(s string, m []byte) string {
	b := []byte(s)
	for i := range b {
		if m[i] != code || b[i] == '\t' {
			b[i] = ' '
		}
	}
	return upperASCII(string(b))
}

// upperASCII is ToUpper for letters of ASCII; the length stays, whatever the encoding.
func upperASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}

var (
	useStatement    = regexp.MustCompile(`^\s*(?:\d+\s+)?USE(?:\s*,\s*(?:NON_)?INTRINSIC\s*::\s*|\s*::\s*|\s+)([A-Z][A-Z0-9_$]*)\s*(?:$|,|;)`)
	useOnly         = regexp.MustCompile(`^\s*(?:\d+\s+)?USE(?:\s*::\s*|\s+)(IFPORT|DFPORT|IFLPORT|PORTLIB|DFLIB|MSFLIB)\s*,`)
	moduleStatement = regexp.MustCompile(`^\s*MODULE\s+([A-Z][A-Z0-9_$]*)\s*(?:$|;)`)
	procedure       = regexp.MustCompile(`\b(?:SUBROUTINE|FUNCTION)\s+([A-Z][A-Z0-9_$]*)`)
	cppLine         = regexp.MustCompile(`^#\s*(if|ifdef|ifndef|elif|else|endif|define|undef|include|error)\b`)
	isTrue          = regexp.MustCompile(`([A-Z][A-Z0-9_$%]*(?:\s*\([^()]*\))?)\s*(\.EQ\.|==|\.NE\.|/=)\s*(\.(?:TRUE|FALSE)\.)`)
	trueIs          = regexp.MustCompile(`(\.(?:TRUE|FALSE)\.)\s*(\.EQ\.|==|\.NE\.|/=)\s*([A-Z][A-Z0-9_$%]*(?:\s*\([^()]*\))?)`)
	decCall         = regexp.MustCompile(`\bCALL\s+(DATE|TIME|IDATE)\s*\(`)
	formatStatement = regexp.MustCompile(`^\s*\d+\s+FORMAT\s*\(`)
	includeLine     = regexp.MustCompile(`(?i)^\s*include\s*(['"])([^'"]+)['"]`)
	optionsLine     = regexp.MustCompile(`^\s*OPTIONS\s*/`)
)

// allNames is the module with the names that gfortran has as intrinsic procedures, too, for USE with ONLY.
const allNames = "ifport_names"

// findProcedures collects the names of procedures and modules of the source, and the modules that it uses.
func (f *fortranConverter) findProcedures() {
	for i, m := range f.classifyBytes() {
		c := codeOnly(f.text[i], m)
		if x := procedure.FindStringSubmatch(c); x != nil {
			f.own[x[1]] = true
		}
		if x := moduleStatement.FindStringSubmatch(c); x != nil && x[1] != "PROCEDURE" {
			f.modules = append(f.modules, strings.ToLower(x[1]))
		}
		if x := useStatement.FindStringSubmatchIndex(c); x != nil {
			name := strings.ToLower(c[x[2]:x[3]])
			if useOnly.MatchString(c) {
				name = allNames
				f.addEdit(i, x[2], x[3], name)
			}
			f.uses = append(f.uses, name)
		}
	}
}

// notePreprocessorLine notices lines for the preprocessor of C.
func (f *fortranConverter) notePreprocessorLine(i int) {
	if cppLine.MatchString(f.text[i]) {
		f.cpp = true
	}
}

// convertStatement changes what one line has of the extensions of other compilers.
func (f *fortranConverter) convertStatement(i int, m []byte) error {
	s := f.text[i]
	c := codeOnly(s, m)
	if x := includeLine.FindStringSubmatchIndex(s); x != nil && m[x[2]] == literal {
		return f.resolveInclude(i, x[4], x[5])
	}
	if optionsLine.MatchString(c) {
		f.addNote(i, 0, "the statement OPTIONS is not read")
		f.addEdit(i, 0, 0, "      ! ")
		return nil
	}
	f.replaceNoBreakSpaces(i, c)
	f.convertCStrings(i, m)
	f.convertLogicalComparisons(i, c)
	f.convertBackslashFormats(i, c, m)
	if x := decCall.FindStringSubmatchIndex(c); x != nil {
		name := c[x[2]:x[3]]
		if !f.own[name] && (name != "IDATE" || countArguments(c[x[1]:]) == 3) {
			f.addEdit(i, x[2], x[3], "TRAMMEL_"+name)
			f.dates = true
		}
	}
	return nil
}

// resolveInclude names the file that is to be read in place of the one of an INCLUDE line.
func (f *fortranConverter) resolveInclude(i, from, to int) error {
	if f.find == nil {
		return nil
	}
	path, err := f.find(f.text[i][from:to], !f.free)
	if path != "" {
		f.addEdit(i, from, to, path)
	}
	return err
}

// replaceNoBreakSpaces makes blanks of the no-break spaces that editors and pages leave in code.
func (f *fortranConverter) replaceNoBreakSpaces(i int, c string) {
	for j := 0; j < len(c); j++ {
		switch {
		case strings.HasPrefix(c[j:], "\u00a0"):
			f.addEdit(i, j, j+2, " ")
			j++
		case c[j] == 0xa0:
			f.addEdit(i, j, j+1, " ")
		default:
			continue
		}
		f.addNote(i, j, "a no-break space in the code is read as a blank")
	}
}

// convertCStrings writes 'text'C, which ends in a zero byte, in standard Fortran.
func (f *fortranConverter) convertCStrings(i int, m []byte) {
	s := f.text[i]
	for j := 1; j < len(s); j++ {
		if (s[j] != 'C' && s[j] != 'c') || m[j] != code || m[j-1] != literal {
			continue
		}
		if j+1 == len(s) || !isNameByte(s[j+1]) && m[j+1] != literal {
			f.addEdit(i, j, j+1, "//CHAR(0)")
		}
	}
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// convertLogicalComparisons writes X .EQ. .TRUE. as (X .EQV. .TRUE.).
func (f *fortranConverter) convertLogicalComparisons(i int, c string) {
	s := f.text[i]
	operator := map[string]string{".EQ.": ".EQV.", "==": ".EQV.", ".NE.": ".NEQV.", "/=": ".NEQV."}
	for _, r := range []*regexp.Regexp{isTrue, trueIs} {
		for _, x := range r.FindAllStringSubmatchIndex(c, -1) {
			f.addEdit(i, x[0], x[1], "("+s[x[2]:x[3]]+operator[c[x[4]:x[5]]]+s[x[6]:x[7]]+")")
		}
	}
}

// convertBackslashFormats writes the edit descriptor \, which keeps the line open, as $.
func (f *fortranConverter) convertBackslashFormats(i int, c string, m []byte) {
	s := f.text[i]
	format := formatStatement.MatchString(c)
	for j := 0; j+1 < len(s); j++ {
		if s[j] != '\\' || !strings.HasPrefix(strings.TrimLeft(s[j+1:], " "), ")") {
			continue
		}
		if m[j] == code && format || m[j] == literal && textBeginsWithBracket(s[:j], m) {
			f.addEdit(i, j, j+1, "$")
		}
	}
}

// textBeginsWithBracket reports whether the text that is open at the end of s begins with a bracket.
func textBeginsWithBracket(s string, m []byte) bool {
	j := len(s) - 1
	for j >= 0 && m[j] == literal {
		j--
	}
	t := strings.TrimLeft(s[j+1:], "'\"")
	return strings.HasPrefix(strings.TrimLeft(t, " "), "(")
}

// countArguments counts the arguments of a call behind its bracket, on one line.
func countArguments(c string) int {
	n, depth := 1, 0
	for _, r := range c {
		switch r {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return n
			}
		case ',':
			if depth == 0 {
				n++
			}
		}
	}
	return 0
}
