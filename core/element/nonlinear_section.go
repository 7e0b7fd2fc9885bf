package element

import (
	"fmt"
	"math"

	"github.com/trammel-mbd/trammel/core/deck"
)

// beamSection is the section of a nonlinear beam with its material: modulus of elasticity e, shear modulus g, density rho in force units;
// torsion constant ixx, second moments iyy = ∫z² dA and izz = ∫y² dA; shear stiffnesses are g area/asy and g area/asz, infinite for 0.
type beamSection struct {
	e, g, rho           float64
	area, ixx, iyy, izz float64
	asy, asz            float64
}

// isRound reports whether all axes across the beam are principal axes of the section.
func (s *beamSection) isRound() bool { return s.iyy == s.izz && s.asy == s.asz }

// readSection returns the section that an element names; false where it cannot be used, which is reported.
func (b *builder) readSection(e *deck.Element) (s beamSection, ok bool) {
	var p *deck.Element
	for _, kind := range lineKinds[e.Kind] {
		q := b.deck.FindElement(kind, e.Ref("pid"))
		if p != nil && q != nil {
			b.reportOnce(e, "pid", "B433", "pid %d is %s and %s: give one of them another id", e.Ref("pid"), p.KindIDLabel(), q.KindIDLabel())
			return s, false
		}
		if q != nil {
			p = q
		}
	}
	if p == nil {
		return s, false // reported
	}
	m := b.deck.FindElement(materialKind, p.Ref("mid"))
	if m == nil || b.faults.of[m] || b.faults.of[p] {
		return s, false
	}
	s.e, s.rho = m.Real("e"), m.Real("rho")*b.units
	nu := m.Real("nu")
	s.g = s.e / (2 + 2*nu)
	if why := s.readShape(p, nu); why != "" {
		b.reportOnce(p, "", "B433", "%s", why)
		return s, false
	}
	if !allFinite([]float64{s.e * s.area, s.e * s.iyy, s.e * s.izz, s.g * s.ixx, s.rho * s.area}) {
		b.reportOnce(p, "", "B433", "the stiffness of the section cannot be computed with")
		return s, false
	}
	return s, true
}

// readShape sets area, second moments and shear coefficients; or says what is wrong.
func (s *beamSection) readShape(p *deck.Element, nu float64) string {
	real := p.Real
	switch p.Kind {
	case "PBEAMA":
		s.area, s.iyy, s.izz, s.ixx = real("area"), real("iyy"), real("izz"), real("ixx")
		s.asy, s.asz = real("asy"), real("asz")
		if s.ixx == 0 {
			s.ixx = s.iyy + s.izz
		}
		if real("iyz") != 0 {
			return fmt.Sprintf("iyz is %g: turn ry and rz of the nodes into the principal axes of the section, where it is 0", real("iyz"))
		}
	case "PCABLE":
		s.area, s.iyy, s.izz, s.ixx = real("area"), real("iyy"), real("iyy"), 2*real("iyy")
		s.g = s.e / 2
		if n := p.Int("nf"); n > 1 {
			return fmt.Sprintf("nf is %d: by how much fibres reduce the bending stiffness is not documented; give the iyy of the cable and leave nf out", n)
		}
	case "PBEAMC":
		inner, outer := real("ri1"), real("ro1")
		if p.Has("ri2") {
			inner = (inner + real("ri2")) / 2
		}
		if p.Has("ro2") {
			outer = (outer + real("ro2")) / 2
		}
		if n := real("nf"); n > 1 {
			return fmt.Sprintf("nf is %g: by how much it reduces the bending stiffness is not documented; use PBEAMA", n)
		}
		return s.setRing(inner, outer, nu)
	default:
		return s.readNamedShape(p, nu)
	}
	return ""
}

// readNamedShape is readShape of a PBEAML.
func (s *beamSection) readNamedShape(p *deck.Element, nu float64) string {
	wanted := map[string]int{"ROD": 1, "TUBE": 2, "BAR": 2, "BOX": 4}[p.Enum("type")]
	var d [4]float64
	for k := range d {
		name := "dim" + itoa(k+1)
		switch {
		case k < wanted && !p.Has(name):
			return fmt.Sprintf("%s is missing: %s has %d dimensions", name, p.Enum("type"), wanted)
		case k >= wanted && p.Has(name):
			return fmt.Sprintf("%s has no %s", p.Enum("type"), name)
		}
		d[k] = p.Real(name)
	}
	switch p.Enum("type") {
	case "ROD":
		return s.setRing(0, d[0], nu)
	case "TUBE":
		return s.setRing(d[1], d[0], nu)
	case "BAR":
		s.setRectangle(d[1], d[0], nu)
		return ""
	}
	return s.setBox(d[1], d[0], d[2], d[3])
}

// setRing sets the values of a ring. Its shear coefficient is that of Cowper (The shear coefficient in Timoshenko's beam theory, 1966).
func (s *beamSection) setRing(inner, outer, nu float64) string {
	if inner >= outer {
		return fmt.Sprintf("the inner radius %g is not less than the outer radius %g", inner, outer)
	}
	s.area = math.Pi * (outer + inner) * (outer - inner)
	s.iyy = s.area * (outer*outer + inner*inner) / 4
	s.izz, s.ixx = s.iyy, 2*s.iyy
	m := inner / outer
	q := (1 + m*m) * (1 + m*m)
	s.asy = ((7+6*nu)*q + (20+12*nu)*m*m) / (6 * (1 + nu) * q)
	s.asz = s.asy
	return ""
}

// setRectangle sets the values of a rectangle with sides along y and z: the torsion constant by Saint-Venant's series, the shear coefficient of Cowper.
func (s *beamSection) setRectangle(y, z, nu float64) {
	s.area = y * z
	s.iyy, s.izz = y*z*z*z/12, z*y*y*y/12
	a, b := math.Max(y, z), math.Min(y, z)
	sum := 0.0
	for n := 1; n < 40; n += 2 {
		sum += math.Tanh(float64(n)*math.Pi*a/(2*b)) / math.Pow(float64(n), 5)
	}
	s.ixx = a * b * b * b / 3 * (1 - 192/math.Pow(math.Pi, 5)*b/a*sum)
	s.asy = (12 + 11*nu) / (10 * (1 + nu))
	s.asz = s.asy
}

// setBox sets the values of a hollow rectangle with outer sides along y and z, with walls of thickness across y (above and below) and across
// z (at the sides). The torsion constant is that of thin walls (Bredt); shear is carried by the walls along it.
func (s *beamSection) setBox(y, z, acrossY, acrossZ float64) string {
	innerY, innerZ := y-2*acrossY, z-2*acrossZ
	if innerY <= 0 || innerZ <= 0 {
		return "the walls are thicker than half a side"
	}
	s.area = y*z - innerY*innerZ
	s.iyy, s.izz = (y*z*z*z-innerY*innerZ*innerZ*innerZ)/12, (z*y*y*y-innerZ*innerY*innerY*innerY)/12
	midY, midZ := y-acrossY, z-acrossZ
	s.ixx = 2 * midY * midY * midZ * midZ / (midY/acrossZ + midZ/acrossY)
	s.asy, s.asz = s.area/(2*midY*acrossZ), s.area/(2*midZ*acrossY)
	return ""
}
