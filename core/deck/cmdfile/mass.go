package cmdfile

// massOfShapes adds the mass, centre and inertia that follow from the shapes of a part and a density.
func (e *emitter) massOfShapes() bool {
	e.errorf(e.o.at, "E664", "the mass of a part from its shapes is not available").Help = "give mass, center_of_mass_marker, ixx, iyy and izz"
	return false
}
