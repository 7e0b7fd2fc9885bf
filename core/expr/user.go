package expr

// ParseUserParams reads the parameters of a user subroutine, USER(p1,…,pn). Each is a
// number with any signs and the suffix D for degrees, or arithmetic on such.
// USER() has none. The slice is nil if there are errors, else not.
func ParseUserParams(src string) ([]float64, []Error) {
	var errs errorList
	root := parse(src, &errs)
	if root.kind != nodeCall || root.name != "USER" || root.pos != root.namePos {
		if len(errs.list) == 0 {
			errs.addError(root.pos, root.end, "expected USER(p1,...,pn)", "")
		}
		return nil, errs.sortedErrors()
	}
	c := checker{src: src, errs: &errs}
	par := make([]float64, 0, len(root.args))
	for _, a := range root.args {
		if ok := c.checkNode(a); ok && a.kind != nodeNumber {
			errs.addError(a.pos, a.end, "a parameter of USER must be a constant", "")
		}
		par = append(par, a.val)
	}
	if len(errs.list) > 0 {
		return nil, errs.sortedErrors()
	}
	return par, nil
}
