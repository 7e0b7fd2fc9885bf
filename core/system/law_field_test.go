package system

import (
	"testing"

	"github.com/trammel-mbd/trammel/core/integrate"
	"github.com/trammel-mbd/trammel/usersub"
)

// The iteration matrix of a FIESUB is that of differences of its residuals, with
// the partials that it gives (by columns, not symmetric) and without.
func TestMatrixOfField(t *testing.T) {
	for seed := range uint64(4) {
		m := newModel(1300 + seed)
		m.body(Rigid)
		m.body(Rigid)
		i, j := m.marker(1), m.marker(2)
		var k, c [36]float64
		for n := range k {
			k[n], c[n] = m.r.NormFloat64(), m.r.NormFloat64()
		}
		f := sub(func(f *usersub.Frame, _ func(string, ...int) float64) error {
			for row := range 6 {
				for col := range 6 {
					f.RealArgNamed("field")[row] -= k[6*col+row]*f.RealArgNamed("disp")[col] + c[6*col+row]*f.RealArgNamed("velo")[col]
				}
			}
			if seed%2 == 0 {
				for n := range k {
					f.RealArgNamed("dfddis")[n], f.RealArgNamed("dfdvel")[n] = -k[n], -c[n]
				}
			}
			return nil
		})
		r := routineOf(f, usersub.FIESUB, 1)
		r.Given, r.Order = map[string][]Call{}, []string{"disp", "velo"}
		for n, name := range []string{"DX", "DY", "DZ", "AX", "AY", "AZ"} {
			r.Given["disp"] = append(r.Given["disp"], Call{name, []int{i, j, j}[:min(3, table[name].max)]})
			rate := []string{"VX", "VY", "VZ", "WX", "WY", "WZ"}[n]
			r.Given["velo"] = append(r.Given["velo"], Call{rate, []int{i, j, j, j}[:table[rate].max]})
		}
		law := m.AddLaw(r.FieldLawSpec())
		force := Force{Element: "Force_Field", ID: 1, I: m.at(i), J: m.at(j), Ref: m.at(j)}
		for n := range force.Comp {
			force.Comp[n] = Output{law, n}
		}
		m.AddForce(force, "FIELD")
		s := m.state(t)
		compareMatrix(t, "field", s, m.anywhere(s), integrate.Coef{V: 0.7, Q: 0.4}, 1e-6)
	}
}
