package host

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk"
)

// octaveScript is a file with functions.
type octaveScript struct {
	path, sum string
	text      []byte
	functions []function
	session   *octaveSession
	copy      string // where Octave reads it, for messages
	err       error
}

// function is the declaration of a function.
type function struct {
	name    string
	outputs []string
}

// Declarations as they begin a line: function NAME, function OUT = NAME,
// function [A, B] = NAME. A line that continues (...) is joined first.
var (
	declaration  = regexp.MustCompile(`(?m)^[ \t]*function\b[ \t]*(?:(\w+)[ \t]*=[ \t]*|\[([^\]]*)\][ \t]*=[ \t]*)?(\w+)`)
	continuation = regexp.MustCompile(`\.\.\.[^\n]*\r?\n`)
	blockComment = regexp.MustCompile(`(?ms)^[ \t]*[%#]\{[ \t]*\r?$.*?^[ \t]*[%#]\}[ \t]*\r?$`)
)

// readScript reads a file and lists its functions.
func readScript(path string) *octaveScript {
	s := &octaveScript{path: path}
	if s.text, s.err = os.ReadFile(path); s.err != nil {
		return s
	}
	sum := sha256.Sum256(s.text)
	s.sum = hex.EncodeToString(sum[:])
	plain := blockComment.ReplaceAllString(continuation.ReplaceAllString(string(s.text), " "), "")
	for _, m := range declaration.FindAllStringSubmatch(plain, -1) {
		f := function{name: m[3]}
		f.outputs = strings.FieldsFunc(m[1]+m[2], func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
		s.functions = append(s.functions, f)
	}
	if len(s.functions) == 0 {
		s.err = &sdk.MissingFunctionError{Reason: fmt.Sprintf("script %s has no function", path),
			Hint: "a routine is a function: function value = SFOSUB(id, time, par, npar, dflag, iflag)"}
	}
	return s
}

func (s *octaveScript) functionNames() []string {
	var list []string
	for _, f := range s.functions {
		list = append(list, f.name)
	}
	return list
}

// functionNamed returns the function that a deck means: by its exact name, else without
// regard to case, else the only one of the file if that has the file's name.
func (s *octaveScript) functionNamed(name string) (string, error) {
	names := s.functionNames()
	if slices.Contains(names, name) {
		return name, nil
	}
	for _, n := range names {
		if strings.EqualFold(n, name) {
			return n, nil
		}
	}
	return "", &sdk.MissingFunctionError{Reason: fmt.Sprintf("script %s has no function %s", s.path, name), Lacks: true,
		Hint: "it has " + strings.Join(names, ", ") + "; usrsub_fnc_name names the function"}
}

// copyName is the name of what Octave reads: one that no file of a user has, since
// it would take that one for the same function.
const copyName = "__trammel_script__.m"

// loadScript makes Octave read the script: a copy that begins with a statement, so
// that all its functions can be called, not the first one only. Lines stay where they are.
func (s *octaveSession) loadScript(x *octaveScript) error {
	dir, err := os.MkdirTemp("", "trammel-octave-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	x.session, x.copy = s, filepath.Join(dir, copyName)
	if err := os.WriteFile(x.copy, append([]byte("1;"), x.text...), 0o600); err != nil {
		return err
	}
	s.scripts = append(s.scripts, x)
	list := []any{x.copy, filepath.Dir(x.path)}
	for _, other := range s.scripts {
		for _, f := range other.functions {
			list = append(list, f.name)
		}
	}
	body, err := s.sendRequest(append([]float64{msgLoad}, packList(list)...))
	if err != nil {
		s.scripts = s.scripts[:len(s.scripts)-1]
		return scriptLoadError(x, s, err)
	}
	return s.reloadScriptsOfRemovedFunctions(x, unpackList(body))
}

// reloadScriptsOfRemovedFunctions reads those scripts again whose functions x removed ("clear all").
func (s *octaveSession) reloadScriptsOfRemovedFunctions(x *octaveScript, removed []any) error {
	for _, name := range removed {
		for i, other := range s.scripts {
			if !slices.Contains(other.functionNames(), name.(string)) {
				continue
			}
			if other == x {
				return &sdk.MissingFunctionError{Reason: fmt.Sprintf("script %s does not define %s when it is executed", x.path, name)}
			}
			s.scripts = slices.Delete(s.scripts, i, i+1)
			return s.loadScript(other)
		}
	}
	return nil
}

// hasConflictingFunction reports whether a function of x has the name of one in the session.
func (s *octaveSession) hasConflictingFunction(x *octaveScript) bool {
	for _, other := range s.scripts {
		for _, name := range x.functionNames() {
			if slices.Contains(other.functionNames(), name) {
				return true
			}
		}
	}
	return false
}

// scriptLoadError reports why a script cannot be loaded.
func scriptLoadError(x *octaveScript, s *octaveSession, err error) error {
	var f *octaveFault
	if !asFault(err, &f) {
		return &sdk.MissingFunctionError{Reason: fmt.Sprintf("script %s: %v", x.path, err)}
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(s.restoreScriptPaths(f.message)), "\n")
	detail := strings.TrimLeft(strings.TrimRight(rest, "\n")+"\n"+s.formatCallTrace(f), "\n")
	return &sdk.MissingFunctionError{Reason: fmt.Sprintf("script %s: %s", x.path, first), Detail: detail}
}
