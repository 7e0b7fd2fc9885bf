package element

import "github.com/trammel-mbd/trammel/core/deck"

// Static is the settings of static and quasi-static analyses.
type Static struct {
	Method                 string // FIM_S, FIM_D or MKEAM
	MaxError, MaxImbalance float64
	MaxIt                  int // 0 for the method's own
	Stability              float64
	KETol, DQTol           float64
}

// DefaultStatic returns the settings of a deck that gives none.
func DefaultStatic() Static {
	return Static{Method: "FIM_S", MaxError: 1e-4, MaxImbalance: 1e-4, Stability: 1e-10, KETol: 1e-5, DQTol: 1e-3}
}

const staticKind = "Param_Static"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: staticKind, Section: deck.InBoth, NoID: true, Doc: "settings of static and quasi-static analyses",
			Attrs: joinAttrs(
				choiceAttr("method", "FIM_S", "FIM_S: Newton's method; where that fails, dynamic relaxation with kinetic-energy damping; "+
					"MKEAM: by that motion from the start; FIM_D: quasi-static analyses follow the equilibria in time with integr_tol, h_max, h_min and h0_max of Param_Transient; static ones are FIM_S",
					"FIM_S", "FIM_D", "MKEAM"),
				withAliases(positiveAttr(realAttr("max_error", "1e-4", "force, length or state", "largest residual of any equation in equilibrium")), "max_residual"),
				positiveAttr(realAttr("max_imbalance", "1e-4", "force or torque", "largest unbalanced force or torque in equilibrium")),
				positiveIntegerAttr("max_num_iter", "largest number of iterations: of Newton's method 50, of MKEAM 100 peaks of the kinetic energy"),
				notNegativeAttr(realAttr("stability", "1e-10", "1/time²", "least part of the mass matrix that is added to the stiffness matrix; more is taken where that is needed")),
				positiveAttr(realAttr("max_ke_tol", "1e-5", "energy", "MKEAM: kinetic energy in equilibrium")),
				positiveAttr(realAttr("max_dq_tol", "1e-3", "length, rad or state", "MKEAM: change between two peaks of the kinetic energy in equilibrium")),
				unusedAttrs("of compliance matrices, which are not written", "compliance_delta"),
			),
		},
		phase: settings,
		build: func(b *builder, e *deck.Element) { b.out.Static.ReadParams(e) },
	})
}

// ReadParams takes over the attributes that an element gives.
func (s *Static) ReadParams(e *deck.Element) {
	if m := e.Enum("method"); e.Has("method") && m != "" {
		s.Method = m
	}
	if e.Has("max_num_iter") {
		s.MaxIt = e.Int("max_num_iter")
	}
	for _, x := range []struct {
		name string
		dst  *float64
	}{
		{"max_error", &s.MaxError}, {"max_imbalance", &s.MaxImbalance}, {"stability", &s.Stability},
		{"max_ke_tol", &s.KETol}, {"max_dq_tol", &s.DQTol},
	} {
		if e.Has(x.name) {
			*x.dst = e.Real(x.name)
		}
	}
}

// HasContacts reports whether the model has contacts of shapes that are switched on.
func (m *Model) HasContacts() bool {
	for _, e := range m.Deck.ElementsOfKind(contactKind) {
		if !e.Inactive {
			return true
		}
	}
	return false
}

// readStatic reads a static analysis, or a quasi-static one, which has an end.
func (b *builder) readStatic(e *deck.Element, c *Command, t *Transient) bool {
	c.Static = true
	c.HasStart = e.Has("start_time")
	if c.HasStart {
		c.Start = e.Real("start_time")
	}
	sequence := e.Enum("analysis_type") != "STATIC"
	if !sequence && !b.isQuasiStatic(e, c) {
		if c.HasStart {
			b.clock = c.Start
		}
		return true
	}
	start := b.clock
	ok := b.readTimeSpan(e, c)
	b.readOutputTimes(e, c)
	if ok {
		b.checkStepAndRowCounts(e, c, t, c.startTime(start))
	}
	c.Times = b.readTimes(e, "print_array_id")
	return ok
}

// isQuasiStatic reports whether a static analysis has an end that is not its start.
func (b *builder) isQuasiStatic(e *deck.Element, c *Command) bool {
	return e.Has("duration") || e.Has("end_time") && e.Real("end_time") != c.startTime(b.clock)
}
