package system

import (
	"fmt"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// hardPoint is a place of a rigid contact with the arms from both mass centres to it, as of the pose where it was found:
// its Jacobian is that of this pose, wherever the forces of the step are.
type hardPoint struct {
	rigidPoint
	arm [2]vec
	row int // of its cone in the last problem, -1 without one
}

// hardContacts are the points of two calls of Gaps, by slot, and the loads of points by key. Those of the last problem that was
// solved become the first guesses of the next step when its step is accepted.
type hardContacts struct {
	slot [2][]hardPoint
	list []rigidPoint // scratch
	at   [2]int       // scratch
	last int          // slot of the last problem
	// loads of the last step that was solved, and those accepted: forces, by the rows of the cone.
	solved []ContactLoad
	kept   map[uint64][6]float64
}

// ContactLoad is the load at a point of a rigid contact: the forces and moments of its cone's rows, as
// of an accepted step. The key names shapes, in the order of the deck, and their features.
type ContactLoad struct {
	Key  uint64     `json:"key"`
	Load [6]float64 `json:"load"`
}

// contactGaps appends the points of rigid contacts that may close within h. Bodies are placed at p.
func (s *State) contactGaps(dst []integrate.Gap, slot int, h float64) []integrate.Gap {
	x := &s.hard.contacts
	pts := x.slot[slot][:0]
	s.poseShapes()
	m := s.nearness(h)
	x.list = s.rigidPointsNear(x.list[:0], &m)
	for i := range x.list {
		pt := hardPoint{rigidPoint: x.list[i], row: -1}
		for k, b := range [2]BodyIdx{pt.a, pt.b} {
			pt.arm[k] = pt.p.Sub(s.body[b].C)
		}
		dst = append(dst, integrate.Gap{
			Key: pt.key, Slot: slot, Item: i, G: pt.gap, Rate: s.rigidRate(&pt.rigidPoint),
			Restitution: pt.law.Restitution, MinBounce: pt.law.MinBounce, Soft: pt.law.Compliance > 0,
		})
		pts = append(pts, pt)
	}
	x.slot[slot] = pts
	return dst
}

// cut takes the cones out of the problem.
func (s *State) cut() {
	x := &s.hard
	x.prob.Rows.Cut(s.sys.nl)
	for i := range x.contacts.slot[x.contacts.last] {
		x.contacts.slot[x.contacts.last][i].row = -1
	}
}

// blocksOf are the blocks of a point's bodies.
func (s *State) blocksOf(pt *hardPoint, dst *[2]int) []int {
	n := 0
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b != Ground {
			dst[n] = s.bodyNode(b)
			n++
		}
	}
	return dst[:n]
}

// addCone adds the cone of a gap that is a contact, for a step of h (0: an impact) from p.
func (s *State) addCone(g *integrate.Gap, p *integrate.Point, h float64) {
	x, r := &s.hard.contacts, s.hard.prob.Rows
	pt := &x.slot[g.Slot][g.Item]
	if g.Soft && h == 0 {
		return
	}
	x.last = g.Slot
	cone := s.cone(&pt.rigidPoint, h)
	pt.row = r.AddCone(cone, s.blocksOf(pt, &x.at)...)
	s.coneRowsOf(r, pt.row, &pt.rigidPoint, &pt.arm)
	l := x.kept[pt.key]
	for i := range cone.Len() {
		n := pt.row + i
		r.B[n], r.L[n] = s.rateAt(r, n, pt, p), h*l[i]
		r.Compliance[n] = 0
	}
	if c := pt.law; g.Soft {
		r.Compliance[pt.row] = c.Compliance / (h * (h + c.Damping))
		r.B[pt.row] += pt.gap / (h + c.Damping)
		return
	}
	r.B[pt.row] += g.Shift
}

// rateAt is a row of a cone times the speeds of p.
func (s *State) rateAt(r *vi.Rows, row int, pt *hardPoint, p *integrate.Point) (rate float64) {
	k := 0
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b == Ground {
			continue
		}
		v := p.V[s.sys.Bodies[b].v:]
		for c, j := range r.Jacobian(row, k) {
			rate += j * v[c]
		}
		k++
	}
	return rate
}

// addNormal adds the normal row of a gap that is a contact, as a row of positions.
func (s *State) addNormal(g *integrate.Gap) {
	x, r := &s.hard.contacts, s.hard.prob.Rows
	pt := &x.slot[g.Slot][g.Item]
	if g.Soft {
		return
	}
	x.last = g.Slot
	smooth := pt.rigidPoint
	smooth.law = &RigidLaw{}
	pt.row = r.AddCone(vi.Cone{}, s.blocksOf(pt, &x.at)...)
	s.coneRowsOf(r, pt.row, &smooth, &pt.arm)
	r.B[pt.row], r.L[pt.row], r.Compliance[pt.row] = pt.gap, 0, 0
}

// solvedContacts notes the loads of the problem at hand, whose multipliers are impulses of h.
func (s *State) solvedContacts(h float64) {
	x, r := &s.hard.contacts, s.hard.prob.Rows
	x.solved = x.solved[:0]
	s.hard.touch.now = s.hard.touch.now[:0]
	for i := range x.slot[x.last] {
		pt := &x.slot[x.last][i]
		if pt.row < 0 {
			continue
		}
		c := ContactLoad{Key: pt.key}
		cone := s.cone(&pt.rigidPoint, h)
		for k := range cone.Len() {
			c.Load[k] = r.L[pt.row+k] / h
		}
		x.solved = append(x.solved, c)
		if c.Load[0] > 0 {
			s.hard.touch.now = append(s.hard.touch.now, s.pairOf(&pt.rigidPoint))
		}
	}
	s.clearRigidLoads()
	for i := range x.slot[x.last] {
		if pt := &x.slot[x.last][i]; pt.row >= 0 {
			cone := s.cone(&pt.rigidPoint, h)
			s.addRigidLoad(&pt.rigidPoint, r.L[pt.row:pt.row+cone.Len()], 1/h)
		}
	}
}

// keepContacts makes the loads of the last step those of an accepted one.
func (s *State) keepContacts() {
	x := &s.hard.contacts
	if x.kept == nil {
		x.kept = map[uint64][6]float64{}
	}
	clear(x.kept)
	for i := range x.solved {
		x.kept[x.solved[i].Key] = x.solved[i].Load
	}
}

// contactMemory lists the loads kept, in the order of their keys.
func (s *State) contactMemory() []ContactLoad {
	var all []ContactLoad
	for k, l := range s.hard.contacts.kept {
		all = append(all, ContactLoad{k, l})
	}
	slices.SortFunc(all, func(a, b ContactLoad) int {
		if a.Key < b.Key {
			return -1
		}
		return 1
	})
	return all
}

func (s *State) recallContacts(all []ContactLoad) {
	s.hard.contacts.solved = append(s.hard.contacts.solved[:0], all...)
	s.keepContacts()
}

// pointName names the point whose cone begins at a row or before.
func (s *State) pointName(row int) string {
	x := &s.hard.contacts
	for i := range x.slot[x.last] {
		pt := &x.slot[x.last][i]
		if n := s.cone(&pt.rigidPoint, 0); pt.row >= 0 && row >= pt.row && row < pt.row+n.Len() {
			c := &s.sys.Rigid[pt.contact]
			return fmt.Sprintf("%s %d between %s and %s", c.Element, c.ID, &s.sys.Bodies[pt.a], &s.sys.Bodies[pt.b])
		}
	}
	return "a contact"
}
