package cmdfile

import (
	"strconv"
	"strings"

	"github.com/trammel-mbd/trammel/core/deck"
	"github.com/trammel-mbd/trammel/core/deck/adm"
)

// emitInstances makes statements of the elements that Adams View builds of others: springs and general motions.
func (x *interpreter) emitInstances(list []*object) {
	for _, o := range list {
		if o.class != instanceClass || o.inactive() {
			continue
		}
		e := &emitter{x: x, o: o}
		name := strings.ToLower(e.joined("definition_name"))
		switch {
		case strings.HasSuffix(name, ".forces.spring"):
			e.spring("TRANSLATIONAL")
		case strings.HasSuffix(name, ".forces.torsion_spring"):
			e.spring("ROTATIONAL")
		case strings.HasSuffix(name, ".constraints.general_motion"):
			e.generalMotion()
		case strings.HasPrefix(name, ".controls."):
			x.display.add("ude create instance ("+name+")", o.at)
		default:
			e.errorf(o.at, "E660", "not supported: elements of the type %s", shorten(name))
		}
	}
}

// member returns the variable of an instance.
func (e *emitter) member(name string) (datum, bool) {
	v := e.x.db.child(e.o, name)
	if v == nil {
		return datum{}, false
	}
	s := e.x.scopeFor(e.o, &attr{})
	d, err := s.content(objectOf(v))
	if err != nil {
		e.errorf(v.at, "E657", "%s: %v", name, err)
		return datum{}, false
	}
	return d, true
}

func (e *emitter) memberMarker(name string) *object {
	d, ok := e.member(name)
	if ok && d.kind == textDatum {
		d = objectOf(e.x.scopeFor(e.o, &attr{}).find(d))
	}
	if !ok || d.kind != objectDatum || d.obj == nil || d.obj.id == 0 {
		e.errorf(e.o.at, "E658", "%s is missing or no marker", name)
		return nil
	}
	return d.obj
}

func (e *emitter) begin(statement, space string) {
	e.st = &adm.Statement{Name: statement, At: e.o.at, Shown: e.o.path()}
	e.st.ID = &adm.Value{Text: strconv.Itoa(e.x.newID(space)), At: e.o.at}
	e.st.Label = &adm.Value{Text: e.o.name, At: e.o.at}
}

// spring is a spring and damper whose free length is that of the model as it is built, unless it is given.
func (e *emitter) spring(kind string) {
	i, j := e.memberMarker("i_marker"), e.memberMarker("j_marker")
	if i == nil || j == nil {
		return
	}
	for _, n := range []string{"stiffness_mode", "damping_mode"} {
		if d, ok := e.member(n); ok && !strings.EqualFold(d.String(), "linear") && !strings.EqualFold(d.String(), "none") {
			e.errorf(e.o.at, "E660", "not supported: %s = %s", n, shorten(d.String())).Help = "use a single component force with a spline"
			return
		}
	}
	e.begin("SPRINGDAMPER", "SPRINGDAMPER")
	e.flag(kind, e.o.at)
	e.put("I", strconv.Itoa(i.id), e.o.at)
	e.put("J", strconv.Itoa(j.id), e.o.at)
	args, turns := [4]string{"K", "C", "FORCE", "LENGTH"}, kind == "ROTATIONAL"
	per := 1.0
	if turns {
		args, per = [4]string{"KT", "CT", "TORQUE", "ANGLE"}, 1/e.x.units[angleUnit].factor
	}
	for k, n := range []string{"stiffness_coefficient", "damping_coefficient", "preload"} {
		mode, given := e.member(strings.Replace(n, "coefficient", "mode", 1))
		d, ok := e.member(n)
		switch {
		case given && strings.EqualFold(mode.String(), "none") || !ok || d.kind != numberDatum:
		case n == "preload":
			e.number(args[k], d.num, e.o.at)
		default:
			e.number(args[k], d.num*per, e.o.at)
		}
	}
	if l, ok := e.springLength(i, j, turns); ok {
		e.number(args[3], l, e.o.at)
		e.x.rec.Add(e.st)
	}
}

// springLength is the length or angle at which a spring has its preload.
func (e *emitter) springLength(i, j *object, turns bool) (float64, bool) {
	mode, length := "free_length_mode", "free_length"
	if turns {
		mode, length = "free_angle_mode", "free_angle"
	}
	if d, given := e.member(mode); given && strings.HasPrefix(strings.ToLower(d.String()), "free") {
		if d, given = e.member(length); given && d.kind == numberDatum {
			if turns {
				return e.x.units.radians(d.num), true
			}
			return d.num, true
		}
	}
	return e.designLength(i, j, turns)
}

// designLength is the distance of two markers as they are built, or the angle about z between them.
func (e *emitter) designLength(i, j *object, turns bool) (float64, bool) {
	s := e.x.scope()
	f, _, _ := functionNamed("DM")
	if turns {
		f, _, _ = functionNamed("AZ")
	}
	d, err := f.call(s, []datum{objectOf(i), objectOf(j)})
	if err != nil {
		e.errorf(e.o.at, "E657", "%v", err)
		return 0, false
	}
	if turns {
		return e.x.units.radians(d.num), true
	}
	return d.num, true
}

// generalMotion sets up to six displacements between two markers.
func (e *emitter) generalMotion() {
	i, j := e.memberMarker("i_marker"), e.memberMarker("j_marker")
	if i == nil || j == nil {
		return
	}
	for n, axis := range []string{"X", "Y", "Z", "B1", "B2", "B3"} {
		name := []string{"t1", "t2", "t3", "r1", "r2", "r3"}[n]
		d, ok := e.member(name + "_type")
		if !ok || d.kind != numberDatum || d.num == 0 {
			continue
		}
		level, known := map[float64]string{1: "DISPLACEMENT", 2: "VELOCITY", 3: "ACCELERATION"}[d.num]
		if !known {
			e.errorf(e.o.at, "E659", "%s_type is 0 (free), 1 (displacement), 2 (velocity) or 3 (acceleration), not %s", name, d.String())
			return
		}
		text := "0"
		if f, ok := e.member(name + "_func"); ok {
			text = f.String()
		}
		t, ok := e.x.functionText(e.o, &attr{at: e.o.at}, text, 0)
		if !ok {
			return
		}
		e.begin("MOTION", "MOTION")
		e.st.Label.Text += "." + name
		e.put("I", strconv.Itoa(i.id), e.o.at)
		e.put("J", strconv.Itoa(j.id), e.o.at)
		e.flag(axis, e.o.at)
		e.flag(level, e.o.at)
		e.put("FUNCTION", t, e.o.at)
		for _, ic := range []struct{ arg, name string }{{"ICDISP", "_ic_disp"}, {"ICVEL", "_ic_velo"}} {
			if v, ok := e.member(name + ic.name); ok && v.kind == numberDatum && v.num != 0 && (ic.arg == "ICVEL" && d.num == 3 || ic.arg == "ICDISP" && d.num > 1) {
				x := v.num
				if n > 2 {
					x = e.x.units.radians(x)
				}
				e.number(ic.arg, x, e.o.at)
			}
		}
		e.x.rec.Add(e.st)
	}
}

// emitMeasures makes a request of each measure that is a function of the time.
func (x *interpreter) emitMeasures(list []*object) {
	for _, o := range list {
		if o.class != "measure" || o.inactive() {
			continue
		}
		e := &emitter{x: x, o: o}
		text, ok := "", false
		switch {
		case o.attr("function") != nil:
			text, ok = x.measureText(o, 0)
			if !ok {
				continue
			}
		case o.attr("text_of_expression") != nil:
			n := len(x.diags.List)
			if text, ok = x.measureText(o, 0); !ok { // a result, not part of the model
				for _, d := range x.diags.List[n:] {
					d.Severity, d.Code = deck.Warning, "W669"
				}
			}
		case o.attr("user_function") == nil:
			text, ok = x.geometricMeasure(o)
		}
		if !ok || text == "" {
			x.display.add("measure create "+o.kind.last(), o.at)
			continue
		}
		e.begin("REQUEST", "REQUEST")
		e.put("F2", text, o.at)
		x.rec.Add(e.st)
	}
}
