package main

import (
	"github.com/trammel-mbd/trammel/sdk"
)

// The law, for each direction on its own (J. D. Ferry, Viscoelastic properties of polymers,
// 3rd ed., Wiley 1980, chapter 3, the generalised Maxwell model). With the displacement d of I
// from J and the displacement z of the dashpot of each Maxwell element, whose spring has the
// stiffness k and whose dashpot relaxes it within the time τ,
//
//	force on I = -(K d + C d' + Σ k (d - z))
//	z' = (d - z)/τ
//
// Under d = X sin ωt it answers with the dynamic stiffness
//
//	K*(ω) = K + iωC + Σ k iωτ/(1 + iωτ)
//
// whose real part grows from K at rest to K + Σk for fast motions, and whose loss
// angle is arg K*. Translations are those of I from J along J's axes, rotations the projected
// angles AX, AY, AZ, as in a Force_Bushing, of which they may be large in one only.

// directions are x y z and the rotations about them.
const directions = 6

// terms is the most terms that there may be, perTerm the number of parameters of one: τ and six
// stiffnesses.
const (
	terms   = 8
	perTerm = 1 + directions
)

// maxwell is one spring and dashpot in series: one state.
type maxwell struct {
	dir        int
	stiff, tau float64
}

// viscoelasticLaw is what the parameters and the element say.
type viscoelasticLaw struct {
	i, j   int                 // markers
	stiff  [directions]float64 // at rest, K
	damp   [directions]float64 // C
	series []maxwell
}

// readLaw takes the parameters and the markers of the element.
func readLaw(c *sdk.Call, states int) *viscoelasticLaw {
	l := &viscoelasticLaw{i: c.OwnAttributeID("i_marker_id"), j: c.OwnAttributeID("ref_marker_id")}
	if l.j == 0 {
		c.Abort("ref_marker_id is missing: the bushing is between i_marker_id and ref_marker_id, which is fixed to the body of j_floating_marker_id")
	}
	all := [2*directions + terms*perTerm]float64{}
	copy(all[:], c.Par) // the solver has seen to their number and ranges
	copy(l.stiff[:], all[:])
	copy(l.damp[:], all[directions:])
	for n := range terms {
		l.readPronyTerm(c, n, all[2*directions+n*perTerm:])
	}
	if len(l.series) != states {
		c.Abort("%d stiffnesses of terms are not 0, each of which needs a state: num_state must be %d, found %d", len(l.series), len(l.series), states)
	}
	return l
}

// readPronyTerm takes the parameters of term n.
func (l *viscoelasticLaw) readPronyTerm(c *sdk.Call, n int, par []float64) {
	for k, v := range par[1:perTerm] {
		if v == 0 {
			continue
		}
		if par[0] == 0 {
			c.Abort("tau%d must be greater than 0: term %d has a stiffness", n+1, n+1)
		}
		l.series = append(l.series, maxwell{k, v, par[0]})
	}
}

// evalForce is the routine.
func evalForce(c *sdk.Call, stateRates, output []float64) {
	l, ok := c.Data.(*viscoelasticLaw)
	if !ok {
		l = readLaw(c, len(stateRates))
		c.Data = l
	}
	d, v := l.queryMotion(c)
	for k := range directions {
		output[k] = -(l.stiff[k]*d[k] + l.damp[k]*v[k])
	}
	for n, z := range c.States() {
		m := &l.series[n]
		stateRates[n] = (d[m.dir] - z) / m.tau
		output[m.dir] -= m.stiff * (d[m.dir] - z)
	}
}

// queryMotion requests displacement and velocity in the directions that the law uses.
func (l *viscoelasticLaw) queryMotion(c *sdk.Call) (d, v [directions]float64) {
	place := [directions]string{"DX", "DY", "DZ", "AX", "AY", "AZ"}
	speed := [directions]string{"VX", "VY", "VZ", "WX", "WY", "WZ"}
	for k := range directions {
		switch {
		case !l.usesDirection(k):
		case k < 3:
			d[k] = c.SysFnc(place[k], l.i, l.j, l.j)
		default:
			d[k] = c.SysFnc(place[k], l.i, l.j)
		}
		switch {
		case l.damp[k] == 0:
		case k < 3:
			v[k] = c.SysFnc(speed[k], l.i, l.j, l.j, l.j)
		default:
			v[k] = c.SysFnc(speed[k], l.i, l.j, l.j)
		}
	}
	return d, v
}

// usesDirection reports whether the displacement in a direction matters.
func (l *viscoelasticLaw) usesDirection(direction int) bool {
	if l.stiff[direction] > 0 {
		return true
	}
	for _, m := range l.series {
		if m.dir == direction {
			return true
		}
	}
	return false
}
