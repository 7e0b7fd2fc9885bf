package system

import (
	"fmt"
	"math"
	"slices"

	"github.com/trammel-mbd/trammel/core/integrate"
)

// Touch is what becomes of a one-sided constraint, or of two bodies that may touch, in a step of NSC: closes, opens, and, in an impact
// that was looked for, rebounds or, where it bore already, is struck. Speed is that of approach, of impacts that were looked for.
type Touch struct {
	Element, What string
	Speed         float64
}

// touchState is what is known of them. Keys are places of rows in the Layout, and pairs (pairOf) of contacts.
type touchState struct {
	bears  map[uint64]int // → step in which it bore last
	step   int
	now    []uint64 // of contacts: pairs that bear in the step that was solved last
	struck map[uint64]strike
	gone   []uint64
	list   []Touch
	count  int // of those that there have been
	quiet  bool
}

type strike struct {
	speed float64
	back  bool
}

// MostTouches bounds those that are kept for Touches.
const MostTouches = 1000

// pairOf is the key of the bodies that meet at a point.
func (s *State) pairOf(pt *rigidPoint) uint64 {
	return uint64(s.sys.nl) + (uint64(pt.contact)<<20+uint64(pt.a))<<20 + uint64(pt.b)
}

// beginTouching forgets what has touched: the first step reports.
func (s *State) beginTouching() {
	s.hard.touch = touchState{bears: map[uint64]int{}, struck: map[uint64]strike{}, quiet: true, count: s.hard.touch.count}
}

// Struck implements integrate.Striking.
func (s *State) Struck(p *integrate.Point, hits []integrate.Gap) {
	x := &s.hard.touch
	x.step++
	clear(x.struck)
	for i := range hits {
		g := &hits[i]
		key := g.Key
		if key >= uint64(s.sys.nl) {
			pts := s.hard.contacts.slot[g.Slot]
			at := slices.IndexFunc(pts, func(pt hardPoint) bool { return pt.key == key })
			if at < 0 {
				continue
			}
			key = s.pairOf(&pts[at].rigidPoint)
		}
		was := x.struck[key]
		x.struck[key] = strike{math.Max(was.speed, -g.Rate), was.back || g.Shift != 0}
	}
	for _, key := range x.now {
		s.bearing(key)
	}
	for i := range s.rows.laws {
		if r := &s.rows.laws[i]; r.oneSided() && p.L[r.n] != 0 {
			s.bearing(uint64(r.n))
		}
	}
	x.gone = x.gone[:0]
	for key := range x.struck {
		x.gone = append(x.gone, key)
	}
	slices.Sort(x.gone)
	for _, key := range x.gone {
		s.strikes(key, x.struck[key])
	}
	x.gone = x.gone[:0]
	for key, step := range x.bears {
		if step != x.step {
			x.gone = append(x.gone, key)
		}
	}
	slices.Sort(x.gone)
	for _, key := range x.gone {
		delete(x.bears, key)
		s.noteEvent(key, "opens", 0)
	}
	x.quiet = false
}

// bearing notes what bears a load in the step.
func (s *State) bearing(key uint64) {
	x := &s.hard.touch
	if _, ok := x.bears[key]; !ok && !x.quiet {
		if _, hit := x.struck[key]; !hit {
			s.noteEvent(key, "closes", 0)
		}
	}
	x.bears[key] = x.step
}

// strikes notes an impact: what does not rebound bears from then on.
func (s *State) strikes(key uint64, hit strike) {
	x := &s.hard.touch
	_, bore := x.bears[key]
	switch {
	case bore:
		s.noteEvent(key, "is struck", hit.speed)
	case hit.back:
		s.noteEvent(key, "rebounds", hit.speed)
		return
	default:
		s.noteEvent(key, "closes", hit.speed)
	}
	x.bears[key] = x.step
}

func (s *State) noteEvent(key uint64, what string, speed float64) {
	x := &s.hard.touch
	if x.count++; x.count <= MostTouches {
		x.list = append(x.list, Touch{s.touchName(key), what, speed})
	}
}

// touchName names what has a key.
func (s *State) touchName(key uint64) string {
	nl := uint64(s.sys.nl)
	if key < nl {
		return s.removed(int(key)).Owner()
	}
	key -= nl
	c := &s.sys.Rigid[key>>40]
	return fmt.Sprintf("%s %d between %s and %s", c.Element, c.ID, &s.sys.Bodies[key>>20&(1<<20-1)], &s.sys.Bodies[key&(1<<20-1)])
}

// Touches appends what has touched and parted since the last call, and reports how many there have been at all: the first 1000 are kept.
func (s *State) Touches(dst []Touch) (all []Touch, count int) {
	x := &s.hard.touch
	dst = append(dst, x.list...)
	x.list = x.list[:0]
	return dst, x.count
}
