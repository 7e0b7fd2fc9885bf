package cpython

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/usersub/loading"
)

// Program is a script that is executed for what it calls. It is pysub.Program, with the arguments of sys.argv.
type Program struct {
	File      string
	Text      []byte
	Arguments []string // behind the name of the program
	Modules   map[string]string
	Natives   []string
	Implied   []string
	Tracked   []string
	Call      func(name string, site int, args []any, keys []string, vals []any) (any, error)
}

// CallSite is a call in a file of a program, or an assignment to an attribute, as byte offsets [start,end) in its text. It is an alias of a plain
// struct, that of package syntax.
type Site = struct {
	File string
	Name [2]int   // of the function, or of the attribute
	Args [][2]int // arguments by position; the value that is assigned
	Keys []struct {
		Name      string
		At, Value [2]int
	}
}

// ProgramFault is what went wrong in a program.
type ProgramFault struct {
	Line, Hint string // the last line of a traceback, and what to do about it
	File       string
	At, Col    int // from 1; Col is 0 for the whole line
	Calls      []Caller
}

// Caller is a call that led to a fault.
type Caller struct {
	File string
	Line int
	Func string
}

func (f *ProgramFault) Error() string { return f.Line }

// executedProgram is a Program that is executed, or was.
type executedProgram struct {
	Program
	script *Script
	sites  []Site
	end    error // with which the solver ended it
}

// Execute executes a program. Calls of its natives are answered by Call, and those of the functions in Tracked have a site. When it has
// ended, the function _finish of each module that it imported is called. The script's functions, and those that were
// handed over, are routines from the first call on. What goes wrong is a *ProgramFault, or the error of Call that ended it.
func (e *Engine) Execute(p Program) (*Script, error) {
	e.files[p.File] = loading.HashBytes(p.Text)
	scripts, err := e.sendRequest("count")
	if err != nil {
		return nil, err
	}
	x := &executedProgram{Program: p, script: &Script{e: e, file: p.File, number: intOrZero(scripts[0]), changes: true}}
	e.program = x
	var modules []any
	for name, text := range p.Modules {
		modules = append(modules, []any{name, text})
	}
	m, err := e.sendRequest("program", p.File, p.Text, append([]string{p.File}, p.Arguments...), modules,
		p.Natives, slices.Concat(p.Natives, p.Tracked), p.Implied)
	switch {
	case err != nil:
		return x.script, &ProgramFault{Line: err.Error(), File: p.File, At: 1}
	case x.end != nil:
		return x.script, x.end
	case len(m) >= 6:
		f := &ProgramFault{Line: textOrEmpty(m[0]), Hint: textOrEmpty(m[1]), File: textOrEmpty(m[2]), At: intOrZero(m[3]), Col: intOrZero(m[4])}
		calls, _ := m[5].([]any)
		for _, c := range calls {
			if list, ok := c.([]any); ok && len(list) == 3 {
				f.Calls = append(f.Calls, Caller{textOrEmpty(list[0]), intOrZero(list[1]), textOrEmpty(list[2])})
			}
		}
		return x.script, f
	}
	return x.script, nil
}

// CurrentProgram is the program that is executed, or was last, as a script; nil without one.
func (e *Engine) CurrentProgram() *Script {
	if e.program == nil {
		return nil
	}
	return e.program.script
}

// CallSite returns a site of the program, which is empty if there is none.
func (e *Engine) CallSite(n int) Site {
	if e.program == nil || n < 1 || n > len(e.program.sites) {
		return Site{}
	}
	return e.program.sites[n-1]
}

// addSites takes the sites of a file of the program.
func (x *executedProgram) addSites(file string, list []any) {
	for _, v := range list {
		m, ok := v.([]any)
		if !ok || len(m) != 3 {
			continue
		}
		s := Site{File: file, Name: toRange(m[0])}
		args, _ := m[1].([]any)
		for _, a := range args {
			s.Args = append(s.Args, toRange(a))
		}
		keys, _ := m[2].([]any)
		for _, k := range keys {
			if l, ok := k.([]any); ok && len(l) == 5 {
				s.Keys = append(s.Keys, struct {
					Name      string
					At, Value [2]int
				}{textOrEmpty(l[0]), [2]int{intOrZero(l[1]), intOrZero(l[2])}, [2]int{intOrZero(l[3]), intOrZero(l[4])}})
			}
		}
		x.sites = append(x.sites, s)
	}
}

func toRange(v any) [2]int {
	list, _ := v.([]any)
	if len(list) != 2 {
		return [2]int{}
	}
	return [2]int{intOrZero(list[0]), intOrZero(list[1])}
}

// answerCall answers a call of one of the natives.
func (x *executedProgram) answerCall(m []any) []any {
	if x == nil || len(m) != 5 {
		return []any{"raise", "SystemError", "the solver executes no program"}
	}
	if x.end != nil {
		return []any{"ends"}
	}
	args, _ := m[2].([]any)
	vals, _ := m[4].([]any)
	r, err := x.Call(textOrEmpty(m[0]), intOrZero(m[1]), fromMessageItems(args), textsOrEmpty(m[3]), fromMessageItems(vals))
	if e, ok := err.(interface{ Ends() bool }); ok && e.Ends() {
		x.end = err
		return []any{"ends"}
	}
	if err != nil {
		return []any{"raise", "RuntimeError", err.Error()}
	}
	return []any{"value", toMessageItem(r)}
}

// routineName is a function of the program, which can be loaded as a routine of this name.
type routineName string

// RegisterRoutine returns the name, under which the routine is known already.
func (r routineName) RegisterRoutine() string { return string(r) }

// typeName is an object that is not a plain value.
type typeName string

// TypeName is the name of its class.
func (t typeName) TypeName() string { return string(t) }

func fromMessageItems(list []any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = fromMessageItem(v)
	}
	return out
}

// fromMessageItem makes a value as Program.Call takes it: lists of messages begin with a letter.
func fromMessageItem(v any) any {
	switch x := v.(type) {
	case int:
		return int64(x)
	case []any:
		if len(x) == 0 {
			return []any{}
		}
		switch kind := textOrEmpty(x[0]); {
		case kind == "l":
			return fromMessageItems(x[1:])
		case kind == "b" && len(x) == 2:
			return intOrZero(x[1]) != 0
		case kind == "f" && len(x) == 2:
			return routineName(textOrEmpty(x[1]))
		case kind == "t" && len(x) == 2:
			return typeName(textOrEmpty(x[1]))
		}
		return typeName("list")
	}
	return v
}

// toMessageItem makes a result of Program.Call an item of a message.
func toMessageItem(v any) any {
	switch x := v.(type) {
	case int64:
		return int(x)
	case bool:
		if x {
			return 1
		}
		return 0
	case []any:
		reals := make([]float64, len(x))
		for i, y := range x {
			r, ok := y.(float64)
			if !ok {
				out := make([]any, len(x))
				for k := range x {
					out[k] = toMessageItem(x[k])
				}
				return out
			}
			reals[i] = r
		}
		return reals
	case nil, float64, string:
		return x
	}
	return strings.TrimSpace(fmt.Sprint(v))
}
