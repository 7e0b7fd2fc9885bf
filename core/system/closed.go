package system

import "fmt"

// Closed reports whether the constraints in force close a chain of bodies: whether one of them
// joins bodies that others join already. Several between the same two bodies, a hinge and its motion
// for instance, are one here: they cannot line up with each other.
func (s *State) Closed() bool {
	root := make([]BodyIdx, len(s.sys.Bodies))
	for i := range root {
		root[i] = BodyIdx(i)
	}
	find := func(b BodyIdx) BodyIdx {
		for root[b] != b {
			b = root[b]
		}
		return b
	}
	type pair struct{ a, b BodyIdx }
	known := map[pair]bool{}
	for _, set := range s.sys.Rows {
		p := set.place()
		if !s.inForce(p) || len(p.Bodies) == 0 {
			continue
		}
		bodies := p.Bodies
		if len(bodies) == 1 {
			bodies = []BodyIdx{0, bodies[0]} // the ground is not among those that move
		}
		for i := 1; i < len(bodies); i++ {
			link := pair{min(bodies[0], bodies[i]), max(bodies[0], bodies[i])}
			if known[link] {
				continue
			}
			known[link] = true
			a, b := find(bodies[0]), find(bodies[i])
			if a == b {
				return true
			}
			root[a] = b
		}
	}
	return false
}

// inForce reports whether any row of a set is.
func (s *State) inForce(p *RowPlace) bool {
	for n := p.At; n < p.At+p.N; n++ {
		if !s.rows.inactive[n] {
			return true
		}
	}
	return false
}

// mainPart is the part of the largest coefficient from which on a row counts as one of those that
// depend on each other: near such a place, and not in it, others have small coefficients too.
const mainPart = 0.1

// DominantElements names the elements of rows whose part of a combination is large: "Constraint_Joint 3, 5".
func (s *State) DominantElements(part func(row int) float64) []string {
	var names []string
	last := ""
	for _, set := range s.sys.Rows {
		p := set.place()
		for n := p.At; n < p.At+p.N; n++ {
			if part(n) < mainPart {
				continue
			}
			if p.Element == last {
				names = append(names, fmt.Sprint(p.ID))
			} else {
				names = append(names, fmt.Sprintf("%s %d", p.Element, p.ID))
			}
			last = p.Element
			break
		}
	}
	return names
}
