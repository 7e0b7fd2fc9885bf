package element

import (
	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/spatial"
	"github.com/trammel-mbd/trammel/core/system"
)

func init() {
	enter(
		kind{
			schema: &deck.Schema{
				Kind: "Body_Rigid", Doc: "a rigid body, or ground",
				Attrs: attrs(
					when("isground!=TRUE", required(optRef("cg_id", "Reference_Marker"))),
					optRef("im_id", "Reference_Marker"), optRef("lprf_id", "Reference_Marker"),
					flag("isground"),
					deck.AttrSpec{Name: "mass", Type: deck.Real, Default: "0", NonNegative: true, Unit: "mass"},
					reals("0", "inertia_xx", "inertia_yy", "inertia_zz", "inertia_xy", "inertia_yz", "inertia_xz"),
					reals("0", "v_ic_x", "v_ic_y", "v_ic_z", "w_ic_x", "w_ic_y", "w_ic_z"),
					flag("v_ic_x_flag"), flag("v_ic_y_flag"), flag("v_ic_z_flag"),
					flag("w_ic_x_flag"), flag("w_ic_y_flag"), flag("w_ic_z_flag"),
					optRef("vm_id", "Reference_Marker"), optRef("wm_id", "Reference_Marker"),
					unused("is_wet_body", "cp_inp_id"),
				),
			},
			phase: bodies,
			build: buildRigid,
		},
		kind{
			schema: &deck.Schema{
				Kind: "Body_Point", Doc: "a point mass: three translations, a fixed orientation",
				Attrs: attrs(
					ref("cg_id", "Reference_Marker"), optRef("lprf_id", "Reference_Marker"),
					deck.AttrSpec{Name: "mass", Type: deck.Real, Required: true, NonNegative: true, Unit: "mass"},
					reals("0", "v_ic_x", "v_ic_y", "v_ic_z"),
					flag("v_ic_x_flag"), flag("v_ic_y_flag"), flag("v_ic_z_flag"),
				),
			},
			phase: bodies,
			build: buildPoint,
		},
		kind{schema: &deck.Schema{Kind: "Body_Flexible", Unsupported: "flexible bodies are not supported"}},
	)
}

// three reads three components.
func three(e *deck.Element, x, y, z string) spatial.Vec {
	return spatial.Vec{X: e.Real(x), Y: e.Real(y), Z: e.Real(z)}
}

// buildRigid: the body's axes are those of the CM marker.
func buildRigid(b *builder, e *deck.Element) {
	if e.Bool("isground") {
		if b.ground != nil {
			e.Errorf("isground", "B020", "%s is ground already", b.ground.Name())
			return
		}
		b.ground = e
		b.sys.NameGround(e.ID())
		return
	}
	cm := b.frame(e.Ref("cg_id"))
	if cm == nil {
		cm = global // reported as dangling
	}
	body := system.Body{
		ID: e.ID(), Name: e.Label(), Kind: system.Rigid,
		Mass: e.Real("mass") * b.units, Inertia: b.inertia(e, cm),
		Pos0: cm.pos, Rot0: cm.rot,
		ExactV: exact(e, "v_ic_x_flag", "v_ic_y_flag", "v_ic_z_flag"),
		ExactW: exact(e, "w_ic_x_flag", "w_ic_y_flag", "w_ic_z_flag"),
	}
	vm, wm := global, cm
	if e.Has("vm_id") {
		vm = b.frameOr(e.Ref("vm_id"), vm)
	}
	if e.Has("wm_id") {
		wm = b.frameOr(e.Ref("wm_id"), wm)
	}
	body.ExactAxesV, body.ExactAxesW = vm.rot, wm.rot
	body.V0 = vm.rot.Mul(three(e, "v_ic_x", "v_ic_y", "v_ic_z"))
	body.W0 = wm.rot.Mul(three(e, "w_ic_x", "w_ic_y", "w_ic_z"))
	b.sys.AddBody(body)
}

func (b *builder) frameOr(id int, other *frame) *frame {
	if f := b.frame(id); f != nil {
		return f
	}
	return other
}

func exact(e *deck.Element, names ...string) (x [3]bool) {
	for k, n := range names {
		x[k] = e.Bool(n)
	}
	return x
}

// inertia returns the inertia about the mass centre in CM marker axes. The deck
// gives it about the origin and in the axes of the IM marker, with positive
// integrals ∫xy dm as products: the off-diagonal entries of the tensor are
// their negatives. From IM to the mass centre, at d from it, I = I_IM - m (d² - d dᵀ).
func (b *builder) inertia(e *deck.Element, cm *frame) spatial.Mat {
	xy, yz, xz := e.Real("inertia_xy"), e.Real("inertia_yz"), e.Real("inertia_xz")
	i := spatial.Mat{
		A: spatial.Vec{X: e.Real("inertia_xx"), Y: -xy, Z: -xz},
		B: spatial.Vec{X: -xy, Y: e.Real("inertia_yy"), Z: -yz},
		C: spatial.Vec{X: -xz, Y: -yz, Z: e.Real("inertia_zz")},
	}
	if e.Has("im_id") {
		im := b.frameOr(e.Ref("im_id"), cm)
		r := cm.rot.T()
		r = r.Times(&im.rot)
		rt := r.T()
		i = r.Times(&i)
		i = i.Times(&rt)
		d := cm.rot.TMul(im.pos.Sub(cm.pos))
		t := spatial.Tilde(d)
		s := t.Times(&t) // -(d² - d dᵀ)
		s = s.Scale(e.Real("mass"))
		i = i.Add(&s)
	}
	b.checkInertia(e, &i)
	return i.Scale(b.units)
}

// checkInertia warns of a tensor that no mass distribution has.
func (b *builder) checkInertia(e *deck.Element, i *spatial.Mat) {
	x, y, z := i.A.X, i.B.Y, i.C.Z
	if x < 0 || y < 0 || z < 0 {
		e.Errorf("inertia_xx", "B021", "a moment of inertia about the mass centre is negative: %.4g, %.4g, %.4g", x, y, z)
		return
	}
	if tol := 1e-6 * (x + y + z); x+y < z-tol || y+z < x-tol || z+x < y-tol {
		e.Warnf("inertia_xx", "B022", "no body has these moments of inertia: one is larger than the sum of the other two")
	}
}

func buildPoint(b *builder, e *deck.Element) {
	cm := b.frameOr(e.Ref("cg_id"), global)
	b.sys.AddBody(system.Body{
		ID: e.ID(), Name: e.Label(), Kind: system.PointMass,
		Mass: e.Real("mass") * b.units, Pos0: cm.pos, Rot0: spatial.Identity,
		V0:         three(e, "v_ic_x", "v_ic_y", "v_ic_z"),
		ExactV:     exact(e, "v_ic_x_flag", "v_ic_y_flag", "v_ic_z_flag"),
		ExactAxesV: spatial.Identity, ExactAxesW: spatial.Identity,
	})
}
