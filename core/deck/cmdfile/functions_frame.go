package cmdfile

import "math"

// frameFunctionTable returns the functions that measure positions and orientations and return them.
func frameFunctionTable() map[string]function {
	return map[string]function{
		"DM": {1, 2, func(s *evaluator, a []datum) datum {
			d, _ := s.relativePosition(a)
			return newNumberDatum(d.norm())
		}},
		"DX": {1, 3, componentFunction(0)}, "DY": {1, 3, componentFunction(1)}, "DZ": {1, 3, componentFunction(2)},
		"AX": {1, 2, angleAboutFunction(0)}, "AY": {1, 2, angleAboutFunction(1)}, "AZ": {1, 2, angleAboutFunction(2)},
		"PSI": {1, 2, eulerAngleFunction(0)}, "THETA": {1, 2, eulerAngleFunction(1)}, "PHI": {1, 2, eulerAngleFunction(2)},
		"LOC_RELATIVE_TO": {2, 2, callLocGlobal}, "LOC_GLOBAL": {2, 2, callLocGlobal}, "LOC_LOCAL": {2, 2, callLocLocal}, "LOC_LOC": {3, 3, callLocLoc},
		"LOC_ALONG_LINE": {3, 3, callLocAlongLine}, "LOC_ON_AXIS": {3, 3, callLocOnAxis}, "LOC_ON_LINE": {2, 2, callLocOnLine},
		"LOC_MIRROR": {3, 3, callLocMirror}, "LOC_FRAME_MIRROR": {3, 3, callLocMirror}, "LOC_PLANE_MIRROR": {2, 2, callLocPlaneMirror},
		"LOC_CYLINDRICAL": {3, 3, callLocCylindrical}, "LOC_SPHERICAL": {3, 3, callLocSpherical}, "LOC_PERPENDICULAR": {1, 1, callLocPerpendicular},
		"LOC_X_AXIS": {1, 1, axisDirectionFunction(0)}, "LOC_Y_AXIS": {1, 1, axisDirectionFunction(1)}, "LOC_Z_AXIS": {1, 1, axisDirectionFunction(2)},
		"LOC_INLINE":      {3, 3, callLocInline},
		"ORI_RELATIVE_TO": {2, 2, callOriGlobal}, "ORI_GLOBAL": {2, 2, callOriGlobal}, "ORI_LOCAL": {2, 2, callOriLocal}, "ORI_ORI": {3, 3, callOriOri},
		"ORI_ALONG_AXIS": {3, 3, callOriAlongAxis}, "ORI_ONE_AXIS": {2, 2, callOriOneAxis}, "ORI_IN_PLANE": {4, 4, callOriInPlane}, "ORI_ALL_AXES": {2, 2, callOriAllAxes},
		"ORI_ALIGN_AXIS": {2, 2, callOriAlignAxis}, "ORI_MIRROR": {4, 4, callOriMirror}, "ORI_FRAME_MIRROR": {4, 4, callOriMirror},
	}
}

// poseOfArgument returns the pose of an object that is an argument; 0 and NONE are the model.
func (s *evaluator) poseOfArgument(d datum) pose {
	if d.kind == noDatum || d.kind == numberDatum && d.num == 0 {
		return origin
	}
	return s.x.poseOf(s.objectOf(d))
}

// locationOfArgument returns a location in the frame of the model: one, or that of an object.
func (s *evaluator) locationOfArgument(d datum) vec {
	if v, ok := d.toVector(); ok {
		return v
	}
	if d.kind == objectDatum || d.kind == textDatum {
		return s.x.positionOf(s.objectOf(d))
	}
	panic(failuref("%q is no location", shortenForMessage(d.String())))
}

// locationRows returns the rows of a matrix of n locations.
func (s *evaluator) locationRows(d datum, n int) []vec {
	list := d.flattenEntries()
	if d.kind != arrayDatum || len(list) != 3*n {
		panic(failuref("expected %d locations of three coordinates each", n))
	}
	out := make([]vec, n)
	for i, e := range list {
		if e.kind != numberDatum {
			panic(failuref("%q is no coordinate", shortenForMessage(e.String())))
		}
		out[i/3][i%3] = e.num
	}
	return out
}

// orientationAxesOf returns the axes that three angles 3-1-3 give, or an orientation in the frame of the model.
func (s *evaluator) orientationAxesOf(d datum) mat {
	if d.axes != nil {
		return *d.axes
	}
	v, ok := d.toVector()
	if !ok {
		panic(failuref("%q is no orientation", shortenForMessage(d.String())))
	}
	for k := range v {
		v[k] = s.x.units.toRadians(v[k])
	}
	return body313.axesFromAngles(v)
}

func (s *evaluator) relativePosition(a []datum) (vec, pose) {
	from, axes := vec{}, origin
	to := s.locationOfArgument(a[0])
	if len(a) > 1 && !(a[1].kind == numberDatum && a[1].num == 0) {
		from = s.locationOfArgument(a[1])
	}
	if len(a) > 2 {
		axes = s.poseOfArgument(a[2])
	}
	return to.minus(from), axes
}

func componentFunction(k int) func(*evaluator, []datum) datum {
	return func(s *evaluator, a []datum) datum {
		d, axes := s.relativePosition(a)
		return newNumberDatum(axes.axes[k].dot(d))
	}
}

func (s *evaluator) relativeAxes(a []datum) mat {
	from := origin
	to := s.poseOfArgument(a[0])
	if len(a) > 1 {
		from = s.poseOfArgument(a[1])
	}
	return from.axes.relativeTo(to.axes)
}

func angleAboutFunction(k int) func(*evaluator, []datum) datum {
	return func(s *evaluator, a []datum) datum {
		m := s.relativeAxes(a)
		angles := vec{math.Atan2(-m[2][1], m[2][2]), math.Atan2(m[2][0], m[2][2]), math.Atan2(m[0][1], m[0][0])}
		return newNumberDatum(s.x.units.fromRadians(angles[k]))
	}
}

func eulerAngleFunction(k int) func(*evaluator, []datum) datum {
	return func(s *evaluator, a []datum) datum {
		return newNumberDatum(s.x.units.fromRadians(angles313(s.relativeAxes(a))[k]))
	}
}
