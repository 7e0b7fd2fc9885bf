package element

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/core/spline"
	"github.com/trammel-mbd/trammel/usersub"
)

const splineKind = "Reference_Spline"

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: splineKind, Doc: "a curve y(x), or a surface y(x, z), that AKISPL, CUBSPL, FITSPL, QUISPL and LINSPL interpolate",
			Attrs: joinAttrs(
				nonNegativeIntegerAttr("num_xy_pair", "", "number of points of a curve; the rows are counted, this is only compared"),
				nonNegativeIntegerAttr("num_x", "", "number of rows of a surface; they are counted, this is only compared"),
				positiveIntegerAttr("num_z", "number of curves of a surface, 1 for a curve"),
				flagAttr("linear_extrap", "continue in a straight line beyond the first and last x, not as parabolas"),
				&deck.AttrSpec{Name: "file_name", Type: deck.Path, Doc: "file that SPLINE_READ reads; beside the deck if it is there"},
				&deck.AttrSpec{Name: "block_name", Type: deck.String, Doc: "part of the file that SPLINE_READ reads"},
				deck.UserSubAttrs("", 0),
			),
			Text: []deck.AttrSpec{{Type: deck.Reals, Unit: "1",
				Doc: "x and y in turn; of a surface all values of z, then for each x that and its y for each z"}},
		},
		phase: arrays,
		build: buildSpline,
	})
}

func buildSpline(b *builder, e *deck.Element) {
	p := &splinePoints{}
	switch {
	case b.faults.of[e]:
		return
	case namesRoutine(e, usersub.SPLINE_READ) || e.Has("file_name") || e.Has("block_name"):
		b.warnIgnoredNumbers(e)
		rd := b.callReadRoutine(e, usersub.SPLINE_READ, fileInDeckFolder(e), e.Str("block_name"))
		if rd == nil {
			return
		}
		p = rd.points
	case !p.readPoints(e) || !p.checkPoints(e):
		return
	}
	b.sys.Splines[e.ID()] = spline.NewTable(p.x, p.z, p.y, e.Bool("linear_extrap"))
}

// warnIgnoredNumbers warns of numbers between the tags of an element whose routine gives them.
func (b *builder) warnIgnoredNumbers(e *deck.Element) {
	if e.Text() != nil {
		e.AddWarningf("", "B126", "the user subroutine gives the numbers, those between the tags are ignored")
	}
}

// fileInDeckFolder returns the file that the element names, if there is
// one; else the name as it is written, which then means what it means to the
// routine.
func fileInDeckFolder(e *deck.Element) string {
	name := e.Str("file_name")
	if path, found := e.FilePath("file_name"); name != "" && found {
		return path
	}
	return name
}

// splinePoints are those of a spline: y[i][j] belongs to x[j] and z[i].
type splinePoints struct {
	x, z []float64
	y    [][]float64
}

// readPoints takes them from the text of the element.
func (p *splinePoints) readPoints(e *deck.Element) bool {
	v, nz := e.TextReals(), max(e.Int("num_z"), 1)
	if nz > 1 {
		p.z, v = v[:min(nz, len(v))], v[min(nz, len(v)):]
	}
	if len(v)%(nz+1) != 0 {
		reportRaggedRows(e, len(v), nz)
		return false
	}
	p.y = make([][]float64, nz)
	for ; len(v) > 0; v = v[nz+1:] {
		p.x = append(p.x, v[0])
		for i := range p.y {
			p.y[i] = append(p.y[i], v[i+1])
		}
	}
	name := "num_xy_pair"
	if nz > 1 {
		name = "num_x"
	}
	if e.Has(name) && e.Int(name) != len(p.x) {
		e.AddWarningf(name, "B123", "says %d, but there are %d rows, which are taken", e.Int(name), len(p.x))
	}
	return true
}

// reportRaggedRows reports n numbers that do not make rows of x and nz values of y, at the
// first line that is to blame, if lines are rows.
func reportRaggedRows(e *deck.Element, n, nz int) {
	lines := e.Text().EntryLines()
	if nz > 1 {
		lines = lines[1:] // z
	}
	for i, l := range lines {
		if l.Entries != nz+1 && len(lines) > 1 {
			e.Text().AddErrorf(l.Start, l.End, "B121", "row %d should have %d numbers, not %d", i+1, nz+1, l.Entries)
			return
		}
	}
	e.AddErrorf("", "B121", "%d numbers are not a multiple of %d", n, nz+1)
}

// checkPoints reports what cannot be interpolated, at the number that is to blame.
func (p *splinePoints) checkPoints(e *deck.Element) bool {
	if len(p.x) < spline.Least {
		e.AddErrorf("", "B120", "a spline needs %d points at least, there are %d", spline.Least, len(p.x))
		return false
	}
	faults := p.listOrderFaults()
	for _, f := range faults {
		start, end := e.Text().EntryBounds(f.entry)
		e.Text().AddErrorf(start, end, "B122", "%s", f.text)
	}
	return len(faults) == 0
}

// pointFault is what is wrong with one number of the text: z, then rows of x
// and y.
type pointFault struct {
	entry int
	text  string
}

// listOrderFaults lists where x or z does not increase.
func (p *splinePoints) listOrderFaults() (all []pointFault) {
	if k := spline.FirstNotAscending(p.x); k >= 0 {
		all = append(all, pointFault{len(p.z) + k*(len(p.y)+1),
			fmt.Sprintf("x has to increase: %g in row %d follows %g", p.x[k], k+1, p.x[k-1])})
	}
	if k := spline.FirstNotAscending(p.z); k >= 0 {
		all = append(all, pointFault{k, fmt.Sprintf("z has to increase: value %d is %g and follows %g", k+1, p.z[k], p.z[k-1])})
	}
	return all
}

// bindSplines gives an expression the splines that it names. Those that are not there
// are reported at a; where that is nil this was done with another program of
// the same text.
func (b *builder) bindSplines(a *deck.Attr, p *expr.Program) {
	for i, c := range p.Externals {
		f, err := b.sys.ResolveSpline(c.Name, c.Args)
		switch id := c.Args[0]; {
		case err == nil:
			p.BindExternal(i, f)
		case a == nil:
		case b.deck.FindElement(splineKind, id) == nil:
			a.AddErrorf(c.Pos, c.End, "X002", "%s: %v", c.Name, err).Help = b.deck.SuggestID(id, splineKind)
		case b.sys.Splines[id] != nil: // else its points have been reported
			a.AddErrorf(c.Pos, c.End, "X002", "%s: spline %d: %v", c.Name, id, err)
		}
	}
}

// reportAccelerationJumps reports a motion whose acceleration jumps at the points of a spline.
func (b *builder) reportAccelerationJumps(e *deck.Element, p *expr.Program, level integrate.Level) {
	for _, c := range p.Externals {
		jumpy := c.Name == spline.Akima.String() || c.Name == spline.Linear.String()
		if jumpy && level == integrate.Position && len(c.Args) == 1 {
			e.AddWarningf("expr", "B124", "the acceleration jumps at the points of spline %d", c.Args[0]).Help =
				"CUBSPL or QUISPL instead of " + c.Name + " make smooth motions"
		}
	}
}
