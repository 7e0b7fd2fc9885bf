package run

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/trammel-mbd/trammel/core/integrate/traits"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/usersub"
)

// initialIntegratorName returns the name of the integrator that an analysis of motion begins with: routines know ABAM, and not AUTO.
func (r *runner) initialIntegratorName() string {
	name := r.settings.transient.Integrator
	return cmp.Or(traits.TraitsByIntegratorName(name).First, name)
}

// newSession is what user subroutines may query of this run. The names of files are
// those of the deck, and of the deck in the folder of the results.
func (r *runner) newSession(start float64) *system.Session {
	s := &system.Session{Start: start, Integrator: r.initialIntegratorName(), Log: r.rec.reportMessage}
	r.rec.UpdateDocument(func(d *Document) { s.Version, s.Input = d.Version, d.Deck })
	s.Input = strings.TrimSuffix(s.Input, filepath.Ext(s.Input))
	if s.Input != "" {
		s.Output = filepath.Join(r.rec.Dir, filepath.Base(s.Input))
	}
	return s
}

// severity is how much a message matters.
type severity uint8

const (
	logged  severity = iota // run.log only
	console                 // the console too
	warned                  // a warning of the run
)

// severityOf ranks a message by its type: that of USRMES is INFO, WARN, FAULT,
// ERROR or one of these with an ending, of which _LOG keeps it in the log. What
// ERRMES says is a warning, unless it stops the run: then it is the run's error,
// too.
func severityOf(m *usersub.Message) severity {
	switch {
	case m.StopsRun(), strings.HasPrefix(m.Tag, "INFO") && strings.HasSuffix(m.Tag, "_LOG"):
		return logged
	case m.Utility == "ERRMES", strings.HasPrefix(m.Tag, "WARN"), strings.HasPrefix(m.Tag, "FAULT"), strings.HasPrefix(m.Tag, "ERR"):
		return warned
	}
	return console
}

// reportMessage takes what a routine says at time t. A warning does not name the time,
// since it is listed once.
func (r *reporter) reportMessage(m *usersub.Message, owner, routine string, t float64) {
	text := fmt.Sprintf("%s: %s: %s [%d] %s: %s", owner, routine, m.Utility, m.ID, m.Tag, m.Text)
	switch s := severityOf(m); {
	case s == warned:
		r.warn("%s", text)
	default:
		r.Log("%s (time %g)", text, t)
		if s == console {
			r.writeConsole(text)
		}
	}
}
