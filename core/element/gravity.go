package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/expr"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	registerElements(kind{
		schema: &deck.Schema{
			Kind: "Force_Gravity", NoID: true, Once: true, Doc: "acceleration of gravity along the global axes",
			Attrs: joinAttrs(repeatForEachAxis(&deck.AttrSpec{Name: "grav_*", Type: deck.RealOrExpr, Default: "0", Unit: "length/time²",
				Doc: "component along global *, a number or an expression of TIME"})),
		},
		phase: equations,
		build: buildGravity,
	})
}

// buildGravity: components that are constant have a potential, the others are
// laws.
func buildGravity(b *builder, e *deck.Element) {
	var g [3]float64
	laws := [3]system.Output{system.None, system.None, system.None}
	varies := false
	for k, name := range [3]string{"grav_x", "grav_y", "grav_z"} {
		if v, ok := e.Number(name); ok {
			g[k] = v
			continue
		}
		p, ok := b.compileAttr(e, name)
		if !ok {
			continue
		}
		if v, constant := p.ConstantValue(); constant {
			g[k] = v
			continue
		}
		b.warnGravityDependence(e, name, p)
		varies = true
		laws[k] = system.Output{Law: b.sys.AddLaw(system.ExpressionLaw(e.KindID()+": "+name, p))}
	}
	b.sys.Gravity.X, b.sys.Gravity.Y, b.sys.Gravity.Z = g[0], g[1], g[2]
	if varies {
		b.sys.GravityParts = &laws
	}
}

// warnGravityDependence warns of gravity that is not a function of time.
func (b *builder) warnGravityDependence(e *deck.Element, name string, p *expr.Program) {
	for _, c := range p.Measures {
		if c.Name != "VARVAL" && c.Name != "ARYVAL" {
			e.AddWarningf(name, "B064", "gravity should depend on TIME only, not on %s", c.Name)
			return
		}
	}
}
