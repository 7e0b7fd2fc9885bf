package sdk

import "strconv"

// OwnID returns the id that an attribute of the calling element refers to:
// OwnID("i_marker_id") is the marker on which its force acts; see ModelID.
func (c *Call) OwnID(attribute string) int { return c.ModelID(c.Element, c.ID, attribute) }

// ModelID returns the id that an attribute of a model element refers to:
// ModelID("Constraint_Joint", 3, "i_marker_id"). It is 0 where the deck does not give the
// attribute; where there is no such element, the call ends with an error. Each query
// travels to the solver and back: make it in the set-up call and keep the value in Data.
func (c *Call) ModelID(element string, id int, attribute string) int {
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
