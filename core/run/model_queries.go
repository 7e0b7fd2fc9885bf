package run

// modelQueries answers what a routine that the run itself calls asks of the model.
type modelQueries struct {
	r       *runner
	prepare func() bool // evaluates the state before a query and reports whether it has answers; nil where it has
}

func (q *modelQueries) canAnswerQueries() bool { return q.prepare == nil || q.prepare() }

// SysFnc returns the value of a measure and 0; the flag is 1 if there is no state or the measure is unknown (usersub.State).
func (q *modelQueries) SysFnc(name string, par []int32) (float64, int32) {
	if !q.canAnswerQueries() {
		return 0, 1
	}
	return q.r.state.RoutineState().SysFnc(name, par)
}

// SysAry sets dst to a vector measure and returns the number of values; its flag is that of SysFnc.
func (q *modelQueries) SysAry(name string, par []int32, dst []float64) (int, int32) {
	if !q.canAnswerQueries() {
		return 0, 1
	}
	return q.r.state.RoutineState().SysAry(name, par, dst)
}

// ModFnc returns an attribute of an element as text, and its kind, from the model as it is now.
func (q *modelQueries) ModFnc(element string, id int32, attribute string) (text string, kindOrError int32) {
	return q.r.model.System.ModFnc(element, int(id), attribute)
}
