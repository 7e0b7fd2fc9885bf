package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/trammel-mbd/trammel/core"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/system"
	"github.com/trammel-mbd/trammel/examples/internal/measure"
	"github.com/trammel-mbd/trammel/usersub"
)

// loadDeck builds a deck given as text.
func loadDeck(text string) (*system.System, error) {
	dir, err := os.MkdirTemp("", "peers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return loadDeckIn(dir, text)
}

// loadDeckIn builds a deck in a folder where its routines are.
func loadDeckIn(dir, text string, loaders ...usersub.Loader) (*system.System, error) {
	path := filepath.Join(dir, "model.xml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return nil, err
	}
	m, err := core.Load(path, loaders...)
	if err != nil {
		return nil, err
	}
	if len(m.Failed) > 0 {
		return nil, m.Failed[0]
	}
	for _, d := range m.Deck.Diags.List {
		return nil, fmt.Errorf("%s", d.Msg)
	}
	return m.System, nil
}

// outcome is what a solution cost and where it ended.
type outcome struct {
	cpu    float64 // seconds
	steps  int
	calls  int // of user functions
	stats  integrate.Stats
	at     place // the far end of the last body
	failed error
}

func (o *outcome) costPerStep() float64 { return o.cpu / float64(o.steps) }

// solveFromRest integrates from rest to end. What is timed is what the peer does in its
// solver: initial accelerations and all steps, without building the model.
func solveFromRest(sys *system.System, method string, opt integrate.Options, end float64, id int, local float64) (o outcome) {
	s, err := sys.NewState()
	if err != nil {
		return outcome{failed: err}
	}
	p := s.DeckPoint()
	if _, err := s.Assemble(p, 1e-10); err != nil {
		return outcome{failed: err}
	}
	runtime.GC() // what building leaves behind would be collected in the time of the steps
	start := measure.ProcessSeconds()
	opt.Work = integrate.NewLinearSolver(s)
	if err := integrate.SolveAccelerations(s, p, opt.Work); err != nil {
		return outcome{failed: err}
	}
	m, err := integrate.New(method)
	if err == nil {
		err = m.Init(s, p, &opt)
	}
	for err == nil && m.Now().T < end*(1-1e-12) {
		err = m.Step(end)
	}
	o.cpu = measure.ProcessSeconds() - start
	if err != nil {
		o.failed = err
		return o
	}
	o.stats = *m.Stats()
	o.steps = o.stats.Steps
	for _, r := range s.Profiles() {
		o.calls += r.Calls
	}
	o.at = pointOnBody(sys, m.Now(), id, local)
	return o
}

// pointOnBody returns where the point at x = local from the mass centre of a body is.
func pointOnBody(sys *system.System, p *integrate.Point, id int, local float64) (at place) {
	b, ok := sys.Body(system.Rigid, id)
	if !ok {
		if b, ok = sys.Body(system.PointMass, id); !ok {
			panic("peers: no such body")
		}
	}
	q, _, n := sys.BodyOffsets(b)
	copy(at[:], p.Q[q:q+3])
	if n < 6 {
		return at
	}
	e := p.Q[q+3 : q+7] // first column of the rotation matrix
	w, x, y, z := e[0], e[1], e[2], e[3]
	at[0] += local * (1 - 2*(y*y+z*z))
	at[1] += local * 2 * (x*y + w*z)
	at[2] += local * 2 * (x*z - w*y)
	return at
}

func distanceBetween(a, b place) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
