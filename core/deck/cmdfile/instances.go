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
		if o.class != instanceClass || o.isInactive() {
			continue
		}
		e := &statementEmitter{x: x, o: o}
		name := strings.ToLower(e.joinedAttributeText("definition_name"))
		switch {
		case strings.HasSuffix(name, ".forces.spring"):
			e.emitSpring("TRANSLATIONAL")
		case strings.HasSuffix(name, ".forces.torsion_spring"):
			e.emitSpring("ROTATIONAL")
		case strings.HasSuffix(name, ".constraints.general_motion"):
			e.emitGeneralMotion()
		case strings.HasPrefix(name, ".controls."):
			x.display.countOccurrence("ude create instance ("+name+")", o.at)
		default:
			e.addErrorf(o.at, "E660", "not supported: elements of the type %s", shortenForMessage(name))
		}
	}
}

// instanceVariable returns the variable of an instance.
func (e *statementEmitter) instanceVariable(name string) (datum, bool) {
	v := e.x.db.findChild(e.o, name)
	if v == nil {
		return datum{}, false
	}
	s := e.x.newEvaluatorFor(e.o, &attr{})
	d, err := catchFailure(func() datum { return s.contentOfVariable(newObjectDatum(v)) })
	if err != nil {
		e.addErrorf(v.at, "E657", "%s: %v", name, err)
		return datum{}, false
	}
	return d, true
}

func (e *statementEmitter) instanceMarker(name string) *object {
	d, ok := e.instanceVariable(name)
	if ok && d.kind == textDatum {
		d = newObjectDatum(e.x.newEvaluatorFor(e.o, &attr{}).findObject(d))
	}
	if !ok || d.kind != objectDatum || d.obj == nil || d.obj.id == 0 {
		e.addErrorf(e.o.at, "E658", "%s is missing or no marker", name)
		return nil
	}
	return d.obj
}

func (e *statementEmitter) beginStatement(statement, idSpace string) {
	e.st = &adm.Statement{Name: statement, At: e.o.at, Shown: e.o.fullName()}
	e.st.ID = &adm.Value{Text: strconv.Itoa(e.x.newID(idSpace)), At: e.o.at}
	e.st.Label = &adm.Value{Text: e.o.name, At: e.o.at}
}

// emitSpring adds a spring and damper whose free length is that of the model as it is built, unless it is given.
func (e *statementEmitter) emitSpring(kind string) {
	i, j := e.instanceMarker("i_marker"), e.instanceMarker("j_marker")
	if i == nil || j == nil {
		return
	}
	for _, n := range []string{"stiffness_mode", "damping_mode"} {
		if d, ok := e.instanceVariable(n); ok && !strings.EqualFold(d.String(), "linear") && !strings.EqualFold(d.String(), "none") {
			e.addErrorf(e.o.at, "E660", "not supported: %s = %s", n, shortenForMessage(d.String())).Help = "use a single component force with a spline"
			return
		}
	}
	e.beginStatement("SPRINGDAMPER", "SPRINGDAMPER")
	e.addTypeChoiceArgument(kind, e.o.at)
	e.addArgument("I", strconv.Itoa(i.id), e.o.at)
	e.addArgument("J", strconv.Itoa(j.id), e.o.at)
	args, turns := [4]string{"K", "C", "FORCE", "LENGTH"}, kind == "ROTATIONAL"
	per := 1.0
	if turns {
		args, per = [4]string{"KT", "CT", "TORQUE", "ANGLE"}, 1/e.x.units[angleUnit].factor
	}
	for k, n := range []string{"stiffness_coefficient", "damping_coefficient", "preload"} {
		mode, given := e.instanceVariable(strings.Replace(n, "coefficient", "mode", 1))
		d, ok := e.instanceVariable(n)
		switch {
		case given && strings.EqualFold(mode.String(), "none") || !ok || d.kind != numberDatum:
		case n == "preload":
			e.addNumber(args[k], d.num, e.o.at)
		default:
			e.addNumber(args[k], d.num*per, e.o.at)
		}
	}
	if l, ok := e.springLength(i, j, turns); ok {
		e.addNumber(args[3], l, e.o.at)
		e.x.rec.AddStatement(e.st)
	}
}

// springLength is the length or angle at which a spring has its preload.
func (e *statementEmitter) springLength(i, j *object, turns bool) (float64, bool) {
	mode, length := "free_length_mode", "free_length"
	if turns {
		mode, length = "free_angle_mode", "free_angle"
	}
	if d, given := e.instanceVariable(mode); given && strings.HasPrefix(strings.ToLower(d.String()), "free") {
		if d, given = e.instanceVariable(length); given && d.kind == numberDatum {
			if turns {
				return e.x.units.toRadians(d.num), true
			}
			return d.num, true
		}
	}
	return e.designLength(i, j, turns)
}

// designLength is the distance of two markers as they are built, or the angle about z between them.
func (e *statementEmitter) designLength(i, j *object, turns bool) (float64, bool) {
	s := e.x.newEvaluator()
	f, _, _ := functionNamed("DM")
	if turns {
		f, _, _ = functionNamed("AZ")
	}
	d, err := catchFailure(func() datum { return f.call(s, []datum{newObjectDatum(i), newObjectDatum(j)}) })
	if err != nil {
		e.addErrorf(e.o.at, "E657", "%v", err)
		return 0, false
	}
	if turns {
		return e.x.units.toRadians(d.num), true
	}
	return d.num, true
}

// emitGeneralMotion sets up to six displacements between two markers.
func (e *statementEmitter) emitGeneralMotion() {
	i, j := e.instanceMarker("i_marker"), e.instanceMarker("j_marker")
	if i == nil || j == nil {
		return
	}
	for n, axis := range []string{"X", "Y", "Z", "B1", "B2", "B3"} {
		name := []string{"t1", "t2", "t3", "r1", "r2", "r3"}[n]
		d, ok := e.instanceVariable(name + "_type")
		if !ok || d.kind != numberDatum || d.num == 0 {
			continue
		}
		level, known := map[float64]string{1: "DISPLACEMENT", 2: "VELOCITY", 3: "ACCELERATION"}[d.num]
		if !known {
			e.addErrorf(e.o.at, "E659", "%s_type is 0 (free), 1 (displacement), 2 (velocity) or 3 (acceleration), not %s", name, d.String())
			return
		}
		text := "0"
		if f, ok := e.instanceVariable(name + "_func"); ok {
			text = f.String()
		}
		t, ok := e.x.translateFunction(e.o, &attr{at: e.o.at}, text, 0)
		if !ok {
			return
		}
		e.beginStatement("MOTION", "MOTION")
		e.st.Label.Text += "." + name
		e.addArgument("I", strconv.Itoa(i.id), e.o.at)
		e.addArgument("J", strconv.Itoa(j.id), e.o.at)
		e.addTypeChoiceArgument(axis, e.o.at)
		e.addTypeChoiceArgument(level, e.o.at)
		e.addArgument("FUNCTION", t, e.o.at)
		for _, ic := range []struct{ arg, name string }{{"ICDISP", "_ic_disp"}, {"ICVEL", "_ic_velo"}} {
			if v, ok := e.instanceVariable(name + ic.name); ok && v.kind == numberDatum && v.num != 0 && (ic.arg == "ICVEL" && d.num == 3 || ic.arg == "ICDISP" && d.num > 1) {
				x := v.num
				if n > 2 {
					x = e.x.units.toRadians(x)
				}
				e.addNumber(ic.arg, x, e.o.at)
			}
		}
		e.x.rec.AddStatement(e.st)
	}
}

// emitMeasures makes a request of each measure that is a function of the time.
func (x *interpreter) emitMeasures(list []*object) {
	for _, o := range list {
		if o.class != "measure" || o.isInactive() {
			continue
		}
		e := &statementEmitter{x: x, o: o}
		text, ok := "", false
		switch {
		case o.findAttribute("function") != nil:
			text, ok = x.measureFunctionText(o, 0)
			if !ok {
				continue
			}
		case o.findAttribute("text_of_expression") != nil:
			n := len(x.diags.List)
			if text, ok = x.measureFunctionText(o, 0); !ok { // a result, not part of the model
				for _, d := range x.diags.List[n:] {
					d.Severity, d.Code = deck.Warning, "W669"
				}
			}
		case o.findAttribute("user_function") == nil:
			text, ok = x.geometricMeasureFunction(o)
		}
		if !ok || text == "" {
			x.display.countOccurrence("measure create "+o.kind.lastKeyword(), o.at)
			continue
		}
		e.beginStatement("REQUEST", "REQUEST")
		e.addArgument("F2", text, o.at)
		x.rec.AddStatement(e.st)
	}
}
