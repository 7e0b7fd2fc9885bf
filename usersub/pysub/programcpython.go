package pysub

import (
	"errors"
	"fmt"

	"github.com/trammel-mbd/trammel/usersub"
	"github.com/trammel-mbd/trammel/usersub/loading"
	"github.com/trammel-mbd/trammel/usersub/pysub/cpython"
)

// runsProgramsInCPython reports whether programs run in an installed interpreter: where it is requested. By itself the loader
// chooses the embedded one, since a program runs whenever a deck is read.
func (l *Loader) runsProgramsInCPython() bool {
	return l.options.Engine == CPython || l.options.Engine == CPythonChild
}

// executeInCPython executes a program in an installed interpreter.
func (l *Loader) executeInCPython(p Program) error {
	if l.options.Confined {
		return errors.New("a program that runs in CPython cannot be confined, as --isolate requests: " +
			"leave out --python-engine, so that the embedded interpreter runs it, or --isolate")
	}
	e, err := l.ensureCPythonEngine(p.File)
	if err != nil {
		var le *usersub.LoadError
		if errors.As(err, &le) {
			return fmt.Errorf("%s; %s", le.Reason, le.Hint)
		}
		return err
	}
	c := e.(*cpythonEngine)
	l.scripts[p.File] = &openedScript{script: cpythonProgram{c}, engine: c, sum: loading.HashBytes(p.Text), note: l.logEngine(p.File, p.Text, c, "--python-engine requests it")}
	_, err = c.Engine.Execute(cpython.Program{File: p.File, Text: p.Text, Arguments: l.options.Arguments, Modules: p.Modules, Natives: p.Natives,
		Implied: p.Implied, Tracked: p.Tracked, Call: p.Call})
	var f *cpython.ProgramFault
	if !errors.As(err, &f) {
		return err
	}
	x := &ProgramError{Msg: f.Line, File: f.File, Line: f.At, Col: f.Col, hint: f.Hint}
	for _, c := range f.Calls {
		x.calls = append(x.calls, struct {
			File string
			Line int
			Func string
		}(c))
	}
	return x
}

// cpythonProgram is a program in CPython as a script, while it runs and afterwards.
type cpythonProgram struct{ *cpythonEngine }

func (p cpythonProgram) names() (functions, others []string) {
	if s := p.Engine.CurrentProgram(); s != nil {
		return s.Names()
	}
	return nil, nil
}

func (p cpythonProgram) bind(name string, sig *usersub.Sig) (usersub.Sub, error) {
	s := p.Engine.CurrentProgram()
	if s == nil {
		return nil, errors.New("the program has not run")
	}
	return cpythonScript{s}.bind(name, sig)
}
