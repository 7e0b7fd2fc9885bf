// Package host is the plugin that runs functions of .m files in GNU Octave. It
// holds one process of Octave, or more where scripts define functions of the same name, and
// speaks to it over two pipes.
package host

import (
	"os"
	"slices"

	"github.com/trammel-mbd/trammel/sdk"
	"github.com/trammel-mbd/trammel/sdk/grpc"
)

// stderr is the true standard error, which leads to the log of the run: the
// variables of package os are redirected while the plugin serves.
var stderr = os.Stderr

// ServeSolver serves the solver that started this process and returns when it is done.
func ServeSolver() {
	h := &Host{}
	sdk.Serve(sdk.Plugin{Name: "octave", Version: "1.0.0", Doc: "It runs functions of .m files in GNU Octave.",
		Find: h.FindFunction, Close: h.Close}, grpc.Serve)
	h.Close()
}

// Host finds functions in scripts. The zero value is ready.
type Host struct {
	program  *octaveProgram
	missing  error // why there is no Octave
	sessions []*octaveSession
	scripts  map[string]*octaveScript // by path
}

// FindFunction implements Find of a sdk.Plugin.
func (h *Host) FindFunction(path, function, kind string) (*sdk.ScriptFunction, error) {
	s, err := h.loadScriptOnce(path)
	if err != nil {
		return nil, err
	}
	name, err := s.functionNamed(function)
	if err != nil {
		return nil, err
	}
	r := sdk.RawRoutine(kind, func(c *sdk.Call) error {
		b, _ := c.Data.(*binding)
		if b == nil {
			b = &binding{session: s.session, function: s.functions[slices.Index(s.functionNames(), name)]}
			c.Data = b
		}
		return b.callFunction(c)
	})
	return &sdk.ScriptFunction{Routine: r, Symbol: name, SHA256: s.sum, Note: h.program.about}, nil
}

// loadScriptOnce loads a script unless that was done before.
func (h *Host) loadScriptOnce(path string) (*octaveScript, error) {
	if s := h.scripts[path]; s != nil {
		return s, s.err
	}
	if h.program == nil && h.missing == nil {
		h.program, h.missing = findOctave()
	}
	if h.missing != nil {
		return nil, h.missing
	}
	if h.scripts == nil {
		h.scripts = map[string]*octaveScript{}
	}
	s := readScript(path)
	h.scripts[path] = s
	if s.err == nil {
		s.err = h.loadScript(s)
	}
	return s, s.err
}

// loadScript executes a script in the first session that has none of its functions.
func (h *Host) loadScript(s *octaveScript) error {
	for _, one := range h.sessions {
		if !one.hasConflictingFunction(s) {
			return one.loadScript(s)
		}
	}
	one, err := startOctave(h.program)
	if err != nil {
		return err
	}
	h.sessions = append(h.sessions, one)
	return one.loadScript(s)
}

// Close ends the processes of Octave.
func (h *Host) Close() {
	for _, s := range h.sessions {
		s.killProcess()
	}
}
