// Package sdk is what the author of a plugin imports. A plugin is a program
// whose main calls Serve with the routines that it offers:
//
//	func main() {
//		sdk.Serve(sdk.Plugin{
//			Name: "bead", Version: "1.0.0",
//			Routines: map[string]sdk.Routine{
//				"catenary": sdk.PFOSUB(func(c *sdk.Call) float64 {
//					return c.SysFnc("DY", c.ParInt(0)) - math.Cosh(c.SysFnc("DX", c.ParInt(0)))
//				}),
//			},
//		})
//	}
//
// A deck names it with usrsub_plugin_name="bead" and
// usrsub_fnc_name="catenary". Routines of one plugin are called one after the
// other, never at the same time. Package sdktest tries them without a solver.
package sdk

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/usersub"
	"github.com/trammel-mbd/trammel/sdk/wire"
)

// Plugin is a set of routines that is shipped as one program.
type Plugin struct {
	Name     string // "bead"
	Version  string // "1.2.0"
	Vendor   string // who ships it: decks name an installed plugin "acme/bead"
	Doc      string // one line
	Routines map[string]Routine
	// Find is for a plugin that executes scripts: it searches for a function in one,
	// which a deck names. An error may be a *Missing, which says more.
	Find func(script, function, kind string) (*ScriptFunction, error)
	// Close is called before the plugin ends; nil if there is nothing to do.
	Close func()
}

// ScriptFunction is a function of a script.
type ScriptFunction struct {
	Routine        // its Kind is the one requested
	Symbol  string // its name in the script
	SHA256  string // of what was executed, hexadecimal
	Note    string // what executes it
}

// MissingFunctionError reports why a function of a script cannot be called.
type MissingFunctionError struct {
	Reason   string // one line
	Detail   string // several lines: what the interpreter says
	Hint     string
	Searched []string
	Lacks    bool // the script can be used but has no such function
}

func (e *MissingFunctionError) Error() string { return e.Reason }

// validate finds what is wrong with a plugin before anybody calls it.
func (p *Plugin) validate() error {
	if p.Name == "" {
		return fmt.Errorf("the plugin has no Name")
	}
	if len(p.Routines) == 0 && p.Find == nil {
		return fmt.Errorf("plugin %s has no Routines", p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Routines)) {
		r := p.Routines[name]
		if name == "" || strings.ContainsAny(name, " \t\r\n") {
			return fmt.Errorf("plugin %s: %q is not a name of a routine", p.Name, name)
		}
		if r.Func == nil {
			return fmt.Errorf("plugin %s: routine %s has no Func", p.Name, name)
		}
		if usersub.FindRoutine(r.Kind) == nil {
			return fmt.Errorf("plugin %s: routine %s is of the unknown kind %q", p.Name, name, r.Kind)
		}
		if err := r.About().Validate(usersub.FindRoutine(r.Kind)); err != nil {
			return fmt.Errorf("plugin %s: routine %s: %w", p.Name, name, err)
		}
	}
	return nil
}

// newServer is the end of the wire that serves p.
func (p *Plugin) newServer() *wire.Server {
	s := &wire.Server{Name: p.Name, Version: p.Version, Vendor: p.Vendor, Doc: p.Doc, Routines: map[string]wire.Offer{}}
	for name, r := range p.Routines {
		s.Routines[name] = r.wireOffer()
	}
	if p.Find != nil {
		s.Finder = p.findFunction
	}
	return s
}

// findFunction answers the solver's query for a function of a script.
func (p *Plugin) findFunction(q *wire.FindRequest) (*wire.Found, wire.Offer) {
	f, err := p.Find(q.Script, q.Function, q.Kind)
	var why *MissingFunctionError
	switch {
	case errors.As(err, &why):
		return &wire.Found{Missing: &wire.Missing{Reason: why.Reason, Detail: why.Detail, Hint: why.Hint,
			Searched: why.Searched, Lacks: why.Lacks}}, wire.Offer{}
	case err != nil:
		return &wire.Found{Missing: &wire.Missing{Reason: err.Error()}}, wire.Offer{}
	}
	name := strings.Join([]string{q.Script, f.Symbol, q.Kind}, ":")
	return &wire.Found{Routine: name, Symbol: f.Symbol, Sha256: f.SHA256, Note: f.Note},
		f.wireOffer()
}
