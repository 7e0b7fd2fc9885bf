package sdk

import "strconv"

// OwnAttributeID returns the id that an attribute of the calling element refers to:
// OwnAttributeID("i_marker_id") is the marker on which its force acts; see ElementAttributeID.
func (c *Call) OwnAttributeID(attribute string) int {
	return c.ElementAttributeID(c.Element, c.ID, attribute)
}

// ElementAttributeID returns the id that an attribute of a model element refers to:
// ElementAttributeID("Constraint_Joint", 3, "i_marker_id"). It is 0 where the deck does not give the
// attribute; where there is no such element, the call ends with an error. Each query
// travels to the solver and back: make it in the set-up call and keep the value in Data.
func (c *Call) ElementAttributeID(element string, id int, attribute string) int {
	text, info := c.ModFnc(element, id, attribute)
	if info == -1 || info == -2 {
		c.Abort("the model has no %s %d", element, id)
	}
	n, err := strconv.Atoi(text)
	if info != 2 || err != nil {
		return 0
	}
	return n
}
