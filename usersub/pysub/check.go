package pysub

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// Problem is a place in a script that the embedded interpreter cannot run.
// Line and Col count from 1; they are 0 where the whole file is meant.
type Problem struct {
	Line, Col int
	Msg       string
}

func (p Problem) String() string { return fmt.Sprintf("%d:%d: %s", p.Line, p.Col, p.Msg) }

// Check lists what the embedded interpreter certainly cannot run in a script,
// in the order of lines. The script is read, not executed; no problem does not
// mean that it runs.
func Check(path string) []Problem {
	src, err := os.ReadFile(path)
	if err != nil {
		return []Problem{{Msg: err.Error()}}
	}
	return checkText(path, src)
}

func checkText(path string, src []byte) []Problem {
	text := strings.TrimPrefix(string(src), "\ufeff")
	list := looks(lex(text))
	if p := parses(path, text); p != nil {
		if !slices.ContainsFunc(list, func(q Problem) bool { return q.Line <= p.Line }) {
			list = append(list, *p)
		}
	} else if tree, err := parseModern(text, path, lex(text)); err == nil {
		list = append(list, reads(filepath.Dir(path), tree)...)
	}
	slices.SortStableFunc(list, func(a, b Problem) int { return cmp.Or(a.Line-b.Line, a.Col-b.Col) })
	return list
}

// parses returns what the parser or the compiler stumbles over, nil if nothing.
func parses(path, text string) (p *Problem) {
	defer func() {
		if v := recover(); v != nil {
			p = &Problem{Msg: fmt.Sprintf("the embedded interpreter cannot compile the script: %v", v)}
		}
	}()
	_, err := compileText(text, path)
	e, ok := err.(*py.Exception)
	switch {
	case err == nil:
		return nil
	case !ok:
		return &Problem{Msg: err.Error()}
	}
	line, _ := e.Dict["lineno"].(py.Int)
	at, _ := e.Dict["offset"].(py.Int)
	p = &Problem{Line: int(line), Col: 1, Msg: exceptionLine(e)}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if p.Line < 1 || p.Line > len(lines) {
		return p
	}
	src := lines[p.Line-1]
	p.Col = len([]rune(src[:stumble(e, src)])) + 1
	if hint := syntaxHint(src); hint != "" {
		p.Msg += " (" + hint + ")"
	} else if noColon(src) && int(at) >= len(src) {
		p.Col = len([]rune(src)) + 1
		p.Msg += " (a colon is missing at the end of the line)"
	}
	return p
}

// reads looks at the syntax tree: modules that are not there, and functions of
// Python that are not.
func reads(dir string, tree ast.Mod) (list []Problem) {
	own := bound(tree)
	guarded := map[ast.Ast]bool{}
	say := func(n ast.Ast, format string, args ...any) {
		list = append(list, Problem{Line: n.GetLineno(), Col: n.GetColOffset() + 1, Msg: fmt.Sprintf(format, args...)})
	}
	ast.Walk(tree, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.Try:
			for _, s := range x.Body {
				guarded[s] = true
			}
		case *ast.Import:
			for _, a := range x.Names {
				if !guarded[n] && !importable(dir, string(a.Name)) {
					say(n, "%s", cannotImport(string(a.Name)))
				}
			}
		case *ast.ImportFrom:
			if !guarded[n] && x.Level == 0 && !importable(dir, string(x.Module)) {
				say(n, "%s", cannotImport(string(x.Module)))
			}
		case *ast.Name:
			if x.Ctx == ast.Load && !own[string(x.Id)] && !own["*"] && slices.Contains(lackingNames, string(x.Id)) {
				say(n, "%s() is not supported by the embedded interpreter", x.Id)
			}
		}
		return true
	})
	return list
}

// bound returns the names that a script defines anywhere, and * if it imports
// all names of a module.
func bound(tree ast.Mod) map[string]bool {
	own := map[string]bool{}
	ast.Walk(tree, func(n ast.Ast) bool {
		switch x := n.(type) {
		case *ast.Name:
			if x.Ctx != ast.Load {
				own[string(x.Id)] = true
			}
		case *ast.Arg:
			own[string(x.Arg)] = true
		case *ast.FunctionDef:
			own[string(x.Name)] = true
		case *ast.ClassDef:
			own[string(x.Name)] = true
		case *ast.Alias:
			own[string(cmp.Or(x.AsName, x.Name))] = true
		case *ast.ExceptHandler:
			own[string(x.Name)] = true
		}
		return true
	})
	if own["*"] {
		delete(own, "*")
		ast.Walk(tree, func(n ast.Ast) bool {
			if x, ok := n.(*ast.ImportFrom); ok && x.Module != "math" && x.Module != "msolve" && string(x.Names[0].Name) == "*" {
				own["*"] = true
			}
			return true
		})
	}
	return own
}

// importable tells whether a module is part of the interpreter or lies beside
// the script.
func importable(dir, name string) bool {
	if name == "msolve" || py.GetModuleImpl(name) != nil || library(name) != nil {
		return true
	}
	path := filepath.Join(dir, filepath.Join(strings.Split(name, ".")...))
	for _, file := range []string{path + ".py", filepath.Join(path, "__init__.py")} {
		if _, err := os.Stat(file); err == nil {
			return true
		}
	}
	return false
}

func cannotImport(name string) string {
	msg := fmt.Sprintf("module %s cannot be imported", name)
	if hint := runtimeHint("ImportError", "No module named '"+name+"'"); hint != "" {
		msg += ": " + hint
	}
	return msg
}
