package cpython

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
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

// Site is a call in a file of a program, or an assignment to an attribute, as byte offsets [start,end) in its text. It is an alias of a plain
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

// program is a Program that is executed, or was.
type program struct {
	Program
	script *Script
	sites  []Site
	end    error // with which the solver ended it
}

// Execute executes a program. Calls of its natives are answered by Call, and those of the functions in Tracked have a site. When it has
// ended, the function _finish of each module that it imported is called. The script's functions, and those that were
// handed over, are routines from the first call on. What goes wrong is a *ProgramFault, or the error of Call that ended it.
func (e *Engine) Execute(p Program) (*Script, error) {
	sum := sha256.Sum256(p.Text)
	e.files[p.File] = hex.EncodeToString(sum[:])
	scripts, err := e.sendRequest("count")
	if err != nil {
		return nil, err
	}
	x := &program{Program: p, script: &Script{e: e, file: p.File, number: asInt(scripts[0]), changes: true}}
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
		f := &ProgramFault{Line: asText(m[0]), Hint: asText(m[1]), File: asText(m[2]), At: asInt(m[3]), Col: asInt(m[4])}
		calls, _ := m[5].([]any)
		for _, c := range calls {
			if list, ok := c.([]any); ok && len(list) == 3 {
				f.Calls = append(f.Calls, Caller{asText(list[0]), asInt(list[1]), asText(list[2])})
			}
		}
		return x.script, f
	}
	return x.script, nil
}

// Script is the program that is executed, or was last, as a script; nil without one.
func (e *Engine) Script() *Script {
	if e.program == nil {
		return nil
	}
	return e.program.script
}

// Site returns a site of the program, which is empty if there is none.
func (e *Engine) Site(n int) Site {
	if e.program == nil || n < 1 || n > len(e.program.sites) {
		return Site{}
	}
	return e.program.sites[n-1]
}

// addSites takes the sites of a file of the program.
func (x *program) addSites(file string, list []any) {
	for _, v := range list {
		m, ok := v.([]any)
		if !ok || len(m) != 3 {
			continue
		}
		s := Site{File: file, Name: asRange(m[0])}
		args, _ := m[1].([]any)
		for _, a := range args {
			s.Args = append(s.Args, asRange(a))
		}
		keys, _ := m[2].([]any)
		for _, k := range keys {
			if l, ok := k.([]any); ok && len(l) == 5 {
				s.Keys = append(s.Keys, struct {
					Name      string
					At, Value [2]int
				}{asText(l[0]), [2]int{asInt(l[1]), asInt(l[2])}, [2]int{asInt(l[3]), asInt(l[4])}})
			}
		}
		x.sites = append(x.sites, s)
	}
}

func asRange(v any) [2]int {
	list, _ := v.([]any)
	if len(list) != 2 {
		return [2]int{}
	}
	return [2]int{asInt(list[0]), asInt(list[1])}
}

// answerCall answers a call of one of the natives.
func (x *program) answerCall(m []any) []any {
	if x == nil || len(m) != 5 {
		return []any{"raise", "SystemError", "the solver executes no program"}
	}
	if x.end != nil {
		return []any{"ends"}
	}
	args, _ := m[2].([]any)
	vals, _ := m[4].([]any)
	r, err := x.Call(asText(m[0]), asInt(m[1]), plainValues(args), asTexts(m[3]), plainValues(vals))
	if e, ok := err.(interface{ Ends() bool }); ok && e.Ends() {
		x.end = err
		return []any{"ends"}
	}
	if err != nil {
		return []any{"raise", "RuntimeError", err.Error()}
	}
	return []any{"value", packable(r)}
}

// routineName is a function of the program, which can be loaded as a routine of this name.
type routineName string

// Routine is the name.
func (r routineName) Routine() string { return string(r) }

// typeName is an object that is not a plain value.
type typeName string

// TypeName is the name of its class.
func (t typeName) TypeName() string { return string(t) }

func plainValues(list []any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = plainValue(v)
	}
	return out
}

// plainValue makes a value as Program.Call takes it: lists of messages begin with a letter.
func plainValue(v any) any {
	switch x := v.(type) {
	case int:
		return int64(x)
	case []any:
		if len(x) == 0 {
			return []any{}
		}
		switch kind := asText(x[0]); {
		case kind == "l":
			return plainValues(x[1:])
		case kind == "b" && len(x) == 2:
			return asInt(x[1]) != 0
		case kind == "f" && len(x) == 2:
			return routineName(asText(x[1]))
		case kind == "t" && len(x) == 2:
			return typeName(asText(x[1]))
		}
		return typeName("list")
	}
	return v
}

// packable makes a result of Program.Call an item of a message.
func packable(v any) any {
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
					out[k] = packable(x[k])
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
