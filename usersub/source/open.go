package source

import (
	"regexp"
	"strings"
)

var openStatement = regexp.MustCompile(`(?:^\s*(?:\d+\s+)?|\)\s*|;\s*)(OPEN)\s*\(`)

// harmless are specifiers of OPEN that change nothing of what is read and written.
var harmless = map[string]bool{"BUFFERED": true, "BUFFERCOUNT": true, "BLOCKSIZE": true, "INITIALSIZE": true, "EXTENDSIZE": true,
	"TITLE": true, "IOFOCUS": true, "MAXREC": true, "NOSPANBLOCKS": true}

// otherNames are specifiers by the names of other compilers.
var otherNames = map[string]string{"NAME": "FILE", "TYPE": "STATUS", "MODE": "ACTION", "RECORDSIZE": "RECL"}

// specifier is one of a statement OPEN, on one line.
type specifier struct {
	name, value       string // in upper case, the value without quotation marks
	line, from, to    int
	commaLine, comma  int // where the comma before it is; -1 if there is none
	nameEnd, valueAt  int
	otherLine, quoted bool
}

// convertOpenStatements changes specifiers of OPEN that gfortran does not have.
func (f *fortranConverter) convertOpenStatements(masks [][]byte) {
	for i := range f.text {
		c := codeOnly(f.text[i], masks[i])
		for _, x := range openStatement.FindAllStringSubmatchIndex(c, -1) {
			f.convertSpecifiers(f.readSpecifiers(i, x[1], masks))
		}
	}
}

// readSpecifiers reads those of a statement from behind its bracket to the closing one, over continued lines.
func (f *fortranConverter) readSpecifiers(line, col int, masks [][]byte) []specifier {
	var list []specifier
	depth, from, comma, commaLine, startLine := 0, col, -1, line, line
	finish := func(line, to int) {
		s := specifier{line: startLine, from: from, to: to, commaLine: commaLine, comma: comma, otherLine: line != startLine}
		if s.otherLine {
			s.to = len(f.text[startLine])
		}
		s.parseSpecifier(f.text[startLine], masks[startLine])
		list = append(list, s)
	}
	for line < len(f.text) && line < startLine+40 {
		s, m := f.text[line], masks[line]
		for ; col < len(s); col++ {
			if m[col] != code {
				continue
			}
			switch s[col] {
			case '(':
				depth++
			case ')':
				if depth--; depth < 0 {
					finish(line, col)
					return list
				}
			case ',':
				if depth == 0 {
					finish(line, col)
					startLine, from, commaLine, comma = line, col+1, line, col
				}
			}
		}
		line++
		col = 0
		if !f.free {
			col = 6
		}
		if line < len(f.text) && hasOnlyContinuationMark(f.text[startLine], from, masks[startLine]) {
			startLine, from = line, min(col, len(f.text[line]))
		}
	}
	return nil // it has no end: the compiler says so
}

// hasOnlyContinuationMark reports whether a line has nothing from a column on but a mark of continuation.
func hasOnlyContinuationMark(s string, from int, m []byte) bool {
	if from > len(s) {
		return true
	}
	t := strings.TrimSpace(codeOnly(s, m)[from:])
	return t == "" || t == "&"
}

// parseSpecifier splits a specifier at its equals sign.
func (s *specifier) parseSpecifier(line string, m []byte) {
	if s.from >= len(line) || s.from >= s.to {
		return
	}
	at := strings.IndexByte(codeOnly(line, m)[s.from:s.to], '=')
	if at < 0 {
		s.name = strings.Trim(upperASCII(line[s.from:s.to]), " \t&")
		return
	}
	s.nameEnd, s.valueAt = s.from+at, s.from+at+1
	s.name = strings.Trim(upperASCII(line[s.from:s.nameEnd]), " \t&")
	v := strings.TrimSpace(line[s.valueAt:s.to])
	s.quoted = len(v) > 1 && (v[0] == '\'' || v[0] == '"')
	s.value = strings.TrimSpace(upperASCII(strings.Trim(v, "'\"")))
}

// convertSpecifiers changes the specifiers of one statement.
func (f *fortranConverter) convertSpecifiers(list []specifier) {
	binary, direct, formatted := false, false, false
	for _, s := range list {
		switch {
		case s.name == "FORM" && s.value == "BINARY":
			binary = true
		case s.name == "FORM" && s.value == "FORMATTED":
			formatted = true
		case s.name == "ACCESS" && s.value == "DIRECT":
			direct = true
		}
	}
	for _, s := range list {
		switch {
		case s.otherLine && (harmless[s.name] || otherNames[s.name] != ""):
		case harmless[s.name] || s.name == "DISPOSE" && (s.value == "KEEP" || s.value == "SAVE") || s.name == "RECORDTYPE" && isNativeRecordType(s.value):
			f.removeSpecifier(s)
			f.addNote(s.line, s.from, "the specifier %s of OPEN is left out", s.name)
		case otherNames[s.name] != "":
			f.addEdit(s.line, s.from, s.nameEnd, " "+otherNames[s.name])
		case binary && !direct && s.name == "FORM":
			f.addEdit(s.line, s.valueAt, s.to, "'UNFORMATTED',ACCESS='STREAM'")
			f.addNote(s.line, s.from, "FORM='BINARY' is written as FORM='UNFORMATTED', ACCESS='STREAM'")
		case binary && !direct && s.name == "ACCESS":
			f.removeSpecifier(s)
		case s.name == "RECL" && direct && !formatted:
			f.addNote(s.line, s.from, "RECL counts bytes here; with Intel's compiler it counts units of four bytes unless -assume byterecl was given")
		}
	}
}

// isNativeRecordType reports whether gfortran writes records of this type where it is the usual one.
func isNativeRecordType(kind string) bool {
	return kind == "STREAM_LF" || kind == "VARIABLE" || kind == "SEGMENTED" || kind == "FIXED"
}

// removeSpecifier takes a specifier and the comma before it out of a statement; the first one, which is the unit in most statements, stays.
func (f *fortranConverter) removeSpecifier(s specifier) {
	if s.comma < 0 {
		return
	}
	f.addEdit(s.commaLine, s.comma, s.comma+1, "")
	f.addEdit(s.line, s.from, s.to, "")
}
