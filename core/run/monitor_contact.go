package run

import (
	"math"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Findings counts what the watch on a run has warned of.
type Findings struct {
	OpenBalances        int `json:"open_balances,omitempty"`        // analyses whose energy balance does not close
	UnresolvedVibration int `json:"unresolved_vibration,omitempty"` // analyses with a vibration that the steps do not resolve
	ViolatedConstraints int `json:"violated_constraints,omitempty"` // analyses whose results violate constraints
	Jumps               int `json:"jumps,omitempty"`                // elements and unknowns with jumps of laws that were passed at the smallest step
	CoarseSteps         int `json:"coarse_steps,omitempty"`         // constant steps with a local error above integr_tol
	DeepContacts        int `json:"deep_contacts,omitempty"`        // analyses in which solids of a rigid contact went deep into each other
	UnresolvedStrokes   int `json:"unresolved_strokes,omitempty"`   // times for which a penalty contact touched with too few steps
	StabilityLimited    int `json:"stability_limited,omitempty"`    // estimates for the steps of an explicit method that found them limited by stability
}

const (
	// deepPart is how deep solids of a rigid contact may be in each other, relative to the radius of the ball about the smaller one.
	deepPart = 0.01
	// fewestSteps is the number of steps that end in a contact below which its stroke is not resolved: the force of a penalty rises
	// and falls as half a sine does, of which so few values do not report the impulse.
	fewestSteps = 3
	// strokeEnergy is the part of the largest energy that a stroke has to take up and give back to count.
	strokeEnergy = 1e-3
)

// contactMonitor watches penalty contacts: how many steps end while one touches.
type contactMonitor struct {
	list  []contactInterval
	worst contactInterval // of those that are not resolved, the one with the most energy
	count int
	begun bool
}

// contactInterval is the time for which a contact touches.
type contactInterval struct {
	force  int // index in System.Forces
	steps  int // that ended in it; -1: it touched when watching began
	start  float64
	last   float64 // end of the last of its steps
	energy float64 // moved, by the rectangle rule
}

// observeStep takes note of a step that ends at now, where forces have been evaluated; largest is the largest energy so far.
func (x *contactMonitor) observeStep(r *runner, now *integrate.Point, largest float64) {
	first := !x.begun
	if first {
		x.begun = true
		for i := range r.model.System.Forces {
			if r.model.System.Forces[i].Element == "Force_Contact" {
				x.list = append(x.list, contactInterval{force: i})
			}
		}
	}
	h := r.stepper.method.Stats().H
	for k := range x.list {
		c := &x.list[k]
		power, touches := r.state.ForcePower(c.force)
		switch {
		case touches && first:
			c.steps = -1
		case touches && c.steps == 0:
			c.steps, c.start, c.last, c.energy = 1, now.T-h, now.T, h*math.Abs(power)
		case touches && c.steps > 0:
			c.steps, c.last, c.energy = c.steps+1, now.T, c.energy+h*math.Abs(power)
		case !touches:
			if c.steps > 0 && c.steps < fewestSteps && c.energy > strokeEnergy*largest {
				x.count++
				if c.energy > x.worst.energy {
					x.worst = *c
				}
			}
			c.steps = 0
		}
	}
}

// warnUnresolvedContacts warns of contacts that are not resolved and of solids that are deep in each other.
func (m *resultMonitor) warnUnresolvedContacts(r *runner) {
	if x := &m.strokes; x.count > 0 {
		f := &r.model.System.Forces[x.worst.force]
		r.rec.warn("%s %d: the contact is not resolved: %d times it touched for less than %d steps, the worst from time %.4g to %.4g; the rebound is that of the steps: h_max below %.2g, or a softer contact, resolves it",
			f.Element, f.ID, x.count, fewestSteps, x.worst.start, x.worst.last, math.Max(x.worst.last-x.worst.start, r.stepper.method.Stats().H)/10)
		n := x.count
		r.rec.countFinding(func(f *Findings) { f.UnresolvedStrokes += n })
	}
	m.strokes = contactMonitor{}
	if p, ok := r.state.DeepestPenetration(); ok && p.Contact.Law.Compliance == 0 && p.Depth > math.Max(deepPart*p.Size, m.deepest) {
		m.deepest = p.Depth
		r.rec.warn("%s %d: %s and %s are %.3g deep in each other, %.2g of the smaller one's size: a smaller h_max, or a surface of more triangles, keeps them apart",
			p.Contact.Element, p.Contact.ID, r.model.System.Bodies[p.A].String(), r.model.System.Bodies[p.B].String(), p.Depth, p.Depth/p.Size)
		r.rec.countFinding(func(f *Findings) { f.DeepContacts++ })
	}
}
