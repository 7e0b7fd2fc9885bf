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
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/trammel-mbd/trammel/sdk/wire"
	"github.com/trammel-mbd/trammel/usersub"
)

// Plugin is a set of routines that is shipped as one program.
type Plugin struct {
	Name     string // "bead"
	Version  string // "1.2.0"
	Doc      string // one line
	Routines map[string]Routine
}

// check finds what is wrong with a plugin before anybody calls it.
func (p *Plugin) check() error {
	if p.Name == "" {
		return fmt.Errorf("the plugin has no Name")
	}
	if len(p.Routines) == 0 {
		return fmt.Errorf("plugin %s has no Routines", p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Routines)) {
		r := p.Routines[name]
		if name == "" || strings.ContainsAny(name, " \t\r\n") {
			return fmt.Errorf("plugin %s: %q is no name of a routine", p.Name, name)
		}
		if r.Func == nil {
			return fmt.Errorf("plugin %s: routine %s has no Func", p.Name, name)
		}
		if usersub.Lookup(r.Kind) == nil {
			return fmt.Errorf("plugin %s: routine %s is of the unknown kind %q", p.Name, name, r.Kind)
		}
	}
	return nil
}

// server is the end of the wire that serves p.
func (p *Plugin) server() *wire.Server {
	s := &wire.Server{Name: p.Name, Version: p.Version, Doc: p.Doc, Routines: map[string]wire.Offer{}}
	for name, r := range p.Routines {
		s.Routines[name] = wire.Offer{Kind: r.Kind, Doc: r.Doc, New: r.Sub}
	}
	return s
}
