package system

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/solve/vi"
)

// rigidPointWithArms is a place of a rigid contact with the arms from both mass centres to it, as of the pose where it was found:
// its Jacobian is that of this pose, wherever the forces of the step are.
type rigidPointWithArms struct {
	rigidPoint
	arm [2]vec
	row int // of its cone in the last problem, -1 without one
}

// hardContacts are the points of two calls of Gaps, by slot, and the loads of points by key. Those of the last problem that was
// solved become the first guesses of the next step when its step is accepted.
type hardContacts struct {
	slot [2][]rigidPointWithArms
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

// appendContactGaps appends the points of rigid contacts that may close within h. Bodies are placed at p.
func (ns *nonsmoothProblem) appendContactGaps(dst []integrate.Gap, slot int, h float64) []integrate.Gap {
	x := &ns.contacts
	pts := x.slot[slot][:0]
	ns.s.rigid.poseShapes()
	m := ns.s.rigid.computeClosingDistances(h)
	x.list = ns.s.rigid.appendContactPointsWithin(x.list[:0], &m)
	for i := range x.list {
		pt := rigidPointWithArms{rigidPoint: x.list[i], row: -1}
		for k, b := range [2]BodyIdx{pt.a, pt.b} {
			pt.arm[k] = pt.p.Sub(ns.s.kin.body[b].C)
		}
		dst = append(dst, integrate.Gap{
			Key: pt.key, Slot: slot, Item: i, G: pt.gap, Rate: ns.s.rigid.gapRate(&pt.rigidPoint),
			Restitution: pt.law.Restitution, Soft: pt.law.Compliance > 0,
		})
		pts = append(pts, pt)
	}
	x.slot[slot] = pts
	return dst
}

// removeContactCones takes the cones of contacts out of the problem.
func (ns *nonsmoothProblem) removeContactCones() {
	x := ns
	x.prob.Rows.RemoveRowsFrom(ns.s.sys.nl)
	for i := range x.contacts.slot[x.contacts.last] {
		x.contacts.slot[x.contacts.last][i].row = -1
	}
}

// bodyBlocksOf are the blocks of a point's bodies.
func (sys *System) bodyBlocksOf(pt *rigidPointWithArms, dst *[2]int) []int {
	n := 0
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b != Ground {
			dst[n] = sys.bodyNode(b)
			n++
		}
	}
	return dst[:n]
}

// addContactCone adds the cone of a gap that is a contact, for a step of h (0: an impact) from p.
func (ns *nonsmoothProblem) addContactCone(g *integrate.Gap, p *integrate.Point, h float64) {
	x, r := &ns.contacts, ns.prob.Rows
	pt := &x.slot[g.Slot][g.Item]
	if g.Soft && h == 0 {
		return
	}
	x.last = g.Slot
	cone := ns.s.sys.contactCone(&pt.rigidPoint, h)
	pt.row = r.AddCone(cone, ns.s.sys.bodyBlocksOf(pt, &x.at)...)
	ns.s.sys.fillContactConeRowsWithArms(r, pt.row, &pt.rigidPoint, &pt.arm)
	l := x.kept[pt.key]
	for i := range cone.RowCount() {
		n := pt.row + i
		r.B[n], r.L[n] = ns.s.sys.coneRowRate(r, n, pt, p), h*l[i]
		r.Compliance[n] = 0
	}
	if c := pt.law; g.Soft {
		r.Compliance[pt.row] = c.Compliance / (h * (h + c.Damping))
		r.B[pt.row] += pt.gap / (h + c.Damping)
		return
	}
	r.B[pt.row] += g.Shift
}

// coneRowRate is a row of a cone times the speeds of p.
func (sys *System) coneRowRate(r *vi.Rows, row int, pt *rigidPointWithArms, p *integrate.Point) (rate float64) {
	k := 0
	for _, b := range [2]BodyIdx{pt.a, pt.b} {
		if b == Ground {
			continue
		}
		v := p.V[sys.Bodies[b].v:]
		for c, j := range r.JacobianBlock(row, k) {
			rate += j * v[c]
		}
		k++
	}
	return rate
}

// addNormalRow adds the normal row of a gap that is a contact, as a row of positions.
func (ns *nonsmoothProblem) addNormalRow(g *integrate.Gap) {
	x, r := &ns.contacts, ns.prob.Rows
	pt := &x.slot[g.Slot][g.Item]
	if g.Soft {
		return
	}
	x.last = g.Slot
	smooth := pt.rigidPoint
	smooth.law = &RigidLaw{}
	pt.row = r.AddCone(vi.Cone{}, ns.s.sys.bodyBlocksOf(pt, &x.at)...)
	ns.s.sys.fillContactConeRowsWithArms(r, pt.row, &smooth, &pt.arm)
	r.B[pt.row], r.L[pt.row], r.Compliance[pt.row] = pt.gap, 0, 0
}

// recordContactLoads notes the loads of the problem at hand, whose multipliers are impulses of h.
func (ns *nonsmoothProblem) recordContactLoads(h float64) {
	x, r := &ns.contacts, ns.prob.Rows
	x.solved = x.solved[:0]
	ns.touch.now = ns.touch.now[:0]
	for i := range x.slot[x.last] {
		pt := &x.slot[x.last][i]
		if pt.row < 0 {
			continue
		}
		c := ContactLoad{Key: pt.key}
		cone := ns.s.sys.contactCone(&pt.rigidPoint, h)
		for k := range cone.RowCount() {
			c.Load[k] = r.L[pt.row+k] / h
		}
		x.solved = append(x.solved, c)
		if c.Load[0] > 0 {
			ns.touch.now = append(ns.touch.now, ns.s.sys.bodyPairKey(&pt.rigidPoint))
		}
	}
	ns.s.rigid.clearRigidLoads()
	for i := range x.slot[x.last] {
		if pt := &x.slot[x.last][i]; pt.row >= 0 {
			cone := ns.s.sys.contactCone(&pt.rigidPoint, h)
			ns.s.rigid.addRigidLoad(&pt.rigidPoint, r.L[pt.row:pt.row+cone.RowCount()], 1/h)
		}
	}
}

// acceptContactLoads makes the loads of the last step those of an accepted one.
func (ns *nonsmoothProblem) acceptContactLoads() {
	x := &ns.contacts
	if x.kept == nil {
		x.kept = map[uint64][6]float64{}
	}
	clear(x.kept)
	for i := range x.solved {
		x.kept[x.solved[i].Key] = x.solved[i].Load
	}
}

// acceptedContactLoads lists the loads kept, in the order of their keys.
func (ns *nonsmoothProblem) acceptedContactLoads() []ContactLoad {
	var all []ContactLoad
	for k, l := range ns.contacts.kept {
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

func (ns *nonsmoothProblem) restoreContactLoads(all []ContactLoad) {
	ns.contacts.solved = append(ns.contacts.solved[:0], all...)
	ns.acceptContactLoads()
}

// contactPointName names the point whose cone begins at a row or before.
func (ns *nonsmoothProblem) contactPointName(row int) string {
	x := &ns.contacts
	for i := range x.slot[x.last] {
		pt := &x.slot[x.last][i]
		if n := ns.s.sys.contactCone(&pt.rigidPoint, 0); pt.row >= 0 && row >= pt.row && row < pt.row+n.RowCount() {
			c := &ns.s.sys.Rigid[pt.contact]
			return fmt.Sprintf("%s %d between %s and %s", c.Element, c.ID, &ns.s.sys.Bodies[pt.a], &ns.s.sys.Bodies[pt.b])
		}
	}
	return "a contact"
}

// ContactChange is what becomes of a one-sided constraint, or of two bodies that may touch, in a step of NSC: closes, opens, and, in an impact
// that was searched for, rebounds or, where it bore already, is struck. Speed is that of approach, of impacts that were searched for.
type ContactChange struct {
	Element, What string
	Speed         float64
}

// touchState is what is known of them. Keys are places of rows in the Layout, and pairs (bodyPairKey) of contacts.
type touchState struct {
	lastBearing map[uint64]int // → step in which it bore last
	step        int
	now         []uint64 // of contacts: pairs that bear in the step that was solved last
	impacts     map[uint64]strike
	separated   []uint64
	list        []ContactChange
	count       int // of those that there have been
	silent      bool
}

type strike struct {
	speed float64
	back  bool
}

// MostTouches bounds those that are kept for AppendContactChanges.
const MostTouches = 1000

// bodyPairKey is the key of the bodies that meet at a point.
func (sys *System) bodyPairKey(pt *rigidPoint) uint64 {
	return uint64(sys.nl) + (uint64(pt.contact)<<20+uint64(pt.a))<<20 + uint64(pt.b)
}

// forgetContactHistory forgets what has touched: the first step reports.
func (ns *nonsmoothProblem) forgetContactHistory() {
	ns.touch = touchState{lastBearing: map[uint64]int{}, impacts: map[uint64]strike{}, silent: true, count: ns.touch.count}
}

// NotifyImpacts keeps for each pair of bodies the fastest approach among the conditions that have just closed by an impact; the
// contact events of the step come from them.
func (s *State) NotifyImpacts(p *integrate.Point, hits []integrate.Gap) {
	x := &s.nonsmooth.touch
	x.step++
	clear(x.impacts)
	for i := range hits {
		g := &hits[i]
		key := g.Key
		if key >= uint64(s.sys.nl) {
			pts := s.nonsmooth.contacts.slot[g.Slot]
			at := slices.IndexFunc(pts, func(pt rigidPointWithArms) bool { return pt.key == key })
			if at < 0 {
				continue
			}
			key = s.sys.bodyPairKey(&pts[at].rigidPoint)
		}
		was := x.impacts[key]
		x.impacts[key] = strike{math.Max(was.speed, -g.Rate), was.back || g.Shift != 0}
	}
	for _, key := range x.now {
		s.nonsmooth.recordLoadBearing(key)
	}
	for i := range s.rows.laws {
		if r := &s.rows.laws[i]; r.isOneSidedPositionRow() && p.L[r.n] != 0 {
			s.nonsmooth.recordLoadBearing(uint64(r.n))
		}
	}
	x.separated = x.separated[:0]
	for key := range x.impacts {
		x.separated = append(x.separated, key)
	}
	slices.Sort(x.separated)
	for _, key := range x.separated {
		s.nonsmooth.recordImpact(key, x.impacts[key])
	}
	x.separated = x.separated[:0]
	for key, step := range x.lastBearing {
		if step != x.step {
			x.separated = append(x.separated, key)
		}
	}
	slices.Sort(x.separated)
	for _, key := range x.separated {
		delete(x.lastBearing, key)
		s.nonsmooth.recordContactChange(key, "opens", 0)
	}
	x.silent = false
}

// recordLoadBearing notes what bears a load in the step.
func (ns *nonsmoothProblem) recordLoadBearing(key uint64) {
	x := &ns.touch
	if _, ok := x.lastBearing[key]; !ok && !x.silent {
		if _, hit := x.impacts[key]; !hit {
			ns.recordContactChange(key, "closes", 0)
		}
	}
	x.lastBearing[key] = x.step
}

// recordImpact notes an impact: what does not rebound bears from then on.
func (ns *nonsmoothProblem) recordImpact(key uint64, hit strike) {
	x := &ns.touch
	_, bore := x.lastBearing[key]
	switch {
	case bore:
		ns.recordContactChange(key, "is struck", hit.speed)
	case hit.back:
		ns.recordContactChange(key, "rebounds", hit.speed)
		return
	default:
		ns.recordContactChange(key, "closes", hit.speed)
	}
	x.lastBearing[key] = x.step
}

func (ns *nonsmoothProblem) recordContactChange(key uint64, what string, speed float64) {
	x := &ns.touch
	if x.count++; x.count <= MostTouches {
		x.list = append(x.list, ContactChange{ns.s.sys.contactOrRowNameOfKey(key), what, speed})
	}
}

// contactOrRowNameOfKey names the element, and for a contact the bodies, that a key of a gap belongs to.
func (sys *System) contactOrRowNameOfKey(key uint64) string {
	nl := uint64(sys.nl)
	if key < nl {
		return sys.describeRow(int(key)).OwnerTitle()
	}
	key -= nl
	c := &sys.Rigid[key>>40]
	return fmt.Sprintf("%s %d between %s and %s", c.Element, c.ID, &sys.Bodies[key>>20&(1<<20-1)], &sys.Bodies[key&(1<<20-1)])
}

// AppendContactChanges appends what has touched and parted since the last call, and reports how many there have been at all: the first 1000 are kept.
func (s *State) AppendContactChanges(dst []ContactChange) (all []ContactChange, count int) {
	x := &s.nonsmooth.touch
	dst = append(dst, x.list...)
	x.list = x.list[:0]
	return dst, x.count
}
