package pysub

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"
	"github.com/trammel-mbd/trammel/usersub/pysub/python"
	"github.com/trammel-mbd/trammel/usersub/pysub/syntax"
)

// Problem is a place in a script that the embedded interpreter cannot run.
type Problem = syntax.Problem

// CheckScript lists what the embedded interpreter certainly cannot run in a script,
// in the order of lines. The script is read, not executed; no problem does not
// mean that it runs.
func CheckScript(path string) []syntax.Problem {
	src, err := os.ReadFile(path)
	if err != nil {
		return []syntax.Problem{{Msg: err.Error()}}
	}
	return checkSource(path, src)
}

func checkSource(path string, src []byte) []syntax.Problem {
	text := strings.TrimPrefix(string(src), "\ufeff")
	list := syntax.FindUnsupported(syntax.Tokenize(text))
	if p := firstSyntaxProblem(path, text); p != nil {
		if !slices.ContainsFunc(list, func(q syntax.Problem) bool { return q.Line <= p.Line }) {
			list = append(list, *p)
		}
	} else if tree, err := syntax.Parse(text, path, syntax.Tokenize(text)); err == nil {
		list = append(list, newScriptChecker(filepath.Dir(path), tree).findProblems()...)
	}
	slices.SortStableFunc(list, func(a, b syntax.Problem) int { return cmp.Or(a.Line-b.Line, a.Col-b.Col) })
	return list
}

// firstSyntaxProblem returns what the parser or the compiler stumbles over, nil if nothing.
func firstSyntaxProblem(path, text string) (p *syntax.Problem) {
	defer func() {
		if v := recover(); v != nil {
			p = &syntax.Problem{Msg: fmt.Sprintf("the embedded interpreter cannot compile the script: %v", v)}
		}
	}()
	_, err := python.CompileModule(text, path, nil)
	e, ok := err.(*py.Exception)
	switch {
	case err == nil:
		return nil
	case !ok:
		return &syntax.Problem{Msg: err.Error()}
	}
	line, _ := e.Dict["lineno"].(py.Int)
	at, _ := e.Dict["offset"].(py.Int)
	p = &syntax.Problem{Line: int(line), Col: 1, Msg: exceptionLine(e)}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if p.Line < 1 || p.Line > len(lines) {
		return p
	}
	src := lines[p.Line-1]
	p.Col = len([]rune(src[:syntax.ErrorColumn(e, src)])) + 1
	if hint := syntax.SyntaxHint(src); hint != "" {
		p.Msg += " (" + hint + ")"
	} else if syntax.IsBlockWithoutColon(src) && int(at) >= len(src) {
		p.Col = len([]rune(src)) + 1
		p.Msg += " (a colon is missing at the end of the line)"
	}
	return p
}

// isImportable reports whether a module is part of the interpreter or lies beside
// the script.
func isImportable(dir, name string) bool {
	if name == "msolve" || py.GetModuleImpl(name) != nil || python.LibraryModuleSource(name) != nil {
		return true
	}
	return isModuleBesideScript(dir, name)
}

// isModuleBesideScript reports whether a module lies beside the script.
func isModuleBesideScript(dir, name string) bool {
	path := filepath.Join(dir, filepath.Join(strings.Split(name, ".")...))
	for _, file := range []string{path + ".py", filepath.Join(path, "__init__.py")} {
		if _, err := os.Stat(file); err == nil {
			return true
		}
	}
	return false
}

func missingModuleMessage(name string) string {
	msg := fmt.Sprintf("module %s cannot be imported", name)
	if hint := runtimeHint("ImportError", "No module named '"+name+"'"); hint != "" {
		msg += ": " + hint
	}
	return msg
}
