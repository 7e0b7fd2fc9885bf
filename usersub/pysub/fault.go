package pysub

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

func faultf(format string, args ...any) *scriptFault {
	return &scriptFault{Line: fmt.Sprintf(format, args...)}
}

// newFault turns an error of gpython into a fault with a traceback in the manner
// of Python: file, line, function and source line of every call, outermost
// first. Syntax errors show file, line, source line and a caret.
func (in *interp) newFault(err error) *scriptFault {
	switch e := err.(type) {
	case *scriptFault:
		return e
	case py.ExceptionInfo:
		exc, ok := e.Value.(*py.Exception)
		if !ok {
			exc = py.MakeException(e.Value)
		}
		return in.newExceptionFault(exc, e.Traceback)
	case *py.Exception:
		return in.newExceptionFault(e, nil)
	}
	return faultf("SystemError: %v", err)
}

func (in *interp) newExceptionFault(e *py.Exception, tb *py.Traceback) *scriptFault {
	f := &scriptFault{Line: exceptionLine(e)}
	f.exited = py.IsException(py.SystemExit, e)
	f.arithmetic = py.IsException(py.ZeroDivisionError, e) || py.IsException(py.OverflowError, e) ||
		py.IsException(py.ValueError, e) && strings.Contains(f.Line, "math domain error")
	var b strings.Builder
	if tb != nil {
		b.WriteString("Traceback (most recent call last):\n")
		in.writeTraceback(&b, tb)
	}
	if line, ok := e.Dict["lineno"].(py.Int); ok && py.IsException(py.SyntaxError, e) {
		f.hint = in.writeSyntaxError(&b, e, int(line))
	} else {
		f.hint = runtimeHint(e.Base.Name, f.Line)
	}
	if b.Len() > 0 {
		f.detail = b.String() + f.Line
	}
	return f
}

// maxCalls is how many calls a traceback shows at either end.
const maxCalls = 6

func (in *interp) writeTraceback(b *strings.Builder, tb *py.Traceback) {
	n := 0
	for t := tb; t != nil; t = t.Next {
		n++
	}
	for k := 0; tb != nil; tb, k = tb.Next, k+1 {
		if k >= maxCalls && k < n-maxCalls {
			if k == maxCalls {
				fmt.Fprintf(b, "  [%d more calls]\n", n-2*maxCalls)
			}
			continue
		}
		co := tb.Frame.Code
		fmt.Fprintf(b, "  File \"%s\", line %d, in %s\n", co.Filename, tb.Lineno, co.Name)
		if src := strings.TrimSpace(in.sourceLine(co.Filename, int(tb.Lineno))); src != "" {
			fmt.Fprintf(b, "    %s\n", src)
		}
	}
}

// sourceLine returns a line (counted from 1) of a file as it was when it was read.
func (in *interp) sourceLine(file string, line int) string {
	if lines := in.sources[file]; line >= 1 && line <= len(lines) {
		return lines[line-1]
	}
	return ""
}

// writeSyntaxError writes where a syntax error is and returns a hint.
func (in *interp) writeSyntaxError(b *strings.Builder, e *py.Exception, line int) string {
	file, _ := e.Dict["filename"].(py.String)
	at, _ := e.Dict["offset"].(py.Int)
	src := strings.TrimRight(in.sourceLine(string(file), line), " \t\r")
	indent := len(src) - len(strings.TrimLeft(src, " \t"))
	col, hint := max(syntax.ErrorColumn(e, src), indent), syntax.SyntaxHint(src)
	switch {
	case syntax.IsBlockWithoutColon(src) && int(at) >= len(src):
		col, hint = len(src), "a colon is missing at the end of the line"
	case hint == "":
		hint = syntax.LayoutHint(in.sources[string(file)], line, col)
	}
	fmt.Fprintf(b, "  File \"%s\", line %d, column %d\n", string(file), line, col+1)
	if src != "" {
		fmt.Fprintf(b, "    %s\n    %s^\n", src[indent:], strings.Repeat(" ", len([]rune(src[indent:col]))))
	}
	return hint
}

// exceptionLine is the last line of a traceback: the type and the message.
func exceptionLine(e *py.Exception) string {
	name := e.Base.Name
	args, _ := e.Args.(py.Tuple)
	if len(args) == 0 {
		return name
	}
	text := python.Str
	if len(args) > 1 || py.IsException(py.KeyError, e) {
		text = python.Repr
	}
	var arg py.Object = args
	if len(args) == 1 {
		arg = args[0]
	}
	s, err := text(arg)
	if err != nil || s == "" {
		return name
	}
	return name + ": " + strings.ReplaceAll(s, "\n", " ")
}

// recoverCrash turns a crash of the interpreter into an error. It is deferred; depth
// is how many functions were running when the call began.
func (in *interp) recoverCrash(depth int, err *error) {
	if p := recover(); p != nil {
		*err = in.newPanicFault(p, depth)
	}
	in.stack = in.stack[:depth]
}

// newPanicFault returns the fault that a panic means: the end of a call by py_errmes or by the time
// limit, or a failure of the interpreter.
func (in *interp) newPanicFault(p any, depth int) *scriptFault {
	co := &py.Code{}
	if n := len(in.stack); n > depth {
		co = in.stack[n-1]
	}
	switch p := p.(type) {
	case stopRequest:
		return faultf("%s", p.why)
	case expiration:
		f := faultf("TimeoutError: no result after %v", p.limit)
		f.timedOut, f.hint = true, "the function seems to loop for ever"
		if p.limit == 0 {
			f.Line, f.hint = "KeyboardInterrupt", ""
		}
		f.detail = "Traceback (most recent call last):\n" + p.where + "\n" + f.Line
		if p.where == "" {
			f.detail = fmt.Sprintf("  in function %s of %s\n%s", co.Name, filepath.Base(co.Filename), f.Line)
		}
		return f
	}
	if e, ok := p.(programEnd); ok { // a routine has asked for what is not there
		f := faultf("%v", e.error)
		f.detail = fmt.Sprintf("  in function %s of %s\n%s", co.Name, filepath.Base(co.Filename), f.Line)
		return f
	}
	f := faultf("SystemError: the embedded interpreter failed: %v", p)
	if _, ours := p.(runtime.Error); !ours {
		if e, ok := p.(py.Object); ok {
			f = in.newFault(py.MakeException(e))
		}
	}
	if co.Name != "" {
		f.detail = fmt.Sprintf("  in function %s of %s\n%s", co.Name, filepath.Base(co.Filename), f.Line)
	}
	f.hint = "the function uses something that gpython, the embedded interpreter, cannot run; write that part in a simpler way"
	return f
}

// findFunctionLine returns the line on which a function of a file is defined, 0 if it
// is not found.
func (in *interp) findFunctionLine(file, name string) int {
	for i, src := range in.sources[file] {
		rest, ok := strings.CutPrefix(strings.TrimSpace(src), "def ")
		if ok && strings.HasPrefix(strings.TrimSpace(rest), name) &&
			strings.HasPrefix(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), name)), "(") {
			return i + 1
		}
	}
	return 0
}

// addPython2Hint reports what to do with a script in Python 2 that CPython was to run.
func (f *scriptFault) addPython2Hint(src []byte) {
	e := syntax.FindPython2Syntax(syntax.Tokenize(strings.TrimPrefix(string(src), "\ufeff")))
	if e == nil {
		return
	}
	f.hint = strings.TrimPrefix(fmt.Sprintf("%s; the script is in Python 2 (line %d: %s), which only the embedded interpreter runs, without numpy and the like: "+
		"write it in Python 3, beginning with this line", f.hint, e.Line, e.Construct), "; ")
}
