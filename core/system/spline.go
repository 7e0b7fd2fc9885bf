package system

import (
	"fmt"
	"slices"

	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/spline"
	"github.com/trammel-mbd/trammel/usersub"
)

// splineForm is how expressions call a spline: NAME(x, z, id [, order]).
var splineForm = expr.Signature{Kind: expr.KindExternal, Reals: 2, Min: 1, Max: 2}

var _ usersub.Splines = (*door)(nil)

// Spline returns the function behind AKISPL and its kin with the integer
// arguments id and, if there is a second one, order of the derivative. The
// error says which is wrong.
func (sys *System) Spline(name string, args []int) (*spline.Function, error) {
	m, ok := spline.Named(name)
	if !ok {
		return nil, fmt.Errorf("there is no function called %s", name)
	}
	tab := sys.Splines[args[0]]
	if tab == nil {
		return nil, fmt.Errorf("there is no Reference_Spline %d", args[0])
	}
	order := 0
	if len(args) > 1 {
		order = args[1]
	}
	return tab.Function(m, order)
}

// Spline implements usersub.Splines. The first call for a method makes its
// polynomials.
func (d *door) Spline(method string, id int32, x, z float64, order int32) (float64, int32) {
	args := [2]int{int(id), int(order)}
	f, err := d.s.sys.Spline(method, args[:])
	if err != nil {
		d.unanswered(method, id, err)
		return 0, 1
	}
	at := [2]float64{x, z}
	return f.Eval(at[:], nil, nil), 0
}

// unanswered warns, once for each routine and reason, of a spline that cannot
// be evaluated: routines seldom look at the error flag.
func (d *door) unanswered(method string, id int32, why error) {
	text := fmt.Sprintf("%s: %s of spline %d: %v: its error flag is set and the value is 0", d.owner(), method, id, why)
	if !slices.Contains(d.refusals, text) {
		d.refusals = append(d.refusals, text)
		d.s.Warn("%s", text)
	}
}
