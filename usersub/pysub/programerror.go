package pysub

import (
	"strings"

	"github.com/go-python/gpython/py"
)

// ProgramError is what went wrong in a program.
type ProgramError struct {
	Msg       string // the last line of a traceback
	File      string
	Line, Col int // from 1; Col is 0 for the whole line
	calls     []struct {
		File string
		Line int
		Func string
	}
	hint string
}

func (e *ProgramError) Error() string { return e.Msg }

// Place reports where it happened; the line is 0 where the program is not to blame.
func (e *ProgramError) Place() (file string, line, col int) { return e.File, e.Line, e.Col }

// Calls are the calls that led there, the outermost first.
func (e *ProgramError) Calls() []struct {
	File string
	Line int
	Func string
} {
	return e.calls
}

// Hint reports what to do about it; it may be empty.
func (e *ProgramError) Hint() string { return e.hint }

// newProgramError makes an error of an exception.
func (x *executedProgram) newProgramError(err error) error {
	info, ok := err.(py.ExceptionInfo)
	if !ok {
		return x.newErrorFromFault(x.in.newFault(err), err)
	}
	e := x.newErrorFromFault(x.in.newFault(err), info.Value)
	e.calls = nil
	for t := info.Traceback; t != nil; t = t.Next {
		co := t.Frame.Code
		e.calls = append(e.calls, struct {
			File string
			Line int
			Func string
		}{co.Filename, int(t.Lineno), co.Name})
	}
	if e.Col > 0 {
		return e // a syntax error
	}
	for _, c := range e.calls {
		if x.in.sources[c.File] != nil { // not a module of Modules
			e.File, e.Line = c.File, c.Line
		}
	}
	return e
}

// newErrorFromFault makes an error of a fault. A syntax error reports its place.
func (x *executedProgram) newErrorFromFault(f *scriptFault, cause any) *ProgramError {
	e := &ProgramError{Msg: f.Line, File: x.File, Line: 1, hint: addProgramHint(strings.TrimSuffix(f.hint, elsewhere))}
	exc, ok := cause.(*py.Exception)
	if !ok || !py.IsException(py.SyntaxError, exc) {
		return e
	}
	if name, ok := exc.Dict["filename"].(py.String); ok && x.in.sources[string(name)] != nil {
		e.File = string(name)
	}
	if e.File != x.File {
		line, _ := exc.Dict["lineno"].(py.Int)
		e.Line, e.Col = int(line), 1
		return e
	}
	if p := firstSyntaxProblem(x.File, strings.TrimPrefix(string(x.Text), "\ufeff")); p != nil {
		e.Line, e.Col = p.Line, p.Col
	}
	return e
}

// addProgramHint adds to the hint of what the embedded interpreter lacks what can be done about it in a
// program.
func addProgramHint(hint string) string {
	if !strings.Contains(hint, "the embedded interpreter") {
		return hint
	}
	return hint + `. With --python-engine cpython an installed Python runs the whole program; routines in a script of their own run in one by themselves: ROUTINE="law.py::F"`
}
