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

// Main serves the solver that started this process and returns when it is done.
func Main() {
	h := &Host{}
	sdk.Serve(sdk.Plugin{Name: "octave", Version: "1.0.0", Doc: "It runs functions of .m files in GNU Octave.",
		Find: h.Find, Close: h.Close}, grpc.Transport)
	h.Close()
}

// Host finds functions in scripts. The zero value is ready.
type Host struct {
	program  *program
	missing  error // why there is no Octave
	sessions []*session
	scripts  map[string]*script // by path
}

// Find implements Find of a sdk.Plugin.
func (h *Host) Find(path, function, kind string) (*sdk.Found, error) {
	s, err := h.script(path)
	if err != nil {
		return nil, err
	}
	name, err := s.pick(function)
	if err != nil {
		return nil, err
	}
	r := sdk.Raw(kind, func(c *sdk.Call) error {
		b, _ := c.Data.(*binding)
		if b == nil {
			b = &binding{session: s.session, function: s.functions[slices.Index(s.names(), name)]}
			c.Data = b
		}
		return b.call(c)
	})
	return &sdk.Found{Routine: r, Symbol: name, SHA256: s.sum, Note: h.program.about}, nil
}

// script loads a script unless that was done before.
func (h *Host) script(path string) (*script, error) {
	if s := h.scripts[path]; s != nil {
		return s, s.err
	}
	if h.program == nil && h.missing == nil {
		h.program, h.missing = find()
	}
	if h.missing != nil {
		return nil, h.missing
	}
	if h.scripts == nil {
		h.scripts = map[string]*script{}
	}
	s := readScript(path)
	h.scripts[path] = s
	if s.err == nil {
		s.err = h.load(s)
	}
	return s, s.err
}

// load executes a script in the first session that has none of its functions.
func (h *Host) load(s *script) error {
	for _, one := range h.sessions {
		if !one.defines(s) {
			return one.load(s)
		}
	}
	one, err := start(h.program)
	if err != nil {
		return err
	}
	h.sessions = append(h.sessions, one)
	return one.load(s)
}

// Close ends the processes of Octave.
func (h *Host) Close() {
	for _, s := range h.sessions {
		s.end()
	}
}
