package run

import (
	"fmt"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/element"
	"github.com/trammel-mbd/trammel/core/result"
	"github.com/trammel-mbd/trammel/core/unit"
)

// unitNames are the units of results, made of those of the deck, and the parts of motions and forces in them.
type unitNames struct {
	force, mass, length, time unit.Unit
	velocity, acceleration    string
	spin, spinRate, torque    string
	motion, wrench            []component
}

func newUnitNames(m *deck.Model) *unitNames {
	u := &unitNames{}
	u.force, u.mass, u.length, u.time = element.ModelUnits(m)
	l, t := u.length.Short, u.time.Short
	u.velocity, u.acceleration = l+"/"+t, l+"/"+t+"^2"
	u.spin, u.spinRate, u.torque = "rad/"+t, "rad/"+t+"^2", u.force.Short+"*"+l
	add := func(to *[]component, quantity, unit string, names ...string) {
		for _, n := range names {
			*to = append(*to, component{n, quantity, unit})
		}
	}
	add(&u.motion, "position", l, "X", "Y", "Z")
	add(&u.motion, "orientation", "1", "QW", "QX", "QY", "QZ")
	add(&u.motion, "velocity", u.velocity, "VX", "VY", "VZ")
	add(&u.motion, "angular velocity", u.spin, "WX", "WY", "WZ")
	add(&u.motion, "acceleration", u.acceleration, "ACCX", "ACCY", "ACCZ")
	add(&u.motion, "angular acceleration", u.spinRate, "WDX", "WDY", "WDZ")
	add(&u.wrench, "force", u.force.Short, "FX", "FY", "FZ")
	add(&u.wrench, "torque", u.torque, "TX", "TY", "TZ")
	return u
}

// requestColumns are the columns of requests.csv.
func requestColumns(m *element.Model, u *unitNames) []result.Column {
	var all []result.Column
	for i := range m.Requests {
		q := &m.Requests[i]
		e := m.Deck.FindElement("Post_Request", q.ID)
		owner := result.Element{Kind: result.KindRequest, ID: q.ID}
		kind, frame := "", ""
		if e != nil {
			if owner.Label = e.Label(); owner.Label == "" {
				owner.Label = e.Str("comment")
			}
			if kind = e.Enum("type"); kind != "EXPRESSION" && kind != "USERSUB" {
				frame = globalFrame
				if n := e.Ref("ref_marker_id"); n != 0 {
					frame = fmt.Sprintf("marker %d", n)
				}
			}
		}
		for _, n := range q.Name {
			c := result.Column{Name: fmt.Sprintf("%d.%s", q.ID, n), Element: owner, Component: n, Frame: frame}
			c.Quantity, c.Unit = u.requestUnit(kind, n)
			if c.Quantity == "angle" || n[len(n)-1] == 'M' || n == "MAG" {
				c.Frame = ""
			}
			all = append(all, c)
		}
	}
	return all
}

// requestUnit returns quantity and unit of a component of a type of request.
func (u *unitNames) requestUnit(kind, name string) (quantity, unit string) {
	switch kind {
	case "MARKER_DISPLACEMENT":
		if name == "MAG" || len(name) == 1 {
			return "displacement", u.length.Short
		}
		return "angle", "rad"
	case "MARKER_VELOCITY":
		if name[0] == 'W' {
			return "angular velocity", u.spin
		}
		return "velocity", u.velocity
	case "MARKER_ACCELERATION":
		if name[0] == 'W' {
			return "angular acceleration", u.spinRate
		}
		return "acceleration", u.acceleration
	case "MARKER_FORCE", "ELEMENTAL_FORCE":
		if name[0] == 'T' {
			return "torque", u.torque
		}
		return "force", u.force.Short
	}
	return "", ""
}
